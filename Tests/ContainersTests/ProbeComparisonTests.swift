import Containers
import Testing
import VirtualTime

/// Generated media of many kinds, compared with the output of `ffprobe`.
@Suite(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
struct ProbeComparisonTests {
    struct Recipe: CustomTestStringConvertible, Sendable {
        var name: String
        var arguments: String
        var testDescription: String { name }
    }

    private static let source =
        "-f lavfi -i testsrc2=size=128x96:rate=25 -f lavfi -i sine=sample_rate=48000 -t 3"
    private static let h264 = "-c:v libx264 -preset fast -bf 3 -g 25 -pix_fmt yuv420p"

    static let recipes = [
        Recipe(name: "h264-aac.ts", arguments: "\(source) \(h264) -c:a aac"),
        Recipe(name: "h264-ac3.ts", arguments: "\(source) \(h264) -c:a ac3"),
        Recipe(name: "h264-mp3.ts", arguments: "\(source) \(h264) -c:a libmp3lame"),
        Recipe(name: "h264-eac3.ts", arguments: "\(source) \(h264) -c:a eac3"),
        Recipe(
            name: "open-gop.ts",
            arguments: "\(source) \(h264) -x264-params open-gop=1:b-pyramid=normal -c:a aac"),
        Recipe(
            name: "ntsc.ts", arguments: "\(source) \(h264) -r 30000/1001 -c:a aac -ar 44100"),
        Recipe(
            name: "wrapping.ts",
            arguments: "\(source) \(h264) -c:a aac -muxdelay 0 -output_ts_offset 95442"),
        Recipe(
            name: "hevc.ts",
            arguments:
                "\(source) -c:v libx265 -preset ultrafast -x265-params log-level=none -c:a aac"),
        Recipe(name: "mpeg2.ts", arguments: "\(source) -c:v mpeg2video -bf 2 -c:a mp2"),
        Recipe(
            name: "vp9.mp4",
            arguments: "\(source) -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus"),
        Recipe(name: "progressive.mp4", arguments: "\(source) \(h264) -c:a aac"),
        Recipe(
            name: "hevc.mp4",
            arguments: "\(source) -c:v libx265 -preset ultrafast -tag:v hvc1"
                + " -x265-params log-level=none -c:a ac3"),
        Recipe(
            name: "fragmented.mp4",
            arguments: "\(source) \(h264) -c:a aac -movflags +frag_keyframe+empty_moov"),
        Recipe(
            name: "cmaf.mp4",
            arguments: "\(source) \(h264) -c:a ac3"
                + " -movflags +frag_keyframe+delay_moov+default_base_moof+negative_cts_offsets"),
        Recipe(name: "packed.aac", arguments: "-f lavfi -i sine -t 2 -c:a aac"),
        Recipe(name: "packed.ac3", arguments: "-f lavfi -i sine -t 2 -c:a ac3"),
        Recipe(name: "packed.eac3", arguments: "-f lavfi -i sine -t 2 -c:a eac3"),
        Recipe(
            name: "packed.mp3",
            arguments: "-f lavfi -i sine -t 2 -c:a libmp3lame -write_xing 0 -id3v2_version 0"),
    ]

    @Test(arguments: recipes)
    func `the packets are equal to the packets of ffprobe`(recipe: Recipe) throws {
        let workshop = FFmpegFolder()
        try #require(workshop.make("\(recipe.arguments) \(recipe.name)"))
        let clocks = clocks(workshop, recipe.name)
        let fields = "stream_index,pts,dts,duration,size,flags,data_hash"
        let rows = workshop.probe(
            recipe.name, "-show_data_hash md5 -show_entries packet=\(fields)")
        let expected = joined(rows).map { row in
            let clock = clocks[Int(row[0]) ?? 0]
            func time(_ text: String) -> MediaTime? {
                Int64(text).map { MediaTime($0 * clock.0, timescale: clock.1) }
            }
            return Line(
                track: Int(row[0]) ?? -1, pts: time(row[1]), dts: time(row[2]),
                duration: time(row[3]), size: Int(row[4]) ?? -1, isKey: row[5].hasPrefix("K"),
                hash: row.last.map { String($0.dropFirst(4)) } ?? "")
        }
        var reader = try ContainerReader(media: MemoryInput(workshop.bytes(recipe.name)))
        var found: [Line] = []
        while let packet = try reader.next() {
            found.append(
                Line(
                    track: packet.track, pts: packet.pts, dts: packet.dts,
                    duration: packet.duration, size: packet.size, isKey: packet.isKey,
                    hash: reader.payloadMD5()))
        }
        #expect(!found.isEmpty)
        #expect(found.count == expected.count)
        let shift = recipe.name == "wrapping.ts" ? firstShift(found, expected) : .zero
        for (left, right) in zip(found, expected) where left != right.shifted(by: shift) {
            Issue.record("\(left) is not \(right)")
            break
        }
    }

    @Test(arguments: recipes)
    func `the totals of a segment agree with its packets`(recipe: Recipe) throws {
        let workshop = FFmpegFolder()
        try #require(workshop.make("\(recipe.arguments) \(recipe.name)"))
        let input = MemoryInput(workshop.bytes(recipe.name))
        let segment = try SegmentDemuxer(level: .decode).demux(media: input)
        #expect(segment.problems == [])
        var reader = try ContainerReader(media: input)
        var packets: [[Packet]] = reader.tracks.map { _ in [] }
        while let packet = try reader.next() { packets[packet.track].append(packet) }
        #expect(segment.tracks.count == packets.count)
        for track in segment.tracks {
            let all = packets[track.description.index]
            let shown = all.filter { !$0.isDiscarded }
            #expect(track.sampleCount == all.count)
            let start = try #require(shown.compactMap(\.pts).min())
            let end = try #require(shown.compactMap { ends($0) }.max())
            // FFmpeg's parsers round each frame to the clock of the container. They assume that the
            // last sample is as long as the others, even if the file declares a shorter duration.
            let roundings = Int64(segment.format.isPackedAudio ? all.count : 2)
            let last = segment.format.isISO ? shown.last?.duration ?? .zero : .zero
            let tolerance = max(MediaTime(roundings, timescale: 90_000), last)
            #expect(abs((track.start - start).ticks) <= MediaTime(2, timescale: 90_000).ticks)
            #expect(abs((track.end - end).ticks) <= tolerance.ticks)
            if track.description.kind == .video {
                #expect(track.keyframes == all.filter(\.isKey).compactMap(\.pts))
            }
            let described = reader.tracks[track.description.index]
            #expect(track.description.codecString == described.codecString)
            let isNamed = track.description.codec != .mpeg2Video
            #expect((track.description.codecString != nil) == isNamed)
            #expect(track.description.width == described.width)
            #expect(track.description.height == described.height)
            #expect(track.description.sampleRate == described.sampleRate)
            #expect(track.description.channels == described.channels)
        }
    }

    @Test func `an open group of pictures is not broken at the start of a segment`() throws {
        let workshop = FFmpegFolder()
        let made = workshop.make(
            "\(Self.source) \(Self.h264) -x264-params open-gop=1:b-pyramid=normal -c:a aac -f hls"
                + " -hls_time 1 -hls_segment_filename s%d.ts s.m3u8")
        try #require(made)
        let demuxer = SegmentDemuxer(level: .decode)
        let first = try demuxer.demux(media: MemoryInput(workshop.bytes("s0.ts")))
        for name in ["s1.ts", "s2.ts"] {
            let next = try demuxer.demux(
                media: MemoryInput(workshop.bytes(name)), inheritingFrom: first)
            #expect(next.problems == [])
            #expect(next.tracks.first?.description.codecString == "avc1.64000a")
        }
    }

    @Test func `consecutive fragmented MP4 segments have no gap between them`() throws {
        let workshop = FFmpegFolder()
        let made = workshop.make(
            "\(Self.source) \(Self.h264) -c:a aac -f hls -hls_time 1 -hls_segment_type fmp4"
                + " -hls_fmp4_init_filename init.mp4 -hls_segment_filename s%d.m4s s.m3u8")
        try #require(made)
        let initialization = MemoryInput(workshop.bytes("init.mp4"))
        var ends: [MediaTime] = []
        for name in ["s0.m4s", "s1.m4s", "s2.m4s"] {
            let media = MemoryInput(workshop.bytes(name))
            let segment = try SegmentDemuxer(level: .decode).demux(
                initialization: initialization, media: media)
            #expect(segment.problems == [])
            if !ends.isEmpty { #expect(segment.tracks.map(\.start) == ends) }
            ends = segment.tracks.map(\.end)
            write(initialization.bytes + media.bytes, to: "\(workshop.folder)/joined.mp4")
            let rows = workshop.probe(
                "joined.mp4", "-show_data_hash md5 -show_entries packet=stream_index,data_hash")
            var reader = try ContainerReader(initialization: initialization, media: media)
            var found: [String] = []
            while let packet = try reader.next() {
                found.append("\(packet.track),MD5:\(reader.payloadMD5())")
            }
            #expect(found == rows.map { $0.joined(separator: ",") })
        }
    }

    private struct Line: Equatable, Sendable {
        var track: Int
        var pts: MediaTime?
        var dts: MediaTime?
        var duration: MediaTime?
        var size: Int
        var isKey: Bool
        var hash: String

        func shifted(by shift: MediaTime) -> Line {
            var line = self
            line.pts = pts.map { $0 + shift }
            line.dts = dts.map { $0 + shift }
            return line
        }
    }

    /// Returns the difference between the first decode times of two lists.
    ///
    /// Near a wrap of the clock, `ffprobe` states times before zero, counted back from the wrap.
    private func firstShift(_ found: [Line], _ expected: [Line]) -> MediaTime {
        guard let left = found.first?.dts, let right = expected.first?.dts else { return .zero }
        return left - right
    }

    private func ends(_ packet: Packet) -> MediaTime? {
        packet.pts.map { $0 + (packet.duration ?? .zero) }
    }

    private func clocks(_ workshop: FFmpegFolder, _ name: String) -> [(Int64, Int64)] {
        workshop.probe(name, "-show_entries stream=time_base").map { row in
            let parts = (row.first ?? "").split(separator: "/").compactMap { Int64($0) }
            return parts.count == 2 ? (parts[0], parts[1]) : (1, 1)
        }
    }

    /// Joins the two rows of a packet with side data; the second row has the hash.
    private func joined(_ rows: [[String]]) -> [[String]] {
        var result: [[String]] = []
        for row in rows {
            if row.first == "", !result.isEmpty {
                result[result.count - 1] += row.dropFirst()
            } else {
                result.append(row)
            }
        }
        return result.filter { $0.count >= 7 }
    }
}
