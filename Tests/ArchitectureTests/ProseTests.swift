import Testing

/// All prose follows the rules of `CONTRIBUTING.md`, so that a new reader understands it.
///
/// The rules apply to comments, names and pages.
@Suite struct ProseTests {
    @Test(arguments: [
        ("Sources", 600), ("Tests", 400), ("Benchmarks", 4), ("Fuzz", 12), ("Samples", 4),
        ("Snippets", 6),
    ])
    func `comments and names of tests are plain English`(folder: String, least: Int) {
        let files = ProjectText.all.filter {
            $0.path.hasPrefix("\(folder)/") && $0.path.hasSuffix(".swift")
        }
        #expect(files.count >= least, "\(files.count) files; the search has stopped finding them")
        for file in files {
            let breaches = file.proseBreaches
            #expect(breaches.isEmpty, "\(breaches.joined(separator: "\n"))")
        }
    }

    @Test func `string literals in the code are plain English`() {
        let files = ProjectText.all.filter {
            $0.path.hasPrefix("Sources/") && $0.path.hasSuffix(".swift")
        }
        for file in files {
            let breaches = file.textBreaches
            #expect(breaches.isEmpty, "\(breaches.joined(separator: "\n"))")
        }
    }

    @Test(arguments: [
        ("f(\"nobody asks\")", ["\"nobody\": write no caller, no process"]),
        ("f(\"as \" + \"far\"\n    + \" as that\")", ["\"as far as\": write if, up to"]),
        ("f(\"a \\(b ? \"nobody \" : c) d\")", ["\"nobody\": write no caller, no process"]),
        ("f(\"What is lost.\")", ["begin with a noun or a verb: What is lost."]),
        ("f(\"see 'offline licenses'\") // nobody", []), ("let nobody = \"lie\"", []),
        ("f(\"what is lost\")", []), ("f(\"no\", \"body asks\")", []),
        ("f(\"\\(a) is no \\(b)\")", ["\"is no\": write is not"]), ("f(\"there is no name\")", []),
    ])
    func `a string literal is checked as a sentence`(line: String, breaches: [String]) {
        let found = ProjectText(path: "A.swift", text: line).textBreaches
        #expect(found == breaches.map { "A.swift:1: \($0)" })
    }

    @Test(arguments: [
        ("    @Test func `a wrong key is told`() {", ["\"told\": write reported"]),
        ("    func `is kept for good`(number: Int) {", ["\"for good\": write permanently"]),
        ("@Suite struct `the tale of a lie` {", ["\"lie\": write be located"]),
        ("    func `what is lost`() {", ["begin with a noun or a verb: what is lost"]),
        ("    @Test func `a wrong key is reported`() {", []), ("    func tell(`lie`: Int) {", []),
    ])
    func `the name of a test is checked as a sentence`(line: String, breaches: [String]) {
        let found = ProjectText(path: "A.swift", text: line).proseBreaches
        #expect(found == breaches.map { "A.swift:1: \($0)" })
    }

    @Test func `pages are plain English`() {
        let pages = ProjectText.all.filter { $0.path.hasSuffix(".md") }
        #expect(pages.count >= 35)
        for page in pages {
            let breaches = page.prose.flatMap { line in
                ProseRules.breaches(in: line.text).map { "\(page.path):\(line.number): \($0)" }
            }
            #expect(breaches.isEmpty, "\(breaches.joined(separator: "\n"))")
        }
    }

    @Test func `scripts and headers are plain English`() {
        #expect(ScriptText.all.count >= 80, "\(ScriptText.all.count) files were found")
        for script in ScriptText.all {
            let breaches = script.breaches
            #expect(breaches.isEmpty, "\(breaches.joined(separator: "\n"))")
        }
    }

    @Test(arguments: [
        ("a.py", "x = 1  # nobody asks", ["\"nobody\": write no caller, no process"]),
        ("a.py", "fail(\"that is no file\")", ["\"is no\": write is not"]),
        ("a.yaml", "# What is lost.", ["begin with a noun or a verb: What is lost."]),
        ("a.yaml", "# The part\n# what is lost.", []),
        ("a.h", "int a; // told", ["\"told\": write reported"]),
        ("a.h", "#define LIE lie", []), ("run", "tell=1; echo \"$tell\"", []),
    ])
    func `a comment of a script is checked as a sentence`(
        path: String, text: String, breaches: [String]
    ) {
        #expect(ScriptText(path: path, text: text).breaches == breaches.map { "\(path):1: \($0)" })
    }

    @Test func `the changelog has only headings and list items, in at most 100 columns`() throws {
        let changelog = try #require(ProjectText.all.first { $0.path == "CHANGELOG.md" })
        for (index, line) in changelog.lines.enumerated() {
            #expect(
                line.count <= 100, "CHANGELOG.md:\(index + 1): \(line.count) columns, at most 100")
            #expect(
                line.isEmpty || line.hasPrefix("#") || line.hasPrefix("- ") || line.hasPrefix("  "),
                "CHANGELOG.md:\(index + 1): a fact begins with a dash")
        }
    }

    @Test(arguments: [
        ("/// The session goes on.", 1), ("/// It is told for good.", 2),
        ("/// `tell` and ``hear(_:)`` are names.", 0), ("/// A bit rate is a bitrate.", 1),
        ("///   - tell: Reports an error.", 0), ("/// - Parameter hear: A closure.", 0),
        ("/// Storytelling, beliefs and licensed media.", 0), ("/// It is no playlist.", 1),
        ("/// There is no playlist.", 0), ("/// It is no longer listed.", 0),
        ("/// is no playlist", 0),
    ])
    func `a forbidden word is found as a whole word`(line: String, count: Int) {
        #expect(ProseRules.breaches(in: line).count == count)
    }

    @Test(arguments: [
        ("/// What lies there.", true), ("/// How many there are.", true),
        ("/// Why it fails.", true),
        ("/// The number of segments.", false), ("/// Whether it plays.", false),
    ])
    func `a doc comment does not begin with a clause`(line: String, isClause: Bool) {
        #expect(ProseRules.beginsWithClause(line) == isClause)
    }

    @Test(arguments: [
        ("///   - url: Where it is.", true), ("/// - Returns: What is left.", true),
        ("/// - Parameter a: The place where it is.", false), ("///   - what: Text.", false),
        ("/// - Throws: ``StoreError`` where it is full.", false),
    ])
    func `the description of a parameter does not begin with a clause`(line: String, isClause: Bool)
    {
        #expect(ProseRules.describesWithClause(line) == isClause)
        #expect(
            ProjectText(path: "A.swift", text: "///\n\(line)").proseBreaches.isEmpty != isClause)
    }

    @Test func `only the first line of a doc comment is checked for its first word`() {
        let file = ProjectText(
            path: "A.swift", text: "/// The place\n/// where it starts.\nlet a = 1\n/// Where.\n")
        #expect(file.proseBreaches == ["A.swift:4: begin with a noun or a verb: /// Where."])
    }
}

extension ProjectText {
    /// The lines outside code blocks, with their numbers from 1.
    fileprivate var prose: [(number: Int, text: Substring)] {
        var isCode = false
        return lines.enumerated().compactMap { index, line in
            if line.hasPrefix("```") { isCode.toggle() }
            return isCode ? nil : (index + 1, line)
        }
    }
}
