import Foundation
import TestSupport
import Testing

/// `playctl lint --baseline`: a baseline suppresses only the findings that it lists.
@Suite struct LintBaselineTests {
    private let folder = ScratchFolder()

    private static func text(_ long: Set<Int>, duration: String = "4.0") -> String {
        let lines = (0..<6).map { index in
            "#EXTINF:\(long.contains(index) ? duration : "2.0"),\nsegment-\(index).ts\n"
        }
        return "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n"
            + lines.joined() + "#EXT-X-ENDLIST\n"
    }

    private func lint(_ text: String, _ arguments: String...) throws -> Playctl.Outcome {
        try folder.put(text, at: "index.m3u8")
        return try Playctl.run(
            ["lint", "\(folder.path)/index.m3u8", "--baseline", "\(folder.path)/known"] + arguments)
    }

    @Test func `a finding about another segment is new, and a changed value is not`() throws {
        #expect(try lint(Self.text([1]), "--no-media", "--update").status == 0)
        #expect(try lint(Self.text([1]), "--no-media").status == 0)
        #expect(try lint(Self.text([1], duration: "5.0"), "--no-media").status == 0)
        let moved = Self.text([1]).replacing("#EXT-X-PLAYLIST", with: "# a\n#EXT-X-PLAYLIST")
        #expect(try lint(moved, "--no-media").status == 0)
        let other = try lint(Self.text([3]), "--no-media")
        #expect(other.status == 1, "\(other.output)")
    }

    @Test func `a signed location is known without its signature`() throws {
        let text = Self.text([1]).replacing(".ts", with: ".ts?token=hunter2hunter2")
        #expect(try lint(text, "--no-media", "--update").status == 0)
        #expect(folder.text("known").contains(" at segment-1.ts?token=…\n"))
        #expect(try lint(text.replacing("r2\n", with: "r3\n"), "--no-media").status == 0)
    }

    @Test(arguments: [
        ("quality=high-definition", "quality=low-definition"), ("1", "2"), ("part=1", "part=2"),
        ("id=8c1f0a9e77&token=hunter2hunter2", "id=8c1f0a9e78&token=hunter2hunter2"),
        ("a", "b"), ("a=1", "b=1"),
        (
            String(repeating: "part=1&", count: 90) + "last=1",
            String(repeating: "part=1&", count: 90) + "last=2"
        ),
    ])
    func `a finding about another query is new`(known: String, other: String) throws {
        func text(_ query: String) -> String {
            Self.text([1]).replacing(".ts", with: ".ts?\(query)")
        }
        #expect(try lint(text(known), "--no-media", "--update").status == 0)
        #expect(!folder.text("known").contains("hunter2"))
        #expect(!folder.text("known").contains("definition"))
        #expect(try lint(text(known), "--no-media").status == 0)
        let outcome = try lint(text(other), "--no-media")
        #expect(outcome.status == 1, "\(outcome.output)")
    }

    @Test(arguments: [
        "Policy=eyJTdGF0ZW1lbnQiOltdfQ__&Signature=abcdef~-__&Key-Pair-Id=APKAEIBAERJR2EXAMPLE",
        "X-Amz-Date=20260101T000000Z&X-Amz-Signature=0123456789abcdef&X-Amz-Expires=300",
        "hdnts=st=1700000000~exp=1700003600~acl=/*~hmac=0123456789abcdef",
        "expires=17000001&st=abcdefgh", "Auth-Key=17-abcdef-0-0123456789",
    ])
    func `a finding is known by its query without the usual signatures`(query: String) throws {
        func text(_ query: String) -> String {
            Self.text([1]).replacing(".ts", with: ".ts?part=1&\(query)")
        }
        #expect(try lint(text(query), "--no-media", "--update").status == 0)
        let again = query.split(separator: "&").map { parameter in
            let words = parameter.split(separator: "=", maxSplits: 1)
            return "\(words[0])=" + String(words[1].reversed())
        }
        #expect(try lint(text(again.joined(separator: "&")), "--no-media").status == 0)
        #expect(
            try lint(text(query).replacing("part=1", with: "part=2"), "--no-media").status == 1)
    }

    @Test func `an asset is known without the signature of its own location`() throws {
        let server = try OriginServer(.memory(["/index.m3u8": Array(Self.text([1]).utf8)]))
        func lint(_ token: String, _ more: String...) throws -> Playctl.Outcome {
            let url = "http://127.0.0.1:\(server.port)/index.m3u8?token=\(token)&expires=12345"
            return try Playctl.run(
                ["lint", url, "--no-media", "--baseline", "\(folder.path)/known"] + more)
        }
        #expect(try lint("hunter2hunter2", "--update").status == 0)
        let known = folder.text("known")
        let name = "http://127.0.0.1:\(server.port)/index.m3u8?token=…&expires=…"
        #expect(known.contains(" \(name) "), "\(known)")
        let again = try lint("hunter3hunter3")
        #expect(again.status == 0, "\(again.output)")
        #expect(again.errors == "")
    }

    @Test func `a baseline may have the line ends and the byte order mark of Windows`() throws {
        #expect(try lint(Self.text([1]), "--no-media", "--update").status == 0)
        try folder.edit("known") { "\u{FEFF}" + $0.replacing("\n", with: "\r\n") }
        let outcome = try lint(Self.text([1]), "--no-media")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.errors == "")
    }

    @Test func `another missing file than the known one is new`() throws {
        for index in [0, 1, 2, 4] { try copy(index) }
        let rule = "segment.missing-file"
        let first = try lint(Self.text([]), "--update", "--rules", rule)
        #expect(first.output.contains("2 known findings forgiven"), "\(first.output)")
        for index in [3, 5] { try copy(index) }
        #expect(try lint(Self.text([]), "--rules", rule).status == 0)
        try folder.remove("segment-1.ts")
        #expect(try lint(Self.text([]), "--rules", rule).status == 1)
    }

    private func copy(_ index: Int) throws {
        try FileManager.default.copyItem(
            atPath: "\(SampleMedia.folder)/single/segment-0.ts",
            toPath: "\(folder.path)/segment-\(index).ts")
    }

    @Test func `a file that is not a baseline is refused`() throws {
        for junk in ["hello", "\u{1}\u{2}", "text.header\n", "{\"a\": 1}"] {
            try folder.put(junk, at: "known")
            let outcome = try lint(Self.text([]), "--no-media")
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("known:1: the line is not a finding"))
        }
    }

    @Test func `known findings that no longer occur are named`() throws {
        #expect(try lint(Self.text([1]), "--no-media", "--update").errors.isEmpty)
        let outcome = try lint(Self.text([]), "--no-media")
        #expect(outcome.status == 0)
        let words = "known:2: no finding of media.longer-than-target is forgiven here"
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        // A finding in the baseline whose rule is not checked may still occur. Therefore it is not
        // reported as missing.
        #expect(try lint(Self.text([]), "--no-media", "--rules", "text").errors.isEmpty)
    }
}
