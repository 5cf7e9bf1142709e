@testable import Containers
import TestTools
import Testing
import VirtualTime

/// Media with a time added to its timestamps, compared with the original media.
///
/// Both ffprobe and this package read the times.
@Suite struct MediaShiftTests {
    private static let wrap = MediaTime(1 << 33, timescale: 90_000)

    private struct Packet: Equatable {
        var pts: MediaTime?
        var dts: MediaTime?
        var hash: String
    }

    private func packets(
        _ bytes: [UInt8], after initialization: [UInt8]? = nil
    ) throws -> [Packet] {
        var reader = try ContainerReader(
            initialization: initialization.map { MemoryInput($0) }, media: MemoryInput(bytes))
        var packets: [Packet] = []
        while let packet = try reader.next() {
            packets.append(
                Packet(pts: packet.pts, dts: packet.dts, hash: reader.payloadMD5()))
        }
        return packets
    }

    private func moved(_ packets: [Packet], by offset: MediaTime) -> [Packet] {
        packets.map {
            Packet(pts: $0.pts.map { $0 + offset }, dts: $0.dts.map { $0 + offset }, hash: $0.hash)
        }
    }

    @Test(arguments: [MediaTime.seconds(7), .seconds(36_000), .milliseconds(-20)])
    func `shifting a transport stream changes its timestamps and not its samples`(offset: MediaTime)
        throws
    {
        let bytes = Fixture.transportStream.bytes
        let result = try MediaShift(by: offset).applied(to: bytes)
        #expect(result.count == bytes.count)
        let (before, after) = try (moved(packets(bytes), by: offset), packets(result))
        #expect(after.count == before.count)
        for (place, pair) in zip(before, after).enumerated() {
            #expect(pair.0.hash == pair.1.hash, "packet \(place)")
            // If a PES packet has several frames, FFmpeg computes the times of all frames after the
            // first.
            for (expected, time) in [(pair.0.pts, pair.1.pts), (pair.0.dts, pair.1.dts)] {
                let difference = try #require(expected) - #require(time)
                #expect(abs(difference.seconds) < 1.5 / 90_000, "packet \(place)")
            }
        }
    }

    @Test func `timestamps of 33 bits wrap around`() throws {
        let bytes = Fixture.transportStream.bytes
        let once = try MediaShift(by: Self.wrap).applied(to: bytes)
        #expect(once == bytes)
        let back = try MediaShift(by: .seconds(-90_000))
            .applied(to: MediaShift(by: .seconds(90_000)).applied(to: bytes))
        #expect(back == bytes)
    }

    @Test func `the program clock reference is shifted with the samples`() throws {
        func clocks(_ bytes: [UInt8]) -> [Int64] {
            stride(from: 0, to: bytes.count, by: 188).compactMap { start in
                guard bytes[start + 3] & 0x20 != 0, bytes[start + 4] > 6,
                    bytes[start + 5] & 0x10 != 0
                else { return nil }
                return Int64(bytes.span.unsigned(at: start + 6, count: 4)) << 1
                    | Int64(bytes[start + 10] >> 7)
            }
        }
        let bytes = Fixture.transportStream.bytes
        let result = try MediaShift(by: .seconds(10)).applied(to: bytes)
        #expect(!clocks(bytes).isEmpty)
        #expect(clocks(result) == clocks(bytes).map { $0 + 900_000 })
    }

    @Test func `counters continue from one segment to the next`() throws {
        let bytes = Fixture.transportStream.bytes
        let counters = PacketCounters(of: bytes)
        var shift = MediaShift(by: .seconds(20))
        shift.counters = counters.additions(for: counters)
        let next = try shift.applied(to: bytes)
        var last: [Int: UInt8] = [:]
        var count = 0
        let both = bytes + next
        for start in stride(from: 0, to: both.count, by: 188) where both[start + 3] & 0x10 != 0 {
            let stream = Int(both.span.unsigned(at: start + 1, count: 2) & 0x1FFF)
            let counter = both[start + 3] & 0x0F
            if let last = last[stream] { #expect(counter == (last + 1) & 0x0F) }
            last[stream] = counter
            count += 1
        }
        #expect(count > 20)
    }

    @Test func `the time of an SCTE 35 message is shifted and its checksum is correct`() throws {
        let plain = fileBytes("\(SampleMedia.single.folder)/segment-0.ts")
        let section = SpliceSection.insert(7, isOut: true, pts: 1_035_000, duration: 2_700_000)
        let bytes = SpliceMuxer().mux(plain, [(10, section.bytes)])
        let times = { (bytes: [UInt8]) throws -> [MediaTime] in
            try SegmentDemuxer().demux(media: MemoryInput(bytes)).timedMetadata.compactMap {
                if case .splice(let message) = $0.content, (try? message.section.get()) != nil {
                    $0.time
                } else {
                    nil
                }
            }
        }
        let result = try MediaShift(by: .seconds(5)).applied(to: bytes)
        #expect(try !times(bytes).isEmpty)
        #expect(try times(result) == times(bytes).map { $0 + .seconds(5) })
    }

    // MARK: Fragmented MP4

    private let section = Fixture.initialization.bytes
    private var clocks: TrackClocks { TrackClocks(initialization: section) }

    @Test(
        arguments: [MediaTime.seconds(7), .seconds(3_000_000)],
        [MediaShift.DecodeTimeWidth?.none, .long])
    func `shifting a fragment changes its times and not its samples`(
        offset: MediaTime, width: MediaShift.DecodeTimeWidth?
    ) throws {
        let bytes = Fixture.fragment.bytes
        let isWide = bytes.split(whole: "tfdt").allSatisfy { $0.first == 1 }
        try #require(isWide || width == .long || offset < .seconds(1000))
        let result = try MediaShift(by: offset, decodeTimeWidth: width)
            .applied(to: bytes, clocks: clocks)
        #expect(
            try packets(result, after: section)
                == moved(packets(bytes, after: section), by: offset))
    }

