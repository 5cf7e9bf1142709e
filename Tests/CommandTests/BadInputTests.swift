import Foundation
import TestSupport
import Testing

/// For any bad input, the tool reports the problem on one line, quickly and with little memory.
@Suite struct BadInputTests {
    /// Plays an invalid asset, and checks the reported event and cause.
    ///
    /// The cause must be at the end of the only line on standard error.
    private func refuses(
        _ asset: String, with event: String = "Fail", _ cause: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let run = try Playctl.launch("play", asset, "--events", "ndjson")
        #expect(run.status == 1, sourceLocation: sourceLocation)
        #expect(run.errorLines.count == 1, sourceLocation: sourceLocation)
        #expect(run.errors.hasSuffix("\(cause)\n"), sourceLocation: sourceLocation)
        let failures = try run.objects.filter {
            ["Fail", "FailedToPlayToEndTime"].contains($0["type"] as? String)
        }
        #expect(failures.map { $0["type"] as? String } == [event], sourceLocation: sourceLocation)
        let error = failures.first?["error"] as? [String: Any]
        #expect(error?["code"] as? Int == (event == "Fail" ? 69401 : 69402))
        let message = try #require(error?["message"] as? String)
        #expect(run.errors == "playctl: \(message)\n", sourceLocation: sourceLocation)
    }

    // MARK: Playlists

    @Test func `an asset path without a file is refused`() throws {
        try refuses("/nowhere/index.m3u8", "/nowhere/index.m3u8: no such file")
        try refuses("nowhere.mp4", "nowhere.mp4: no such file")
    }

    @Test func `a directory is refused with its path`() throws {
        try refuses(SampleMedia.folder, "\(SampleMedia.folder): is a directory")
        try refuses(".", ": is a directory")
    }

