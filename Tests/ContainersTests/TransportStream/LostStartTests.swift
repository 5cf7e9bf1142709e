import Containers
import TestTools
import Testing

/// Access units of a transport stream that lack their picture, their parameter sets or a keyframe.
@Suite struct LostStartTests {
    private static let video = 0x100
    private static let readers: [DemuxerChoice] = [.automatic, .libavformat]

    private let packets = EditedPackets(Fixture.transportStream.bytes)

    private func demux(
        _ packets: EditedPackets, _ demuxer: DemuxerChoice = .automatic
    ) throws -> DemuxedSegment {
        try SegmentDemuxer(demuxer: demuxer).demux(media: MemoryInput(packets.bytes))
    }

    /// Turns the NAL units with a header into filler data, in the PES packet with a number.
    private func hiding(header: UInt8, ofUnit number: Int) -> EditedPackets {
        var changed = packets
        for place in packets.units(of: Self.video)[number] {
            let bytes = packets.all[place]
            for index in 7..<bytes.count where bytes[index - 3..<index] == [0, 0, 1] {
                if bytes[index] == header { changed.all[place][index] = 0x0C }
            }
        }
        return changed
    }

    @Test(arguments: readers)
    func `an access unit without a picture is damaged`(demuxer: DemuxerChoice) throws {
        let count = packets.units(of: Self.video).count
        let headers: [UInt8] = [0x41, 0x01]
        let numbers = [1, count - 1]
        for number in numbers {
            let hidden = headers.map { hiding(header: $0, ofUnit: number) }
            let changed = try #require(hidden.first { $0.bytes != packets.bytes })
            let segment = try demux(changed, demuxer)
            #expect(segment.problems.contains { $0.kind == .corruptSample }, "unit \(number)")
            #expect(segment.tracks.first?.sampleCount == count - 1)
        }
        #expect(try demux(packets, demuxer).problems == [])
    }

    @Test(arguments: readers)
    func `a keyframe needs all parameter sets before it`(demuxer: DemuxerChoice) throws {
        let whole = try #require(try demux(packets, demuxer).tracks.first)
        #expect(!whole.lacksParameterSets)
        for header: UInt8 in [0x67, 0x68] {
            let track = try demux(hiding(header: header, ofUnit: 0), demuxer).tracks.first
            // The second keyframe has both parameter sets.
            #expect(track?.keyframes.count == 2)
            #expect(track?.lacksParameterSets == true, "header \(header)")
        }
    }

    @Test(arguments: readers)
    func `pictures before the first keyframe depend on an earlier segment`(
        demuxer: DemuxerChoice
    ) throws {
        let whole = try #require(try demux(packets, demuxer).tracks.first)
        #expect(!whole.needsEarlierPictures)
        let headless = packets.without(packets.units(of: Self.video)[0]).renumbered
        let track = try #require(try demux(headless, demuxer).tracks.first)
        #expect(track.needsEarlierPictures)
    }

    @Test(arguments: readers)
    func `an intra picture is recognized if a packet ends after the header of its NAL unit`(
        demuxer: DemuxerChoice
    ) throws {
        var changed = packets.without(packets.units(of: Self.video)[0])
        let place = changed.units(of: Self.video)[0][0]
        let packet = changed.all[place]
        let header = try #require(
            (7..<packet.count - 1).first {
                packet[$0 - 3..<$0] == [0, 0, 1] && [0x41, 0x01].contains(packet[$0])
            })
        let start = packet[3] & 0x20 != 0 ? 5 + Int(packet[4]) : 4
        /// Returns a packet that contains only some bytes.
        func part(_ second: UInt8, _ content: [UInt8]) -> [UInt8] {
            let stuffing = [UInt8](repeating: 0xFF, count: 182 - content.count)
            let field = [UInt8(stuffing.count + 1), 0x00] + stuffing
            return [packet[0], second, packet[2], 0x30] + field + content
        }
        // The first byte of the slice header states an intra picture.
        let rest = [0x88] + packet[(header + 2)...]
        changed.all[place] = part(packet[1], Array(packet[start...header]))
        changed.all.insert(part(packet[1] & 0xBF, rest), at: place + 1)
        let track = try #require(try demux(changed.renumbered, demuxer).tracks.first)
        #expect(!track.needsEarlierPictures)
    }

    @Test func `a stream that no program map lists is not played`() throws {
        var writer = TransportStreamWriter([(0x101, .aac)])
        for step: Int64 in 0..<40 {
            for pid: UInt16 in [0x101, 0x102] {
                writer.packet(
                    pid: pid, pts: step * 13_440, payload: TransportStreamWriter.adts(frames: 7))
            }
        }
        let segment = try SegmentDemuxer().demux(media: MemoryInput(writer.bytes))
        let audio = segment.tracks.filter { $0.description.kind == .audio }
        #expect(audio.map(\.description.id) == [0x101])
    }
}
