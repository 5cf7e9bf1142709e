import Foundation
import TestSupport
import Testing

/// The markers of assets, listed by the built tool.
@Suite struct CuesCommandTests {
    @Test func `lists markers with all of their sources`() throws {
        let run = try Playctl.run("cues", "markers/index.m3u8")
        #expect(run.status == 0)
        #expect(run.errors == "")
        let starts = run.lines.filter { $0.hasPrefix("  4.000") || $0.hasPrefix("  8.000") }
        #expect(starts.count == 2)
        for word in [
            "SCTE 35 in PID", "EXT-X-DATERANGE SCTE35-OUT", "EXT-X-CUE-OUT", "EXT-OATCLS-SCTE35",
            "splice_insert, out of network, event 1", "Provider Placement Opportunity Start",
            "URI break-2",
        ] {
            #expect(run.output.contains(word), "\(word)")
        }
    }

    @Test func `writes a JSON object`() throws {
        let object = try Playctl.run("cues", "markers/index.m3u8", "--json").object
        #expect(object["duration"] as? Double == 12)
        let streams = try #require(object["streams"] as? [[String: Any]])
        #expect(streams.map { $0["role"] as? String } == ["variant", "variant"])
        #expect(streams.map { $0["keyframes"] as? Int } == [6, 6])
        let markers = try #require(object["markers"] as? [[String: Any]])
        #expect(markers.map { $0["time"] as? Double } == [4, 6, 8, 10])
        #expect(markers.map { $0["kind"] as? String } == ["out", "in", "out", "in"])
        #expect(markers[0]["duration"] as? Double == 2)
        let sources = try #require(markers[0]["sources"] as? [[String: Any]])
        #expect(sources.count >= 4)
    }