    @Test func `decode times can be written with 32 or 64 bits`() throws {
        let bytes = Fixture.fragment.bytes
        let short = try MediaShift(by: .seconds(1), decodeTimeWidth: .short)
            .applied(to: bytes, clocks: clocks)
        let long = try MediaShift(by: .seconds(1), decodeTimeWidth: .long)
            .applied(to: bytes, clocks: clocks)
        #expect(short.split(whole: "tfdt").allSatisfy { $0.first == 0 })
        #expect(long.split(whole: "tfdt").allSatisfy { $0.first == 1 })
        #expect(short.count < long.count)
        let expected = moved(try packets(bytes, after: section), by: .seconds(1))
        #expect(try packets(short, after: section) == expected)
        #expect(try packets(long, after: section) == expected)
        let back = try MediaShift(by: .seconds(-1), decodeTimeWidth: .long)
            .applied(to: short, clocks: clocks)
        #expect(try packets(back, after: section) == packets(bytes, after: section))
    }

    @Test func `a time before zero and an unknown clock are errors`() {
        let bytes = Fixture.fragment.bytes
        #expect(throws: ContainerError.self) {
            try MediaShift(by: .seconds(-1000)).applied(to: bytes, clocks: clocks)
        }
        #expect(throws: ContainerError.self) {
            try MediaShift(by: .seconds(1)).applied(to: bytes)
        }
    }

    // MARK: Audio and text

    @Test func `packed audio is shifted by the ID3 tag before it`() throws {
        let bytes = Fixture.packedAAC.bytes
        let result = try MediaShift(by: .seconds(3)).applied(to: bytes)
        let before = try SegmentDemuxer().demux(media: MemoryInput(bytes)).tracks.map(\.start)
        let after = try SegmentDemuxer().demux(media: MemoryInput(result)).tracks.map(\.start)
        #expect(after == before.map { $0 + .seconds(3) })
        #expect(throws: ContainerError.self) {
            try MediaShift(by: .seconds(3)).applied(to: Fixture.packedAC3.bytes)
        }
    }

    @Test(
        arguments: zip(
            [
                "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\nA",
                "WEBVTT\r\nX-TIMESTAMP-MAP=LOCAL:00:00:01.000,MPEGTS:8589934591\r\n\r\nA",
                "WEBVTT - a title\n\n00:01.000 --> 00:02.000\nA",
            ],
            [
                "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:1080000,LOCAL:00:00:00.000\n\nA",
                "WEBVTT\r\nX-TIMESTAMP-MAP=LOCAL:00:00:01.000,MPEGTS:179999\r\n\r\nA",
                "WEBVTT - a title\nX-TIMESTAMP-MAP=MPEGTS:180000,LOCAL:00:00:00.000\n\n"
                    + "00:01.000 --> 00:02.000\nA",
            ]))
    func `WebVTT is shifted by its header`(text: String, expected: String) throws {
        let result = try MediaShift(by: .seconds(2)).applied(to: Array(text.utf8))
        #expect(String(decoding: result, as: UTF8.self) == expected)
    }

    // MARK: Damage

    @Test(arguments: [Fixture.transportStream, .fragment, .packedAAC])
    func `shifting damaged or truncated bytes does not crash`(fixture: Fixture) {
        let bytes = fixture.bytes
        for place in stride(from: 0, to: bytes.count, by: max(bytes.count / 200, 1)) {
            var changed = bytes
            changed[place] ^= 0xFF
            _ = try? MediaShift(by: .seconds(9), decodeTimeWidth: .long)
                .applied(to: changed, clocks: clocks)
            _ = try? MediaShift(by: .seconds(9)).applied(
                to: Array(bytes[..<place]), clocks: clocks)
        }
    }

    @Test(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
    func `ffprobe finds the same samples at other times`() throws {
        let workshop = FFmpegFolder()
        let source =
            "-f lavfi -i testsrc2=size=128x96:rate=25 -f lavfi -i sine=sample_rate=48000 -t 3"
            + " -c:v libx264 -bf 2 -g 25 -pix_fmt yuv420p -c:a aac"
        try #require(workshop.make("\(source) -f mpegts a.ts"))
        let moved = try MediaShift(by: .seconds(100)).applied(to: workshop.bytes("a.ts"))
        try #require(workshop.put(moved, as: "b.ts"))
        let fields = "-show_data_hash md5 -show_entries packet=stream_index,pts,dts,data_hash"
        let (before, after) = (workshop.probe("a.ts", fields), workshop.probe("b.ts", fields))
        try #require(before.count > 100)
        let expected = before.map { row in
            row.map { Int64($0).map { $0 > 1 ? String($0 + 9_000_000) : String($0) } ?? $0 }
        }
        #expect(after == expected)
    }
}

extension [UInt8] {
    /// Returns the bytes after each occurrence of the name of a box type.
    fileprivate func split(whole type: String) -> [ArraySlice<UInt8>] {
        let name = Array(type.utf8)
        return indices.filter { holds(name, at: $0) }.map { self[($0 + 4)...] }
    }
}
