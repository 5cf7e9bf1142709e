import Testing

/// Tests of the reader of source files, on which the source rules depend.
///
/// They ensure that the reader does not skip code.
@Suite struct SourceFileTests {
    @Test func `the source files of all modules are read`() {
        let folders = Set(SourceFile.all.compactMap { $0.path.split(separator: "/").first })
        #expect(
            folders.isSuperset(of: [
                "VirtualTime", "Transport", "Playlists", "Containers", "Presentation", "Sessions",
                "PlaybackControl", "HeadlessPlayback", "CommandTree", "PlaybackCommands",
                "PlayctlCommands", "playctl",
            ]))
        #expect(SourceFile.belowTheRoof.count < SourceFile.all.count)
    }

    @Test func `a word in code is found`() {
        let file = SourceFile(path: "A.swift", text: "let a = 1\nlet b = Date()\nunsafe f(b)\n")
        #expect(file.places(of: ["Date("]) == ["A.swift:2: Date("])
        #expect(file.places(of: ["unsafe"]) == ["A.swift:3: unsafe"])
    }

    @Test(arguments: [
        "// unsafe", "/// unsafe", "let a = 1 // unsafe", "/* unsafe */", "/* a /* b */ unsafe */",
        "/*\nunsafe\n*/", "let a = \"unsafe\"", "let a = \"\\\"unsafe\"", "let a = #\"\"unsafe\"#",
        "let a = \"\"\"\n    unsafe\n    \"\"\"", "unsafely()", "isunsafe", "_unsafe",
    ])
    func `a word in a comment, a string literal or a longer name is not found`(text: String) {
        #expect(SourceFile(path: "A.swift", text: text).places(of: ["unsafe"]) == [])
    }

    @Test(arguments: [
        "/* a */ unsafe", "let a = \"b\"; unsafe", "let a = \"\\\\\"; unsafe", "f(unsafe)",
        "let a = \"\"\"\n    b\n    \"\"\"; unsafe", "let a = #\"\\\"#; unsafe",
        "let a = \"\\(unsafe b)\"", "let a = \"\\(b ? \"c\" : \"d\")\"; unsafe",
    ])
    func `code after a comment or a string literal is found`(text: String) {
        #expect(SourceFile(path: "A.swift", text: text).places(of: ["unsafe"]).count == 1)
    }

    @Test func `a source file is matched by its full path or by a leading folder`() {
        let file = SourceFile(path: "Containers/FFmpeg/Decoder.swift", text: "")
        #expect(file.isIn(["Containers/"]))
        #expect(file.isIn(["Containers/FFmpeg/Decoder.swift"]))
        #expect(!file.isIn(["Containers/FFmpeg", "FFmpeg/", "Container/"]))
    }
}