    @Test func `reads only the chosen variants`() throws {
        let object = try Playctl.run("cues", "markers/index.m3u8", "--json", "--variant", "2")
            .object
        let streams = try #require(object["streams"] as? [[String: Any]])
        #expect(streams.map { $0["name"] as? String } == ["variant 2 (320x180, 179k)"])
        let wrong = try Playctl.run("cues", "markers/index.m3u8", "--variant", "3")
        #expect(wrong.status == 2)
        #expect(
            wrong.errorLines == [
                "playctl: markers/index.m3u8: there is no variant 3: the playlist has only 2"
            ])
    }

    @Test func `lists ID3 tags`() throws {
        let run = try Playctl.run("cues", "id3/index.m3u8")
        #expect(run.status == 0)
        #expect(run.lines.count { $0.contains(" id3 ") } == 6)
    }

    @Test(arguments: ["cues", "verify"])
    func `reports that a playlist without an end is treated as complete`(verb: String) throws {
        let folder = TestSupport.ScratchFolder()
        let text = String(decoding: fileBytes(SampleMedia.single.path), as: UTF8.self)
        folder.put(
            text.replacing("#EXT-X-ENDLIST", with: "")
                .replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "")
                .replacing("segment-", with: "\(SampleMedia.single.folder)/segment-").utf8,
            at: "index.m3u8")
        let asset = "\(folder.path)/index.m3u8"
        let run = try Playctl.run([verb, asset] + (verb == "verify" ? ["--live"] : []))
        #expect(run.status == 0, "\(run.output)")
        if verb == "verify" { #expect(try Playctl.run(verb, asset).status == 1) }
        #expect(
            run.errorLines == [
                "playctl: the stream has no EXT-X-ENDLIST, and is treated as complete"
            ])
    }

    @Test func `reports an asset without markers`() throws {
        let run = try Playctl.run("cues", "progressive/movie.mp4")
        #expect(run.status == 0)
        #expect(run.output == "no markers\n")
        #expect(try Playctl.run("cues", "single/index.m3u8", "--as-cue-points").output == "[]\n")
    }

    @Test(arguments: [[], ["--csv"]])
    func `an unreadable marker is reported as missing from the cue points`(options: [String])
        throws
    {
        let folder = TestSupport.ScratchFolder()
        let text = String(decoding: fileBytes(SampleMedia.single.path), as: UTF8.self)
        folder.put(
            text.replacing("segment-", with: "\(SampleMedia.single.folder)/segment-")
                .replacing(
                    "#EXTINF", with: "#EXT-OATCLS-SCTE35:/DAB\n#EXTINF", maxReplacements: 1
                ).utf8,
            at: "index.m3u8")
        let asset = "\(folder.path)/index.m3u8"
        let listed = try Playctl.run("cues", asset)
        #expect(listed.status == 0)
        #expect(listed.output.contains("unreadable"))
        let run = try Playctl.run(["cues", asset, "--as-cue-points"] + options)
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("cannot be read"))
        #expect(run.errors.contains("EXT-OATCLS-SCTE35"))
        #expect(run.lines == [options.isEmpty ? "[]" : "time,type,name"])
    }

    @Test func `a tag of advertisements that is not read as a marker has a warning`() throws {
        let folder = TestSupport.ScratchFolder()
        let text = String(decoding: fileBytes(SampleMedia.single.path), as: UTF8.self)
        folder.put(
            text.replacing("segment-", with: "\(SampleMedia.single.folder)/segment-")
                .replacing("#EXTINF", with: "#EXT-X-PLACEMENT-OPPORTUNITY\n#EXTINF").utf8,
            at: "index.m3u8")
        let asset = "\(folder.path)/index.m3u8"
        let run = try Playctl.run("cues", asset)
        #expect(run.status == 0)
        #expect(run.output == "no markers\n")
        #expect(
            run.errorLines == [
                "playctl: warning: \(asset): EXT-X-PLACEMENT-OPPORTUNITY is not read as a marker"
            ])
        #expect(try Playctl.run("verify", asset).errorLines == run.errorLines)
    }

    @Test func `a date range with a malformed message is reported, and its break is listed`() throws
    {
        let folder = TestSupport.ScratchFolder()
        let text = String(decoding: fileBytes(SampleMedia.single.path), as: UTF8.self)
        folder.put(
            text.replacing("segment-", with: "\(SampleMedia.single.folder)/segment-")
                .replacing(
                    "#EXTINF",
                    with:
                        "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXT-X-DATERANGE:ID=\"a\","
                        + "START-DATE=\"2026-01-01T00:00:04Z\",SCTE35-OUT=FC00\n#EXTINF",
                    maxReplacements: 1
                ).utf8,
            at: "index.m3u8")
        let run = try Playctl.run("cues", "\(folder.path)/index.m3u8", "--as-cue-points")
        #expect(run.status == 1)
        #expect(run.output.contains("\"time\":4.000,\"type\":\"AdSlot\""), "\(run.output)")
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("SCTE35-OUT"), "\(run.errors)")
    }

    @Test func `a date range without a place fails a list of cue points`() throws {
        let folder = TestSupport.ScratchFolder()
        let text = String(decoding: fileBytes(SampleMedia.single.path), as: UTF8.self)
        folder.put(
            text.replacing("segment-", with: "\(SampleMedia.single.folder)/segment-")
                .replacing(
                    "#EXTINF",
                    with:
                        "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:04Z\","
                        + "X-A=\"b\"\n#EXTINF", maxReplacements: 1
                ).utf8,
            at: "index.m3u8")
        for (options, status) in [
            (["--as-cue-points"], 1), (["--as-cue-points", "--csv"], 1), ([], 0),
        ] {
            let run = try Playctl.run(["cues", "\(folder.path)/index.m3u8"] + options)
            #expect(run.status == Int32(status), "\(options): \(run.output)")
            #expect(run.errors.contains("date range a has no place"), "\(run.errors)")
        }
    }

    @Test(arguments: ["--json --as-cue-points", "--csv", "--variant 0", "--tolerance frame"])
    func `refuses invalid options`(options: String) throws {
        let words = ["cues", "single/index.m3u8"] + options.split(separator: " ").map(String.init)
        let run = try Playctl.run(words)
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
    }

    @Test func `fails for an asset that cannot be played`() throws {
        let run = try Playctl.run("cues", "no.m3u8")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
    }

    @Test func `unread media is not reported as free of markers`() throws {
        let run = try Playctl.run("cues", "protected-cbcs/index.m3u8")
        #expect(run.status == 1)
        #expect(run.lines == ["no markers in the parts that could be read"])
        #expect(run.errors.contains("no key"))
        let json = try Playctl.run("cues", "protected-cbcs/index.m3u8", "--json")
        #expect(try json.object["isComplete"] as? Bool == false)
    }
}
