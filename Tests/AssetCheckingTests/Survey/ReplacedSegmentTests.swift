import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Segments with the media of another segment, and segments that lack some of their media.
@Suite struct ReplacedSegmentTests {
    private static let filler: [UInt8] =
        [0x47, 0x1F, 0xFF, 0x10] + Array(repeating: 0xFF, count: 184)

    @Test func `a last segment with the media of the first one fails the verification`() async {
        let sample = CopiedSample("single")
        sample.folder.put(
            (sample.folder.bytes("segment-0.ts") ?? []) + Self.filler, at: "segment-4.ts")
        let verification = await sample.verify()
        #expect(
            verification.problems.map { $0.prefix(34) } == ["segment.discontinuity-undeclared: "],
            "\(verification.problems)")
    }

    @Test(arguments: ["single", "packed-audio", "pts-wrap", "discontinuity", "ts-multivariant"])
    func `a good asset declares its discontinuities`(name: String) async {
        #expect(await CopiedSample(name).verify().problems == [])
    }

    @Test func `an asset of gaps fails the verification`() async {
        let sample = CopiedSample("single")
        sample.edit("index.m3u8") {
            $0.replacing("#EXTINF", with: "#EXT-X-GAP\n#EXTINF")
        }
        let verification = await sample.verify()
        #expect(
            verification.problems.map { $0.prefix(16) } == ["variant.played: "],
            "\(verification.problems)")
    }
}

/// Segments without a keyframe, and segments without one of several audio tracks.
@Suite(.enabled(if: ShellCommand.succeeds("ffmpeg -hide_banner -version"), "needs ffmpeg"))
struct IncompleteSegmentTests {
    private let scratch = ScratchFolder()

    private func make(_ arguments: String) -> Bool {
        ShellCommand.succeeds(
            "cd '\(scratch.path)' && ffmpeg -v error -nostdin -y -bitexact \(arguments) 2>&1")
    }

    private func problems() async -> [String] {
        let asset = await AssetSurveyor().survey(Video(url: "\(scratch.path)/i.m3u8"))
        return AssetVerifier(expecting: []).verify(asset).problems
    }

    @Test(arguments: ["-hls_flags independent_segments", ""])
    func `a segment without a keyframe fails where segments are independent`(flag: String)
        async throws
    {
        try #require(
            make(
                "-f lavfi -i testsrc2=s=64x36:r=25:d=4 -c:v libx264 -preset ultrafast -g 50"
                    + " -keyint_min 50 -sc_threshold 0 -pix_fmt yuv420p -f hls -hls_time 2"
                    + " -hls_playlist_type vod \(flag) i.m3u8"))
        #expect(await problems() == [])
        let packets = EditedPackets(try #require(scratch.bytes("i1.ts")))
        let key = try #require(packets.units(of: 0x100).first)
        scratch.put(packets.without(key).renumbered.bytes, at: "i1.ts")
        let found = await problems().filter { $0.hasPrefix("media.independent-false") }
        #expect(found.count == (flag.isEmpty ? 0 : 1), "\(found)")
    }

    @Test(arguments: [3, 5.5])
    func `FLAC may end one frame before its last EXTINF, as FFmpeg writes it`(length: Double)
        async throws
    {
        try #require(
            make(
                "-f lavfi -i sine=d=\(length) -c:a flac -strict -2 -f hls -hls_segment_type fmp4"
                    + " -hls_time 1 -hls_playlist_type vod i.m3u8"))
        #expect(await problems() == [])
        let text = String(decoding: try #require(scratch.bytes("i.m3u8")), as: UTF8.self)
        var lines = text.split(separator: "\n").map(String.init)
        let place = try #require(lines.lastIndex { $0.hasPrefix("#EXTINF:") })
        let stated = try #require(Double(lines[place].dropFirst(8).dropLast()))
        lines[place] = "#EXTINF:\(stated + 0.1),"
        scratch.put(Array(lines.joined(separator: "\n").utf8), at: "i.m3u8")
        #expect(await problems() != [])
    }

