import Foundation
import TestSupport
import Testing

/// `playctl run --init` writes a first suite for an asset, and the asset passes it.
@Suite struct SuiteScaffoldTests {
    private let folder = ScratchFolder()

    @Test(arguments: ["markers", "markers-wrong", "ts-multivariant", "single", "protected-aes128"])
    func `a generated suite passes on the asset it was made for`(sample: String) throws {
        let asset = "\(SampleMedia.folder)/\(sample)/index.m3u8"
        let suite = "\(folder.path)/suite"
        let written = try Playctl.run("run", "--init", asset, suite)
        #expect(written.status == 0, "\(written.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: suite)
        for name in ["cue-points", "outage", "lint"] {
            #expect(names.contains("\(name).play.yaml"))
        }
        if sample == "ts-multivariant" {
            #expect(names.contains("audio-fr.play.yaml"))
            let audio = folder.text("suite/audio-fr.play.yaml")
            #expect(audio.contains("requests: {location: \"audio-fr/index.m3u8\", times: 1..}"))
            let subtitles = folder.text("suite/subtitles-en.play.yaml")
            #expect(subtitles.contains("location: \"subtitles-en/index.m3u8\", times: 1..}"))
            #expect(subtitles.contains("count: {event: didShowCue, times: 1..}"))
        }
        if sample == "markers" {
            #expect(folder.text("suite/cue-points.play.yaml").contains("type: \"AdSlot\""))
        }
        let outcome = try Playctl.run("run", suite)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("\(names.count) passed, 0 failed"))
    }

    @Test(arguments: [(true, "a broadcast of a server"), (false, "has no EXT-X-ENDLIST")])
    func `an asset that no scenario plays gives no suite`(isServed: Bool, reason: String) throws {
        let asset = try folder.copy(.single)
        try folder.edit("asset/index.m3u8") { text in
            let open = text.replacing("#EXT-X-ENDLIST\n", with: "")
            return isServed ? open.replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "") : open
        }
        let server = try OriginServer(.folder(folder.path))
        let place = isServed ? server.url("/asset/index.m3u8") : asset
        let run = try Playctl.run("run", "--init", place, "\(folder.path)/suite")
        #expect(run.status == 1)
        #expect(run.errors.contains(reason))
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/suite"))
    }

    @Test func `a suite in a linked folder finds its asset`() throws {
        _ = try folder.copy(.single)
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/far/away", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/near", withDestinationPath: "far/away")
        let written = try Playctl(
            ["run", "--init", "asset/index.m3u8", "near/suite"], in: folder.path
        ).wait()
        #expect(written.status == 0, "\(written.errors)")
        let outcome = try Playctl(["run", "near/suite"], in: folder.path).wait()
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func `existing suite files are not overwritten, and a missing asset gives no suite`()
        throws
    {
        let asset = "\(SampleMedia.folder)/single/index.m3u8"
        let suite = "\(folder.path)/suite"
        let first = try Playctl.run("run", "--init", asset, suite, "--quiet")
        #expect(first.status == 0)
        #expect(first.output == "" && first.errors == "")
        try folder.put("mine".utf8, at: "suite/lint.play.yaml")
        try folder.remove("suite/outage.play.yaml")
        let again = try Playctl.run("run", "--init", asset, suite)
        #expect(again.status == 2)
        #expect(again.errors.contains("is not overwritten"))
        #expect(folder.text("suite/lint.play.yaml") == "mine")
        let names = try FileManager.default.contentsOfDirectory(atPath: suite)
        #expect(!names.contains("outage.play.yaml"))
        let other = "\(folder.path)/other"
        let broken = try Playctl.run("run", "--init", "\(folder.path)/none.m3u8", other)
        #expect(broken.status == 1)
        let catalogue = try folder.put(
            #"{"id": "1", "sources": [{"src": "\#(asset)", "type": "application/x-mpegURL"}]}"#,
            at: "film.json")
        let refused = try Playctl.run("run", "--init", catalogue, other)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("the JSON of a catalogue"))
        #expect(!FileManager.default.fileExists(atPath: other))
        #expect(try Playctl.run("run").status == 2)
    }
}