    @Test(arguments: [
        (["play", "a.play.yaml"], "{}", "a scenario, not an asset; 'playctl run' runs scenarios"),
        (["lint", "a.play.yml"], "{}", "a scenario, not an asset; 'playctl run' runs scenarios"),
        (
            ["run", "a.m3u8"], "#EXTM3U",
            "a playlist, not a scenario; 'playctl play' plays it"
        ),
        (["play", "a.json"], "{}", "not a video or a list of videos of a catalogue: sources is"),
        (
            ["verify", "a.json"], "[1]",
            "not a video or a list of videos of a catalogue: [0] is not"
        ),
        (
            ["play", "--cue-points", "a.csv"], "time,type",
            #"not a JSON list of cue points such as [{"time": 10, "type": "AD"}], the only form"#
        ),
    ])
    func `a file of another kind is refused with the kind that is expected`(
        arguments: [String], content: String, cause: String
    ) throws {
        let folder = ScratchFolder()
        let name = try #require(arguments.last)
        let file = try folder.put(content, at: name)
        let run = try Playctl(Array(arguments.dropLast()) + [file]).wait()
        #expect(run.status == (name.hasSuffix(".json") ? 1 : 2))
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains(cause), "\(run.errors)")
    }

    @Test func `an empty playlist and an empty media file are refused`() throws {
        let folder = ScratchFolder()
        try refuses(try folder.put("", at: "a.m3u8"), "a.m3u8: the playlist is empty")
        try refuses(try folder.put("", at: "a.mp4"), "a.mp4: the segment is empty")
    }

    @Test func `HTML in place of a playlist is refused`() throws {
        let folder = ScratchFolder()
        let page = try folder.put("<!DOCTYPE html><html><p>404</html>", at: "a.m3u8")
        try refuses(page, "a.m3u8: line 1: not a playlist but HTML or XML")
    }

    @Test func `playing a device that never ends fails with one line`() throws {
        let run = try Playctl.launch("play", "/dev/zero")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
    }

    @Test func `a playlist with a million variants is refused`() throws {
        let folder = ScratchFolder()
        var text = "#EXTM3U\n"
        for number in 1...1_000_000 {
            text += "#EXT-X-STREAM-INF:BANDWIDTH=\(number)\nv\(number)\n"
        }
        let path = try folder.put(text, at: "a.m3u8")
        try refuses(path, "a.m3u8: line 20002: more than 10000 variant streams")
    }

    @Test func `a playlist with a line of two gigabytes is refused`() throws {
        let folder = ScratchFolder()
        let path = try folder.putSparse(
            Array("#EXTM3U\n#".utf8), byteCount: 2 << 30, at: "a.m3u8")
        try refuses(path, "a.m3u8: has more than 67108864 bytes")
    }

    @Test func `a line that nearly fills the largest playlist is refused`() throws {
        let folder = ScratchFolder()
        let path = try folder.put(
            "#EXTM3U\n#" + String(repeating: "x", count: 60_000_000), at: "a.m3u8")
        try refuses(path, "a.m3u8: line 2: more than 1048576 bytes in one line")
    }

    @Test func `a playlist that is its own variant, rendition or segment is refused`() throws {
        let folder = ScratchFolder()
        let variant = try folder.put(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\na.m3u8\n", at: "a.m3u8")
        try refuses(variant, "a.m3u8: a media playlist was expected here")
        let rendition = try folder.put(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n",DEFAULT=YES,URI="b.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="g"
            \(SampleMedia.single.path)

            """, at: "b.m3u8")
        try refuses(rendition, "b.m3u8: a media playlist was expected here")
        let segment = try folder.put(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nc.m3u8\n#EXT-X-ENDLIST\n",
            at: "c.m3u8")
        try refuses(segment, "c.m3u8: not a media container but a playlist at byte 0")
    }

    // MARK: Segments

    /// Plays a sample asset with other bytes as its third segment, and expects the given failure.
    private func refusesSegment(
        _ bytes: (ScratchFolder) throws -> [UInt8], _ cause: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let folder = ScratchFolder()
        let asset = try folder.copy(.single)
        try folder.put(try bytes(folder), at: "asset/segment-2.ts")
        try refuses(
            asset, with: "FailedToPlayToEndTime", "segment-2.ts: \(cause)",
            sourceLocation: sourceLocation)
    }

    @Test func `a missing segment fails playback`() throws {
        let folder = ScratchFolder()
        let asset = try folder.copy(.single)
        try folder.remove("asset/segment-2.ts")
        try refuses(asset, with: "FailedToPlayToEndTime", "segment-2.ts: no such file")
    }

    @Test func `a segment truncated within a packet or between packets fails playback`() throws {
        for count in [10_000, 188 * 50] {
            try refusesSegment(
                { Array(try $0.bytes("asset/segment-2.ts").prefix(count)) },
                count % 188 == 0
                    ? "holds 0.435 s of media where the playlist promises 2.000 s"
                    : "damaged: the end is missing")
        }
    }

    @Test func `an empty segment fails playback`() throws {
        try refusesSegment({ _ in [] }, "the segment is empty")
    }

    @Test func `an HTML page in place of a segment fails playback`() throws {
        try refusesSegment(
            { _ in Array("<html><body>404 Not Found</body></html>".utf8) },
            "not a media container but HTML at byte 0")
    }

    @Test func `a segment of a container other than MPEG-TS in a transport stream fails playback`()
        throws
    {
        try refusesSegment(
            { _ in
                Array(try Data(contentsOf: URL(fileURLWithPath: SampleMedia.progressive.path)))
            }, "damaged: announced as MPEG-TS and is MP4")
        try refusesSegment(
            { _ in
                Array(
                    try Data(
                        contentsOf: URL(
                            fileURLWithPath: "\(SampleMedia.packedAudio.folder)/segment-0.aac")))
            }, "damaged: announced as MPEG-TS and is packed AAC")
    }

    @Test func `a segment that is too large fails playback`() throws {
        let folder = ScratchFolder()
        let asset = try folder.copy(.single)
        _ = try folder.putSparse(
            try folder.bytes("asset/segment-2.ts"), byteCount: 3 << 30, at: "asset/segment-2.ts")
        try refuses(
            asset, with: "FailedToPlayToEndTime", "segment-2.ts: has more than 1073741824 bytes")
    }

    @Test(arguments: [1, 2, 3, 4, 5])
    func `flipped bits are reported when frames are decoded, and never crash`(
        seed: UInt64
    ) throws {
        let folder = ScratchFolder()
        let asset = try folder.copy(.single)
        var bytes = try folder.bytes("asset/segment-2.ts")
        var state = seed
        for _ in 0..<200 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[Int(state >> 33) % bytes.count] ^= UInt8(1 << ((state >> 20) & 7))
        }
        try folder.put(bytes, at: "asset/segment-2.ts")
        let demuxed = try Playctl.launch("play", asset)
        #expect([0, 1].contains(demuxed.status))
        #expect(demuxed.errorLines.count == Int(demuxed.status))
        let decoded = try Playctl.launch("play", asset, "--verify", "decode")
        #expect(decoded.status == 1)
        #expect(decoded.errorLines.count == 1)
        #expect(decoded.errors.contains("segment-2.ts: "))
    }

    // MARK: Probing

    @Test func `an asset that cannot be probed is reported in one line`() throws {
        let folder = ScratchFolder()
        let page = try folder.put("<html></html>", at: "a.m3u8")
        for (asset, cause) in [
            ("/nowhere.m3u8", "no such file"), ("/", "is a directory"),
            (page, "line 1: not a playlist but HTML or XML"),
        ] {
            for options in [[], ["--json"], ["--packets"], ["--playlist-only", "--json"]] {
                let run = try Playctl(["probe", asset] + options).wait()
                #expect(run.status == 1)
                #expect(run.output == "")
                #expect(run.errorLines.count == 1)
                #expect(run.errors.hasSuffix("\(cause)\n"))
            }
        }
    }
}
