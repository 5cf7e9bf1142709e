import Foundation
import HeadlessPlayback
import TestSupport
import Testing

/// The packets listed by `probe` equal the packets found by FFprobe.
@Suite(.enabled(if: FFprobe.isInstalled, "ffprobe is not installed"))
struct PacketTests {
    /// The samples whose container clock continues from segment to segment.
    ///
    /// FFprobe reads one segment at a time. Because the clock continues, the times of FFprobe
    /// differ from the times of this package by the same constant in all segments.
    private static let playlists = [
        "single/index.m3u8", "id3/index.m3u8", "pts-wrap/index.m3u8", "discontinuity/index.m3u8",
        "ts-multivariant/video-234p/index.m3u8", "ts-multivariant/video-540p/index.m3u8",
        "ts-multivariant/audio-fr/index.m3u8", "ts-multivariant/subtitles-fr/index.m3u8",
        "cmaf-byteranges/video-180p/index.m3u8", "cmaf-byteranges/audio-en/index.m3u8",
    ]
    /// The number of seconds after which the clock of MPEG-TS wraps to zero.
    private static let wrap = 8_589_934_592.0 / 90_000

    @Test(arguments: playlists)
    func `lists the same packets as ffprobe for each segment, on one timeline`(sample: String)
        throws
    {
        let found = try FFprobe.segments(of: "\(SampleMedia.folder)/\(sample)")
        let listed = try Playctl.run("probe", "--packets", sample)
        #expect(listed.status == 0)
        let theirs = found.flatMap { segment in segment.packets.map { (segment.domain, $0) } }
        try compare(try listed.objects, theirs)
    }

    @Test func `lists the same packets as ffprobe for a progressive file, edit lists included`()
        throws
    {
        let found = try FFprobe.packets(of: SampleMedia.progressive.path)
        let listed = try Playctl.run("probe", "--packets", SampleMedia.progressive.rawValue)
        #expect(listed.status == 0)
        let shift = try compare(try listed.objects, found.map { (0, $0) })
        #expect(shift == [0: 0])
    }

    @Test func `packed audio is placed by the tag of each segment`() throws {
        let found = try FFprobe.segments(of: SampleMedia.packedAudio.path)
        let listed = try Playctl.run("probe", "--packets", SampleMedia.packedAudio.rawValue)
        // FFmpeg's AAC demuxer counts the times of each segment from zero and ignores the segment's
        // ID3 tag. Each segment is therefore a separate domain.
        let theirs = found.enumerated().flatMap { index, segment in
            segment.packets.map { (index, $0) }
        }
        let shifts = try compare(try listed.objects, theirs)
        for (index, tag) in [900_000.0, 1_261_535, 1_620_980].enumerated() {
            let start = (tag - 900_000) / 90_000
            #expect(abs(try #require(shifts[index]) - start) < 0.00002)
        }
    }

    @Test func `renditions are listed one after the other, as separate streams`() throws {
        let whole = try Playctl.run("probe", "--packets", "ts-multivariant/index.m3u8").objects
        var expected: [Int: Int] = [:]
        for stream in 0..<3 { expected[stream] = 500 }
        for stream in 3..<5 { expected[stream] = 938 }
        for stream in 5..<7 { expected[stream] = 6 }
        var counts: [Int: Int] = [:]
        for packet in whole { counts[try #require(packet["stream"] as? Int), default: 0] += 1 }
        #expect(counts == expected)
    }

    @Test func `a segment without parameter sets has the codec of those before it`() throws {
        let folder = ScratchFolder()
        let asset = try folder.copy(.single)
        var bytes = try folder.bytes("asset/segment-1.ts")
        // Turns the sequence parameter sets into NAL units that no decoder reads.
        let places = bytes.indices.dropLast(3).filter { bytes[$0..<$0 + 4] == [0, 0, 1, 0x67] }
        try #require(!places.isEmpty)
        for place in places { bytes[place + 3] = 0x0C }
        try folder.put(bytes, at: "asset/segment-1.ts")
        let packets = try Playctl.run("probe", "--packets", asset).objects
        let codecs = packets.filter { $0["type"] as? String == "video" }.map { $0["codec"] }
        #expect(codecs.count == 250)
        #expect(codecs.allSatisfy { $0 as? String == "avc1.4d400c" })
    }

    /// Compares the packets of both tools in pairs.
    ///
    /// - Parameters:
    ///   - listed: The packets that our tool lists.
    ///   - found: The packets of ffprobe, each with its domain. Within a domain, the times of both
    ///     tools differ by one constant.
    /// - Returns: The constant of each domain, in seconds.
    /// - Throws: When the numbers of packets differ, or a packet has no times.
    @discardableResult
    private func compare(
        _ listed: [[String: Any]], _ found: [(domain: Int, packet: FFprobe.Packet)]
    ) throws -> [Int: Double] {
        try #require(listed.count == found.count)
        var shifts: [Int: Double] = [:]
        var durations: [Int: Double] = [:]
        for (ours, (domain, theirs)) in zip(listed, found) {
            #expect(ours["stream"] as? Int == theirs.stream)
            #expect(ours["type"] as? String == theirs.type)
            #expect(ours["size"] as? Int == theirs.size)
            #expect(ours["key"] as? Bool == theirs.isKey)
            #expect(ours["md5"] as? String == theirs.md5)
            // A packet without a duration has the duration of the previous packet of its stream.
            let duration = ours["duration"] as? Double
            let expected = theirs.duration ?? durations[theirs.stream]
            durations[theirs.stream] = expected
            #expect((duration == nil) == (expected == nil))
            #expect(abs((duration ?? 0) - (expected ?? 0)) < 0.00002)
            for (key, time) in [("pts", theirs.pts), ("dts", theirs.dts)] {
                let shift = try #require(ours[key] as? Double) - (try #require(time))
                let off = shift - shifts[domain, default: shift]
                // Both tools write microseconds, and the clock may have wrapped since the first
                // packet.
                #expect(abs(off.remainder(dividingBy: Self.wrap)) < 0.00002)
                if shifts[domain] == nil { shifts[domain] = shift }
            }
        }
        return shifts
    }
}