    @Test func `FLAC without its last block fails`() async throws {
        let segments =
            "-c copy -strict -2 -f hls -hls_segment_type fmp4 -hls_time 1 -hls_playlist_type vod"
            + " i.m3u8"
        try #require(make("-f lavfi -i sine=d=5.5 -c:a flac -strict -2 whole.mp4"))
        try #require(make("-i whole.mp4 \(segments)"))
        #expect(await problems() == [])
        let playlist = try #require(scratch.bytes("i.m3u8"))
        // 53 blocks of 4,608 samples at 44.1 kHz, of which the last one lasts 0.067 s.
        try #require(make("-i whole.mp4 -frames:a 52 \(segments)"))
        scratch.put(playlist, at: "i.m3u8")
        let found = await problems()
        #expect(found.first?.hasSuffix(" s before its EXTINF") == true, "\(found)")
    }

    /// Creates an asset with two audio tracks in its segments of one second.
    private func makeTwoAudioTracks(
        _ options: String = "", length: Double = 4, firstAudio: Double = 4
    ) throws {
        let sources =
            "-f lavfi -i testsrc2=s=64x36:r=25:d=\(length) -f lavfi -i sine=440:d=\(firstAudio)"
            + " -f lavfi -i sine=880:d=\(length)"
        try #require(
            make(
                "\(sources) -map 0 -map 1 -map 2 -c:v libx264 -preset ultrafast -g 25 -c:a aac"
                    + " -pix_fmt yuv420p -f hls -hls_time 1 -hls_playlist_type vod"
                    + " \(options) i.m3u8"))
    }

    @Test func `a segment without the last frames of its second audio track fails`() async throws {
        try makeTwoAudioTracks()
        #expect(await problems() == [])
        let packets = EditedPackets(try #require(scratch.bytes("i1.ts")))
        let last = try #require(packets.units(of: 0x102).last)
        scratch.put(packets.without(last).renumbered.bytes, at: "i1.ts")
        let found = await problems()
        let problem = try #require(found.first)
        #expect(found.count == 1, "\(found)")
        #expect(problem.hasPrefix("variant.played: the stream: i2.ts: "), "\(problem)")
        #expect(problem.hasSuffix(" s of audio track 258 are missing before it"), "\(problem)")
    }

    @Test(arguments: [4.2, 4.7])
    func `the first of two audio tracks may end half a second early`(length: Double) async throws {
        try makeTwoAudioTracks(length: length, firstAudio: 3.9)
        let found = await problems()
        if length < 4.4 {
            #expect(found == [])
        } else {
            #expect(found.count == 1, "\(found)")
            let missing = "variant.played: the stream: audio missing at 3.9"
            #expect(found.first?.hasPrefix(missing) == true, "\(found)")
            #expect(found.first?.contains("the segment has no sample of it") == true, "\(found)")
        }
    }

    @Test func `a second audio track does not replace the first one in a segment`() async throws {
        try makeTwoAudioTracks()
        let packets = EditedPackets(try #require(scratch.bytes("i2.ts")))
        scratch.put(packets.without(packets.indexes(of: 0x101)).renumbered.bytes, at: "i2.ts")
        let found = await problems()
        #expect(found.count == 1, "\(found)")
        #expect(
            found.first?.hasPrefix("variant.played: the stream: audio missing at ") == true
                && found.first?.contains("i2.ts: the segment has no sample of it") == true,
            "\(found)")
    }

    @Test func `a second audio track at an absurd time fails`() async throws {
        try makeTwoAudioTracks("-hls_segment_type fmp4")
        // Without the index, the times are taken from the fragments.
        var bytes = try #require(scratch.bytes("i2.m4s"))
            .replacing(Array("sidx".utf8), with: Array("free".utf8))
        let last = bytes.indices.last { bytes[$0...].starts(with: Array("tfdt".utf8)) }
        let place = try #require(last) + 8
        bytes.replaceSubrange(place..<place + 8, with: [0, 1, 0, 0, 0, 0, 0, 0])
        scratch.put(bytes, at: "i2.m4s")
        #expect(await problems() != [])
    }

    @Test(arguments: [0, 2])
    func `a segment without one of two audio tracks fails`(number: Int) async throws {
        try makeTwoAudioTracks()
        #expect(await problems() == [])
        try #require(
            make(
                "-copyts -i i\(number).ts -map 0:v -map 0:a:0 -c copy -muxdelay 0 -muxpreload 0"
                    + " -f mpegts j.ts"))
        scratch.put(try #require(scratch.bytes("j.ts")), at: "i\(number).ts")
        #expect(
            await problems() == [
                "variant.played: the stream: i\(number).ts: 1 of 2 audio tracks have samples"
            ])
    }
}
