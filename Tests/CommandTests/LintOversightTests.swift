import Foundation
import TestSupport
import Testing

/// `playctl lint` finds breaches despite its limits and despite files with several roles.
@Suite struct LintOversightTests {
    private let folder = ScratchFolder()

    private func lint(_ text: String, _ arguments: String...) throws -> Playctl.Outcome {
        let place = try folder.put(text, at: "index.m3u8")
        return try Playctl.run(["lint", place] + arguments)
    }

    /// Copies the files of a sample into the folder.
    private func copy(_ sample: String) throws {
        for name in try FileManager.default.contentsOfDirectory(
            atPath: "\(SampleMedia.folder)/\(sample)")
        {
            try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
            try FileManager.default.copyItem(
                atPath: "\(SampleMedia.folder)/\(sample)/\(name)",
                toPath: "\(folder.path)/\(name)")
        }
    }

    // MARK: Bounds

    private static let head =
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n"

    @Test func `an error after more than a thousand warnings makes lint fail`() throws {
        let warnings = (0..<1200).map { "#EXTINF:2\n\($0).ts\n" }.joined()
        let text = Self.head + warnings + "#EXTINF:30,\nlong.ts\n#EXT-X-ENDLIST\n"
        let outcome = try lint(text, "--no-media")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("[media.longer-than-target]"), "\(outcome.output)")
        #expect(outcome.output.contains("1 error, 1200 warnings"), "\(outcome.output)")
    }

    @Test func `comments and titles without mistakes leave no rule checked in part`() throws {
        let lines = (0..<1200).map { "# segment \($0)\n#EXTVLCOPT:a\n#EXTINF:2,é\n\($0).ts\n" }
        let text = Self.head + lines.joined() + "# EXT-X-ENDLIST\n#EXT-X-ENDLIST\n"
        let outcome = try lint(text, "--no-media", "--quiet")
        #expect(!outcome.errors.contains("not checked"), "\(outcome.errors)")
        #expect(outcome.errors.contains("[text.tag-case]"), "\(outcome.errors)")
    }

    // MARK: Roles

    @Test func `a multivariant playlist that lists itself is an error`() throws {
        let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"mp4a.40.2\"\nindex.m3u8\n"
        let outcome = try lint("#EXTM3U\n\(variant)")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("a multivariant playlist is listed as a media playlist"))
    }

    @Test func `a playlist that is listed twice is checked in both of its roles`() throws {
        try copy("ts-multivariant")
        let place = "\(folder.path)/index.m3u8"
        let text = folder.text("index.m3u8")
        #expect(try Playctl.run("lint", place).status == 0)
        let frames =
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=177664,URI=\"video-234p/index.m3u8\"\n"
        let first = try lint(text + frames, "--no-media")
        #expect(first.output.contains("[iframe.tag-missing]"), "\(first.output)")
        let subtitles = text.replacing(
            "URI=\"subtitles-fr/index.m3u8\"", with: "URI=\"video-234p/index.m3u8\"")
        let second = try lint(subtitles, "--json")
        let rules = try LintedRules(second.output)
        #expect(rules.found["vtt.no-signature"] == 5, "\(rules.found)")
        #expect(second.status == 1)
        try FileManager.default.removeItem(atPath: "\(folder.path)/video-234p/segment-1.ts")
        let third = try LintedRules(try lint(subtitles, "--json").output)
        #expect(third.found["segment.missing-file"] == 1, "\(third.found)")
    }

    @Test(arguments: ["video-234p", "audio-en"])
    func `subtitles that are MPEG-TS are missing in playback`(name: String) throws {
        try copy("ts-multivariant")
        let text = """
            #EXTM3U
            #EXT-X-VERSION:4
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="E",LANGUAGE="en",URI="\(name)/index.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.4D400D,mp4a.40.2",SUBTITLES="s"
            video-360p/index.m3u8

            """
        let place = try folder.put(text, at: "ts.m3u8")
        let play = try Playctl.run("play", place, "--subtitles", "en")
        #expect(play.status == 1)
        #expect(play.output.contains("subtitles: not WebVTT but MPEG-TS"), "\(play.output)")
        let verify = try Playctl.run("verify", place)
        #expect(verify.status == 1)
        #expect(verify.output.contains("subtitles: not WebVTT but MPEG-TS"), "\(verify.output)")
    }

    // MARK: Skipped segments

    @Test func `segments that a complete playlist skips fail in lint, play and verify`() throws {
        try copy("single")
        let whole = folder.text("index.m3u8").replacing("VERSION:3", with: "VERSION:9")
        let start = try #require(whole.firstRange(of: "#EXTINF")?.lowerBound)
        let segments = whole[start...].split(separator: "\n")
        let skipping =
            whole[..<start] + "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n"
            + segments.dropFirst(4).joined(separator: "\n") + "\n"
        let lint = try lint(String(skipping))
        #expect(lint.status == 1)
        #expect(lint.output.contains("[media.skip-unrequested]"), "\(lint.output)")
        for verb in ["play", "verify"] {
            let outcome = try Playctl.run(verb, "\(folder.path)/index.m3u8")
            #expect(outcome.status == 1)
            let text = outcome.output + outcome.errors
            #expect(text.contains("it skips 2 segments"), "\(text)")
        }
    }

    @Test func `delta updates after a complete version are legal versions`() throws {
        func text(_ first: Int, _ count: Int, skipping: Int = 0) -> String {
            let skip = skipping > 0 ? "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipping)\n" : ""
            let lines = (first + skipping..<first + count).map { "#EXTINF:2,\n\($0).ts\n" }
            return "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:2\n"
                + "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
                + skip + lines.joined()
        }
        let texts = [text(1, 8), text(1, 9, skipping: 4), text(2, 9, skipping: 4)]
        let places = try texts.enumerated().map { place, text in
            try folder.put(text, at: "\(place).m3u8")
        }
        let words = ["lint", "--no-media", "--severity", "media.file-without-endlist=off"]
        let outcome = try Playctl.run(words + ["--versions"] + places)
        #expect(outcome.status == 0, "\(outcome.output)")
        let late = try Playctl.run(words + ["--versions"] + places.dropFirst())
        #expect(late.output.contains("1.m3u8:6: error: 4 segments are skipped"), "\(late.output)")
        #expect(!late.output.contains("[live."), "\(late.output)")
    }

    // MARK: Versions

    @Test func `segments removed at the end and changed dates are found between versions`() throws {
        func text(_ count: Int, type: String = "", second: Int = 10) -> String {
            let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(second).000Z\n"
            let lines = (0..<count).map { "#EXTINF:2,\n\($0).ts\n" }
            return "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n\(type)\(date)"
                + lines.joined()
        }
        func rules(_ old: String, _ new: String) throws -> Set<String> {
            let places = [try folder.put(old, at: "1.m3u8"), try folder.put(new, at: "2.m3u8")]
            let words = ["lint", "--no-media", "--rules", "live", "--versions", "--json"]
            return Set(try LintedRules(try Playctl.run(words + places).output).found.keys)
        }
        #expect(try rules(text(6), text(7)).isEmpty)
        let event = "#EXT-X-PLAYLIST-TYPE:EVENT\n"
        for count in [5, 1, 0] {
            #expect(try rules(text(6), text(count)).contains("live.removed-at-end"))
            let found = try rules(text(6, type: event), text(count, type: event))
            #expect(found.contains("live.event-removed"))
        }
        #expect(try rules(text(6), text(6, second: 20)) == ["live.segment-changed"])
    }

    // MARK: Side files

    private func film(_ attributes: String, session: String = "") throws -> Playctl.Outcome {
        try copy("single")
        let date = "2026-01-01T00:00:00.000Z"
        let text = folder.text("index.m3u8").replacing(
            "#EXTINF:2.000000,\nsegment-0.ts",
            with: "#EXT-X-PROGRAM-DATE-TIME:\(date)\n#EXT-X-DATERANGE:ID=\"a\""
                + ",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"\(date)\",\(attributes)\n"
                + "#EXTINF:2.000000,\nsegment-0.ts")
        return try lint(text)
    }

    @Test func `the asset of an interstitial is requested regardless of its name`() throws {
        let missing = try film("X-ASSET-URI=\"ad?id=1\"")
        #expect(missing.output.contains("[ad.unreadable]"), "\(missing.output)")
        try folder.put("<VAST/>", at: "ad.xml")
        #expect(try film("X-ASSET-URI=\"ad.xml\"").output.contains("[ad.unreadable]"))
        try folder.put("the advertisement was removed", at: "ad.txt")
        #expect(try film("X-ASSET-URI=\"ad.txt\"").output.contains("[ad.unreadable]"))
        let media = try film("X-ASSET-URI=\"segment-1.ts\"")
        #expect(!media.output.contains("[ad."), "\(media.output)")
        #expect(!media.output.contains("is not read"), "\(media.output)")
    }

    @Test func `an interstitial that is a single file is played to its end`() throws {
        try copy("progressive")
        let good = try film("X-ASSET-URI=\"movie.mp4\",DURATION=6.0")
        #expect(good.status == 0, "\(good.output)")
        #expect(!good.output.contains("[ad."), "\(good.output)")
        #expect(!good.output.contains("interstitial"), "\(good.output)")
        let long = try film("X-ASSET-URI=\"movie.mp4\",DURATION=60.0")
        #expect(long.output.contains("[ad.duration]"), "\(long.output)")
        let movie = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/movie.mp4"))
        try folder.put(movie.prefix(movie.count / 2), at: "ad.mp4")
        let broken = try film("X-ASSET-URI=\"ad.mp4\"")
        #expect(broken.status == 1)
        #expect(broken.output.contains("[ad.unreadable]"), "\(broken.output)")
        let limited = try Playctl.run("lint", "\(folder.path)/index.m3u8", "--max-media", "4")
        #expect(
            limited.output.contains("the media of the interstitial ad.mp4 is not read"),
            "\(limited.output)")
    }

    @Test func `the media and the duration of an interstitial are read from its playlist`() throws {
        try folder.put("\(Self.head)#EXTINF:2,\nsegment-1.ts\n#EXT-X-ENDLIST\n", at: "ad.m3u8")
        let good = try film("X-ASSET-URI=\"ad.m3u8\",DURATION=2.0")
        #expect(good.status == 0, "\(good.output)")
        #expect(!good.output.contains("[ad."), "\(good.output)")
        #expect(!good.output.contains("interstitial"), "\(good.output)")
        let long = try film("X-ASSET-URI=\"ad.m3u8\",DURATION=60.0")
        #expect(long.output.contains("[ad.duration]"), "\(long.output)")
        let asset = "{\"URI\": \"ad.m3u8\", \"DURATION\": 40}"
        try folder.put("{\"ASSETS\": [\(asset)]}", at: "list.json")
        let listed = try film("X-ASSET-LIST=\"list.json\",DURATION=2.0")
        #expect(listed.output.contains("ad.m3u8, which has 2.000 s"), "\(listed.output)")
        try folder.put("\(Self.head)#EXTINF:2,\ngone.ts\n#EXT-X-ENDLIST\n", at: "ad.m3u8")
        let missing = try film("X-ASSET-URI=\"ad.m3u8\"")
        #expect(missing.status == 1)
        #expect(missing.output.contains("gone.ts"), "\(missing.output)")
        #expect(missing.output.contains("[segment.missing-file]"), "\(missing.output)")
    }

    @Test func `a missing variant stream of an interstitial is an error`() throws {
        let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS=\"avc1.4D400D\"\ngone.m3u8\n"
        try folder.put("#EXTM3U\n\(variant)", at: "ad.m3u8")
        let outcome = try film("X-ASSET-URI=\"ad.m3u8\"")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("[set.unreachable]"), "\(outcome.output)")
    }

    @Test func `a wrong bandwidth of an interstitial is a warning`() throws {
        try folder.put("\(Self.head)#EXTINF:2,\nsegment-1.ts\n#EXT-X-ENDLIST\n", at: "ad-1.m3u8")
        let codecs = "CODECS=\"avc1.4D400C,mp4a.40.2\",RESOLUTION=320x180"
        try folder.put(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000,\(codecs)\nad-1.m3u8\n", at: "ad.m3u8")
        let outcome = try film("X-ASSET-URI=\"ad.m3u8\"")
        #expect(outcome.status == 0, "\(outcome.output)")
        let line = outcome.output.split(separator: "\n").first { $0.contains("[variant.peak-off]") }
        #expect(line?.contains(": warning: ") == true, "\(outcome.output)")
    }

    @Test func `files beyond the bound are stated as not checked`() throws {
        try folder.put("\(Self.head)#EXTINF:2,\ngone.ts\n#EXT-X-ENDLIST\n", at: "ad.m3u8")
        let assets = (0..<300).map { "{\"URI\": \"ad.m3u8?\($0)\", \"DURATION\": 2}" }
        try folder.put("{\"ASSETS\": [\(assets.joined(separator: ","))]}", at: "list.json")
        let outcome = try film("X-ASSET-LIST=\"list.json\"")
        #expect(
            outcome.output.contains("45 of 301 files that playlists name were not read"),
            "\(outcome.output)")
    }

    @Test func `missing session data of the format RAW is an error`() throws {
        try copy("ts-multivariant")
        let data = "#EXT-X-SESSION-DATA:DATA-ID=\"a\",URI=\"data.bin\",FORMAT=RAW\n"
        let text = folder.text("index.m3u8").replacing("VERSION:4\n", with: "VERSION:7\n" + data)
        let outcome = try lint(text)
        #expect(outcome.output.contains("[session-data.unreachable]"), "\(outcome.output)")
        try folder.put("\u{1}\u{2}", at: "data.bin")
        #expect(!(try lint(text)).output.contains("[session-data."))
    }
}

/// The number of findings for each rule in a JSON result.
private struct LintedRules {
    private(set) var found: [String: Int] = [:]

    init(_ output: String) throws {
        let json = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let assets = json?["assets"] as? [[String: Any]] ?? []
        for finding in assets.flatMap({ $0["findings"] as? [[String: Any]] ?? [] }) {
            guard let rule = finding["rule"] as? String else { continue }
            found[rule, default: 0] += 1 + (finding["more"] as? Int ?? 0)
        }
    }
}
