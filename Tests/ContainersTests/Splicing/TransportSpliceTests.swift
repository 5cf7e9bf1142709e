import Containers
import TestTools
import Testing
import VirtualTime

/// Splice messages in real transport streams, whose pictures start at 10 s.
///
/// The streams have 25 pictures per second.
@Suite struct TransportSpliceTests {
    private let plain = fileBytes("\(SampleMedia.single.folder)/segment-0.ts")

    private func demux(
        _ sections: [(Int, SpliceSection)], registers: Bool = true, losesPacket: Int? = nil
    ) throws -> DemuxedSegment {
        var muxer = SpliceMuxer()
        muxer.registers = registers
        let stream = muxer.mux(
            plain, sections.map { ($0.0, $0.1.bytes) }, losesPacket: losesPacket)
        return try SegmentDemuxer().demux(media: MemoryInput(stream))
    }

    private func message(_ entry: TimedMetadata) throws -> SpliceMessage {
        guard case .splice(let message) = entry.content else {
            throw SpliceError(.truncated("\(entry.content)"))
        }
        return message
    }

    @Test(arguments: [true, false])
    func `a message has its time, and the media is unchanged`(registers: Bool) throws {
        let section = SpliceSection.insert(
            7, isOut: true, pts: 900_000 + 135_000, duration: 2_700_000)
        let segment = try demux([(10, section)], registers: registers)
        let entry = try #require(segment.timedMetadata.first)
        #expect(segment.timedMetadata.count == 1)
        #expect(entry.time == .milliseconds(11_500))
        #expect(entry.duration == .seconds(30))
        let message = try message(entry)
        #expect(message.identifier == 0x1F0)
        #expect(try message.section.get() == SpliceInformation(section.bytes))
        let media = try SegmentDemuxer().demux(media: MemoryInput(plain))
        #expect(segment.problems.isEmpty)
        let playable = segment.tracks.filter { [.video, .audio].contains($0.description.kind) }
        #expect(playable == media.tracks)
    }

    @Test func `an immediate command takes effect where it arrives`() throws {
        let segment = try demux([
            (0, .timeSignal(nil)), (12, .insert(1, isOut: true, pts: nil)), (12, .null),
        ])
        let video = try #require(segment.tracks.first { $0.description.kind == .video })
        #expect(segment.timedMetadata.count == 3)
        #expect(segment.timedMetadata.first?.time == video.start)
        for entry in segment.timedMetadata.dropFirst() {
            let frame = MediaTime(1, timescale: 25)
            // The twelfth picture in decoding order is near the twelfth position in display
            // order.
            let place = entry.time - video.start
            #expect(place >= MediaTime(ticks: frame.ticks * 8))
            #expect(place <= MediaTime(ticks: frame.ticks * 15))
            #expect(try message(entry).arrival == entry.time)
        }
    }

    @Test func `the PTS adjustment of a message is added to its time`() throws {
        var section = SpliceSection.timeSignal((1 << 33) - 90_000)
        section.ptsAdjustment = 990_000 + 90_000
        let segment = try demux([(3, section)])
        #expect(segment.timedMetadata.map(\.time) == [.seconds(11)])
    }

