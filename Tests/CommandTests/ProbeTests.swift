import Foundation
import TestSupport
import Testing

/// The contents of assets, as the built tool reports them.
@Suite struct ProbeTests {
    private static let keys: Set = [
        "kind", "version", "variants", "iFrameVariants", "renditions", "segments", "duration",
        "targetDuration", "mediaSequence", "endList", "playlistType", "keyMethods", "maps",
        "byteRanges", "discontinuities", "dateRanges", "gaps", "parts", "problems",
    ]

    @Test(arguments: SampleMedia.allCases)
    func `every sample asset is reported as text and as JSON`(sample: SampleMedia) throws {
        let text = try Playctl.run("probe", sample.rawValue)
        #expect(text.status == 0)
        #expect(text.errors == "")
        #expect(text.output.contains("avc1.4d40") || sample == .packedAudio)
        #expect(text.output.contains("mp4a.40.2"))
        let json = try Playctl.run("probe", sample.rawValue, "--json")
        #expect(json.status == 0)
        #expect(try json.object["failures"] as? [String] == [])
        #expect(try (json.object["media"] as? [Any])?.isEmpty == false)
    }

    @Test(arguments: SampleMedia.allCases.filter { $0 != .progressive })
    func `recognizes the kind of any single playlist`(sample: SampleMedia) throws {
        let run = try Playctl.run("probe", sample.rawValue, "--playlist-only", "--json")
        #expect(run.status == 0)
        #expect(run.lines.count == 1)
        #expect(Self.keys.subtracting(try run.object.keys) == [])
        let isMultivariant = [.transportStream, .fragments].contains(sample)
        #expect(
            try run.object["kind"] as? String == (isMultivariant ? "multivariant" : "media"))
    }

    @Test func `counts the contents of a media playlist`() throws {
        let folder = ScratchFolder()
        let path = try folder.put(
            """
            #EXTM3U
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:4
            #EXT-X-MEDIA-SEQUENCE:7
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00Z"
            #EXT-X-MAP:URI="a.mp4"
            #EXT-X-KEY:METHOD=AES-128,URI="k"
            #EXTINF:4,
            #EXT-X-BYTERANGE:10@0
            0.mp4
            #EXT-X-DISCONTINUITY
            #EXT-X-MAP:URI="b.mp4"
            #EXT-X-KEY:METHOD=NONE
            #EXT-X-GAP
            #EXTINF:3.5,
            1.mp4
            #EXT-X-PART:DURATION=1,URI="2.0.mp4"
            #EXT-X-PART:DURATION=1,URI="2.1.mp4"
            #EXTINF:2,
            2.mp4

            """, at: "index.m3u8")
        let found = try Playctl.run("probe", path, "--playlist-only", "--json").object
        let counts: [String: Double] = [
            "version": 9, "segments": 3, "duration": 9.5, "targetDuration": 4, "mediaSequence": 7,
            "maps": 2, "byteRanges": 1, "discontinuities": 1, "dateRanges": 1, "gaps": 1,
            "parts": 2, "variants": 0, "iFrameVariants": 0,
        ]
        for (key, count) in counts {
            #expect(found[key] as? Double == count, "\(key)")
        }
        #expect(found["endList"] as? Bool == false)
        #expect(found["playlistType"] is NSNull)
        #expect(found["keyMethods"] as? [String] == ["AES-128"])
    }

    @Test func `counts the contents of a multivariant playlist, and its problems with their lines`()
        throws
    {
        let folder = ScratchFolder()
        let path = try folder.put(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="one",URI="a.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="two",URI="b.m3u8"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="cc",INSTREAM-ID="CC1"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="nowhere"
            v.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100,URI="i.m3u8"

            """, at: "index.m3u8")
        let found = try Playctl.run("probe", path, "--playlist-only", "--json").object
        #expect(found["variants"] as? Int == 1)
        #expect(found["iFrameVariants"] as? Int == 1)
        let renditions = try #require(found["renditions"] as? [String: Int])
        #expect(renditions["AUDIO"] == 2)
        #expect(renditions["SUBTITLES"] == 0)
        #expect(renditions["CLOSED-CAPTIONS"] == 1)
        let problems = try #require(found["problems"] as? [[String: Any]])
        for problem in problems {
            #expect(problem["line"] is Int)
            #expect(problem["tag"] is String)
            #expect(problem["rule"] is String)
        }
        #expect(problems.contains { $0["line"] as? Int == 5 })
    }

    @Test func `probe with --playlist-only reads the playlist and none of its segments`() throws {
        let folder = ScratchFolder()
        let path = try folder.put(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nnowhere.ts\n#EXT-X-ENDLIST\n",
            at: "index.m3u8")
        #expect(try Playctl.run("probe", path, "--playlist-only").status == 0)
        let whole = try Playctl.run("probe", path)
        #expect(whole.status == 1)
        #expect(whole.errorLines.count == 1)
        #expect(whole.errors.contains("nowhere.ts: no such file"))
    }

    @Test func `packets are objects with the keys in their order`() throws {
        let run = try Playctl.run("probe", "id3/index.m3u8", "--packets")
        #expect(run.status == 0)
        let pattern = try Regex(
            #"\{"stream":\d+,"type":"[a-zA-Z]+","codec":(null|"[^"]+"),"pts":-?\d+\.\d{6},"#
                + #""dts":-?\d+\.\d{6},"duration":(null|\d+\.\d{6}),"size":\d+,"#
                + #""key":(true|false),"md5":"[0-9a-f]{32}"\}"#)
        #expect(run.lines.allSatisfy { $0.wholeMatch(of: pattern) != nil })
        #expect(run.lines.count == 726)
    }

    @Test func `packets of a truncated segment are listed and end in failure`() throws {
        let folder = ScratchFolder()
        let asset = try folder.copy(.single)
        try folder.put(
            try folder.bytes("asset/segment-2.ts").dropLast(1000), at: "asset/segment-2.ts")
        let run = try Playctl.run("probe", asset, "--packets")
        #expect(run.lines.count > 500)
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("segment-2.ts: damaged: "))
    }
}
