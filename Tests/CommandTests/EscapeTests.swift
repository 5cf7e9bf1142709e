import Foundation
import TestSupport
import Testing

/// Text from an asset cannot control the terminal in any output.
@Suite struct EscapeTests {
    private let folder = ScratchFolder()
    private static let nasty = "\u{1B}]0;pwn\u{7}\u{1B}[2J\u{202E}\u{9B}31m\u{2066}"

    /// Writes an asset whose texts contain escape sequences, and returns its path.
    private func asset() throws -> String {
        let asset = try folder.copy(.single)
        try folder.put(
            """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-SESSION-DATA:DATA-ID="a\(Self.nasty)",VALUE="v\(Self.nasty)"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g\(Self.nasty)",NAME="N\(Self.nasty)",LANGUAGE="en"
            #EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1\(Self.nasty)",AUDIO="g\(Self.nasty)"
            index.m3u8

            """, at: "asset/main.m3u8")
        return asset.replacing("index.m3u8", with: "main.m3u8")
    }

    private func expectSafe(_ text: String) {
        #expect(text != "")
        for scalar in "\u{1B}\u{7}\u{202E}\u{9B}\u{2066}".unicodeScalars {
            #expect(!text.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test(arguments: ["probe", "play", "lint", "verify", "cues"])
    func `no verb prints the escape sequences of an asset`(verb: String) throws {
        let asset = try asset()
        let run = try Playctl.run(verb, asset)
        expectSafe(run.output + run.errors)
    }

    @Test func `differences of assets and traces have no escape sequences`() throws {
        let asset = try asset()
        let compared = try Playctl.run("compare", "single/index.m3u8", asset, "--no-media")
        expectSafe(compared.output)
        _ = try Playctl.run("play", asset, "--trace", "\(folder.path)/trace", "--events", "none")
        expectSafe(folder.text("trace"))
    }

    @Test func `a WebVTT file is listed without escape sequences`() throws {
        let file = try folder.put(
            "WEBVTT\n\nid\(Self.nasty) bad\n\n00:01.000 --> 00:02.000\ncue \(Self.nasty) text\n",
            at: "a.vtt")
        let run = try Playctl.run("probe", file)
        #expect(run.output.contains("cue "))
        expectSafe(run.output)
    }

    @Test func `a JUnit report does not reverse text`() throws {
        let path = try folder.put(
            "playctl: 1\nname: \"a\\u202Eb\"\nassets: ['\(SampleMedia.single.path)']\n",
            at: "a.play.yaml")
        let run = try Playctl.run("run", path, "--junit", "-")
        expectSafe(run.output)
        #expect(run.output.contains("classname=\"a\u{FFFD}b\""))
    }

    @Test func `the payload of data URLs and query values of relative URIs are not printed`() throws
    {
        let asset = try folder.copy(.single)
        try folder.edit("asset/index.m3u8") {
            $0.replacing("segment-1.ts", with: "data:video/mp2t;base64,U0VDUkVU")
                .replacing("segment-2.ts", with: "gone.ts?token=U0VDUkVU")
        }
        for options in [[], ["--json"], ["--sarif", "-"], ["--junit", "-"], ["--html", "-"]] {
            let run = try Playctl.run(["lint", asset] + options)
            #expect(run.status == 1)
            #expect(!run.output.contains("U0VDUkVU"), "\(options)")
            #expect(!run.errors.contains("U0VDUkVU"), "\(options)")
        }
    }
}
