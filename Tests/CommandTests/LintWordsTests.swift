import TestSupport
import Testing

/// The texts and locations in the findings of `playctl lint`.
@Suite struct LintWordsTests {
    private let folder = ScratchFolder()

    private static let head =
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n"
    private static let long = "\(head)#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n"

    private func lint(_ text: String, _ arguments: String...) throws -> Playctl.Outcome {
        let place = try folder.put(text, at: "index.m3u8")
        return try Playctl.run(["lint", place, "--no-media"] + arguments)
    }

    @Test func `a local path is shown and matched as it is written`() throws {
        let name = "my film é"
        let place = "\(try folder.makeFolder(name))/index.m3u8"
        try folder.put(Self.long, at: "\(name)/index.m3u8")
        let text = try Playctl.run("lint", place, "--no-media")
        #expect(text.output.hasPrefix("\(place):5: error: "), "\(text.output)")
        let json = try Playctl.run("lint", place, "--no-media", "--json")
        #expect(json.output.contains("/\(name)/index.m3u8\""))
        let config =
            "ignore:\n  - rule: media.longer-than-target\n    paths: [\"\(name)/*\"]\n"
        let path = try folder.put(config, at: "lint.yaml")
        let outcome = try Playctl.run("lint", place, "--no-media", "--config", path)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
    }

    @Test func `two slashes in a path are one folder boundary for URIs too`() throws {
        _ = try folder.makeFolder("film/low")
        try folder.put(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\n../one.m3u8\n",
            at: "film/low/index.m3u8")
        try folder.put("\(Self.head)#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n", at: "film/one.m3u8")
        let outcome = try Playctl.run(
            "lint", "\(folder.path)/film/low//index.m3u8", "--no-media")
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func `an address with a token has its line and its column in the text report`() throws {
        let server = try OriginServer(.folder(folder.path))
        try folder.put(Self.long.replacing("4,", with: "-4,"), at: "index.m3u8")
        let place = server.url("/index.m3u8?token=abcdefghijkl")
        let outcome = try Playctl.run("lint", place, "--no-media")
        #expect(outcome.output.contains(":5: error: EXTINF"), "\(outcome.output)")
        #expect(!outcome.output.contains("abcdefghijkl"))
    }

    @Test func `a file of another kind is reported by the rule about its kind`() throws {
        let outcome = try lint("<html></html>")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("[text.not-a-playlist]"), "\(outcome.output)")
        let words = ["--baseline", "\(folder.path)/known"]
        #expect(try lint("<html></html>", words[0], words[1], "--update").status == 1)
    }

    @Test func `an unusable attribute is malformed, and not absent`() throws {
        let text = Self.long.replacing(
            "#EXTINF:4", with: "#EXT-X-START:TIME-OFFSET=1e0\n#EXTINF:2")
        let outcome = try lint(text)
        #expect(outcome.output.contains("EXT-X-START: an attribute is malformed"))
        #expect(outcome.output.contains("[attr.malformed]"))
        #expect(!outcome.output.contains("lacks a required attribute"), "\(outcome.output)")
    }

    @Test func `a missing bandwidth is reported once`() throws {
        let outcome = try lint(
            "#EXTM3U\n#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=900000,CODECS=\"mp4a.40.2\"\na.m3u8\n")
        #expect(outcome.output.contains("[variant.bandwidth-missing]"))
        #expect(!outcome.output.contains("above BANDWIDTH"), "\(outcome.output)")
    }

    @Test func `a duration just below a half rounds down, and a half rounds up`() throws {
        func status(_ duration: String) throws -> Int32 {
            try lint(Self.long.replacing("#EXTINF:4", with: "#EXTINF:\(duration)")).status
        }
        #expect(try status("2.49999999999") == 0)
        #expect(try status("2.4") == 0)
        #expect(try status("2.5") == 1)
        #expect(try status("99999999999999999") == 1)
    }

    @Test func `a number between 2^63 and 2^64 is refused with the true bound`() throws {
        let sequence = "#EXT-X-MEDIA-SEQUENCE:18446744073709551615\n#EXTINF:2"
        let media = try lint(Self.long.replacing("#EXTINF:4", with: sequence))
        #expect(
            media.output.contains("is above 9223372036854775807, the largest number that is read"),
            "\(media.output)")
        let variant = try lint(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=18446744073709551615\na.m3u8\n")
        #expect(variant.output.contains("a number above 9223372036854775807"))
    }

    @Test(arguments: [
        "# playctl: ignore media.longer-than", "# playctl: ingore media.longer-than-target",
        "# playctl: ignore",
    ])
    func `a comment that ignores nothing is a warning`(comment: String) throws {
        let outcome = try lint(
            Self.long.replacing("#EXTINF:4", with: "\(comment)\n#EXTINF:4"))
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("[text.ignore-comment]"), "\(outcome.output)")
    }

    @Test func `thousands of date ranges with one ID are checked in little time`() throws {
        let ranges = (0..<20_000).map {
            "#EXT-X-DATERANGE:ID=\"x\",START-DATE=\"2026-01-01T00:00:00Z\",X-\($0)=\"a\"\n"
        }
        let clock = ContinuousClock()
        let time = try clock.measure {
            _ = try lint(
                Self.long.replacing("#EXTINF:4", with: ranges.joined() + "#EXTINF:2"))
        }
        #expect(time < .seconds(30))
    }
}
