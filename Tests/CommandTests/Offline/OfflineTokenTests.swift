import TestSupport
import Testing

/// Tokens that are abbreviated to their beginnings.
@Suite struct OfflineTokenTests {
    @Test func `an unambiguous prefix identifies a token`() throws {
        let shelf = OfflineShelf()
        let single = "\(SampleMedia.folder)/single/index.m3u8"
        try #require(try shelf.run("download", single).status == 0)
        let token = try shelf.token()
        let start = String(token.prefix(4))
        #expect(try shelf.run("status", start).output.contains(token))
        #expect(try shelf.run("verify", start).status == 0)
        #expect(try shelf.run("play", start, "-q").status == 0)
        let target = shelf.scratch.path + "/copy"
        #expect(try shelf.run("export", start, target).status == 0)
        #expect(try shelf.files(in: target)["index.m3u8"] != nil)
        #expect(try shelf.run("delete", start).status == 0)
        #expect(try shelf.list().isEmpty)
    }

    @Test func `an ambiguous prefix is refused with the tokens that it matches`() throws {
        let shelf = OfflineShelf()
        var starts: Set<Character> = []
        var shared: Character?
        // Of seventeen tokens, at least two begin with the same hexadecimal digit.
        for number in 0..<17 where shared == nil {
            let asset = "\(SampleMedia.folder)/single/index.m3u8?\(number)"
            try #require(try shelf.run("download", "file://" + asset).status == 0)
            let tokens = try shelf.list().compactMap { $0["token"] as? String }
            let first = try #require(tokens.last?.first)
            if !starts.insert(first).inserted { shared = first }
        }
        let start = String(try #require(shared))
        let run = try shelf.run("delete", start)
        #expect(run.status == 2)
        #expect(run.errors.contains("\(start) begins the tokens of several downloads: \(start)"))
        #expect(try shelf.list().count == starts.count + 1)
    }

    @Test func `an unknown token prefix is reported`() throws {
        let shelf = OfflineShelf()
        let single = "\(SampleMedia.folder)/single/index.m3u8"
        try #require(try shelf.run("download", single).status == 0)
        let run = try shelf.run("status", "zz")
        #expect(run.status == 1)
        #expect(run.errors.contains("there is no download zz"))
    }
}