    @Test func `long messages fill several packets, and a lost packet loses only its message`()
        throws
    {
        let descriptors = (0..<8).map {
            SpliceSection.segmentation(
                UInt32($0), type: 0x30, upid: (0x0F, [UInt8](repeating: 0x61, count: 60)))
        }
        let long = SpliceSection.timeSignal(945_000, descriptors)
        #expect(long.bytes.count > 3 * 184)
        let short = SpliceSection.timeSignal(990_000)
        let whole = try demux([(1, long), (20, short), (30, long)])
        #expect(
            whole.timedMetadata.map(\.time) == [
                .milliseconds(10_500), .milliseconds(10_500), .seconds(11),
            ])
        #expect(try message(whole.timedMetadata[0]).section.get().segmentations.count == 8)
        let damaged = try demux([(1, long), (20, short), (30, long)], losesPacket: 1)
        #expect(damaged.timedMetadata.map(\.time) == [.milliseconds(10_500), .seconds(11)])
    }

    @Test func `a damaged message is kept as an error`() throws {
        var bytes = SpliceSection.timeSignal(945_000).bytes
        bytes[15] ^= 1
        let stream = SpliceMuxer().mux(plain, [(5, bytes)])
        let segment = try SegmentDemuxer().demux(media: MemoryInput(stream))
        let message = try message(try #require(segment.timedMetadata.first))
        #expect(throws: SpliceError.self) { try message.section.get() }
    }

    @Test(arguments: [(0, UInt8(0xFD)), (0, 0x00), (0, 0xFF), (2, 0xFF)])
    func `a message with a damaged identifier or length is kept as an error`(
        place: Int, value: UInt8
    ) throws {
        let sound = SpliceSection.timeSignal(990_000).bytes
        var bytes = SpliceSection.timeSignal(945_000).bytes
        bytes[place] = value
        for sections in [[bytes], [bytes, sound], [sound, bytes]] {
            let stream = SpliceMuxer().mux(plain, sections.map { (5, $0) })
            let segment = try SegmentDemuxer().demux(media: MemoryInput(stream))
            let messages = try segment.timedMetadata.map(message)
            #expect(messages.count == sections.count)
            #expect(messages.count { (try? $0.section.get()) == nil } == 1)
        }
    }

    @Test func `a message with a damaged identifier and a too large length is kept as an error`()
        throws
    {
        var bytes = SpliceSection.timeSignal(945_000).bytes
        bytes[0] = 0x00
        bytes[1] |= 0x0F
        let stream = SpliceMuxer().mux(plain, [(5, bytes)])
        let segment = try SegmentDemuxer().demux(media: MemoryInput(stream))
        let message = try message(try #require(segment.timedMetadata.first))
        #expect(throws: SpliceError.self) { try message.section.get() }
    }

    @Test func `zeros after a message of several packets do not make it incomplete`() throws {
        let descriptors = (0..<3).map {
            SpliceSection.segmentation(
                UInt32($0), type: 0x30, upid: (0x0F, [UInt8](repeating: 0x61, count: 60)))
        }
        let long = SpliceSection.timeSignal(945_000, descriptors).bytes
        var packets = EditedPackets(SpliceMuxer().mux(plain, [(1, long)]))
        let last = try #require(packets.indexes(of: 0x1F0).last)
        // The first packet contains 183 bytes of the message.
        let tail = Array(long.dropFirst(183))
        var payload = [UInt8(tail.count + 2)] + tail + [0, 0]
        payload += SpliceSection.timeSignal(990_000).bytes
        try #require(!tail.isEmpty && payload.count <= 184)
        payload += [UInt8](repeating: 0xFF, count: 184 - payload.count)
        packets.all[last].replaceSubrange(4..., with: payload)
        packets.all[last][1] |= 0x40
        let segment = try SegmentDemuxer().demux(media: MemoryInput(packets.bytes))
        #expect(segment.timedMetadata.map(\.time) == [.milliseconds(10_500), .seconds(11)])
    }

    @Test func `intact sections of other tables and stuffing are not messages`() throws {
        var other = SpliceSection.null.bytes
        other[0] = 0xC0
        other.removeLast(4)
        let checksum = CyclicRedundancy.section(other.span)
        other += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
        let message = SpliceSection.timeSignal(990_000).bytes
        let zeros = message + [UInt8](repeating: 0, count: 183 - message.count)
        let stream = SpliceMuxer().mux(plain, [(1, other), (2, zeros), (3, other)])
        let segment = try SegmentDemuxer().demux(media: MemoryInput(stream))
        #expect(segment.timedMetadata.map(\.time) == [.seconds(11)])
    }

    @Test func `splice times continue when the 33-bit clock wraps around`() throws {
        let segment = fileBytes("\(SampleMedia.wrap.folder)/segment-1.ts")
        // The clock starts again 6 s into the asset, which is 2 s into this segment.
        let stream = SpliceMuxer().mux(segment, [(2, SpliceSection.timeSignal(90_000).bytes)])
        let read = try SegmentDemuxer().demux(media: MemoryInput(stream))
        let video = try #require(read.tracks.first { $0.description.kind == .video })
        let entry = try #require(read.timedMetadata.first)
        let distance = entry.time - video.start
        #expect(distance > .milliseconds(2_900))
        #expect(distance < .milliseconds(3_100))
    }

    @Test func `an event message box carries the same splice section as a transport stream`() throws
    {
        let section = SpliceSection.insert(9, isOut: true, pts: 5, duration: 90_000)
        let body =
            [1, 0, 0, 0] + [0, 0, 0x03, 0xE8] + [0, 0, 0, 0, 0, 0, 0x07, 0xD0]
            + [0, 0, 0x0B, 0xB8, 0, 0, 0, 9] + Array("urn:scte:scte35:2013:bin".utf8) + [0, 0]
            + section.bytes
        let count = body.count + 8
        let box = [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)] + Array("emsg".utf8) + body
        let segment = try SegmentDemuxer().demux(
            initialization: Fixture.initialization.input,
            media: MemoryInput(box + Fixture.fragment.bytes))
        let entry = try #require(segment.timedMetadata.first)
        #expect(entry.time == .seconds(2))
        #expect(entry.duration == .seconds(3))
        guard case .event(let event) = entry.content else {
            Issue.record("\(entry.content)")
            return
        }
        #expect(try event.splice?.get() == SpliceInformation(section.bytes))
    }
}
