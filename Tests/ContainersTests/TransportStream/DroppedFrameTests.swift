import Containers
import TestTools
import Testing
import VirtualTime

/// Frames that a decoder drops silently are counted one by one.
@Suite(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
struct DroppedFrameTests {
    private static let source =
        "-f lavfi -i testsrc2=size=128x96:rate=25 -f lavfi -i sine=sample_rate=48000 -t 3"

    private func decode(_ bytes: [UInt8]) throws -> DemuxedSegment {
        try SegmentDemuxer(level: .decode).demux(media: MemoryInput(bytes))
    }

    @Test(arguments: [
        "reorder.ts: -c:v libx264 -bf 3 -g 25 -c:a aac",
        "pyramid.ts: -c:v libx264 -bf 6 -x264-params b-pyramid=normal:open-gop=1 -g 25 -c:a aac",
        "unrestricted.ts: -c:v libx264 -bf 3 -bsf:v h264_metadata=level=4 -g 25 -c:a ac3",
        "refresh.ts: -c:v libx264 -intra-refresh 1 -g 25 -c:a libmp3lame",
        "interlaced.ts: -c:v libx264 -flags +ilme+ildct -x264-params tff=1 -c:a mp2",
        "hevc.ts: -c:v libx265 -preset ultrafast -x265-params log-level=none -c:a eac3",
        "mpeg2.ts: -c:v mpeg2video -bf 2 -c:a mp2",
        "stuffing.ts: -c:v mpeg2video -b:v 2M -minrate 2M -maxrate 2M -bufsize 1M -c:a mp2",
        "edited.mp4: -c:v libx264 -bf 3 -c:a aac", "opus.mp4: -c:v libx264 -c:a libopus",
        "vp9.mp4: -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus",
    ])
    func `FFmpeg drops no frames of a good asset`(recipe: String) throws {
        let parts = recipe.split(separator: ": ", maxSplits: 1)
        let workshop = FFmpegFolder()
        try #require(workshop.make("\(Self.source) \(parts[1]) \(parts[0])"))
        #expect(try decode(workshop.bytes("\(parts[0])")).problems == [])
    }

    @Test(arguments: [52, 53])
    func `a short last segment with an open GOP is decoded to its end`(count: Int) throws {
        let workshop = FFmpegFolder()
        try #require(
            workshop.make(
                "-f lavfi -i testsrc2=size=128x96:rate=25 -frames:v \(count) -c:v libx264 -g 25"
                    + " -bf 2 -x264-params open-gop=1:min-keyint=25:scenecut=0 -f hls -hls_time 1"
                    + " -hls_segment_filename s%d.ts x.m3u8"))
        let first = try SegmentDemuxer().demux(media: MemoryInput(workshop.bytes("s0.ts")))
        let last = try SegmentDemuxer(level: .decode).demux(
            media: MemoryInput(workshop.bytes("s2.ts")), inheritingFrom: first)
        #expect(last.problems.filter { $0.kind == .brokenFrame } == [])
    }

    @Test func `a segment of fMP4 may start with pictures before its recovery is complete`() throws
    {
        let workshop = FFmpegFolder()
        try #require(
            workshop.make(
                "\(Self.source) -an -c:v libx264 -intra-refresh 1 -g 25 -bf 0 -f hls -hls_time 1"
                    + " -hls_segment_type fmp4 -hls_flags split_by_time"
                    + " -hls_segment_filename s%d.m4s x.m3u8"))
        let segment = try SegmentDemuxer(level: .decode).demux(
            initialization: MemoryInput(workshop.bytes("init.mp4")),
            media: MemoryInput(workshop.bytes("s1.m4s")))
        #expect(segment.problems.filter { $0.kind == .brokenFrame } == [])
    }

    /// FFmpeg drops some pictures, and reports nothing about others that it decodes wrongly.
    ///
    /// FFmpeg drops the eight damaged pictures and the later pictures that it considers
    /// unrecoverable. It shows the last picture before the damage out of order. It decodes the
    /// remaining pictures from the wrong references, and reports nothing about them.
    @Test func `every picture that FFmpeg drops or shows out of order is counted`() throws {
        let workshop = FFmpegFolder()
        try #require(
            workshop.make("\(Self.source) -c:v libx264 -bf 0 -g 250 -c:a aac whole.ts"))
        let packets = EditedPackets(workshop.bytes("whole.ts"))
        let units = packets.units(of: 0x100)
        // Gives eight pictures an invalid slice type.
        var damaged = packets
        for unit in units[30..<38] {
            let first = unit[0]
            let slice = packets.all[first].indices.dropFirst(4).first { place in
                packets.all[first][place...].starts(with: [0, 0, 1, 0x41])
            }
            damaged.all[first][try #require(slice) + 4] = 0x9F
        }
        try #require(workshop.put(damaged.bytes, as: "damaged.ts"))
        let fields = "-threads 1 -select_streams v -show_entries frame=pts_time"
        let shown = workshop.probe("damaged.ts", fields).compactMap {
            $0.first.flatMap(Double.init)
        }
        let all = workshop.probe("whole.ts", fields).compactMap { $0.first.flatMap(Double.init) }
        var inPlace: [Double] = []
        for time in shown where time > inPlace.last ?? -1 { inPlace.append(time) }
        let hidden = all.filter { time in !inPlace.contains { abs($0 - time) < 0.001 } }
        try #require(all.count == 75 && hidden.count >= 8)

        let segment = try decode(damaged.bytes)
        let broken = segment.problems.first { $0.kind == .brokenFrame }
        #expect(broken?.count == hidden.count)
        let video = try #require(segment.tracks.first { $0.description.kind == .video })
        #expect(video.brokenFrames.count == 1)
        let start = try #require(video.brokenFrames.first).lowerBound
        // FFmpeg shows the last whole picture after later pictures, so the hidden pictures begin
        // one picture before the damage.
        #expect(abs(start.seconds - all[30]) < 0.001, "\(start), \(hidden)")
    }
}
