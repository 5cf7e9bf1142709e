import Containers
import Testing
import VirtualTime

@Suite struct PackedAudioTests {
    private func demux(_ bytes: [UInt8]) throws -> DemuxedSegment {
        try SegmentDemuxer().demux(media: MemoryInput(bytes))
    }

    @Test func `the ID3 tag in front gives the time of the first frame`() throws {
        let segment = try demux(Fixture.packedAAC.bytes)
        let track = try #require(segment.tracks.first)
        #expect(track.start == .seconds(10))
        #expect(track.end == .seconds(10) + MediaTime(23 * 1024, timescale: 44_100))
        #expect(segment.timestampWrap != nil)
        #expect(segment.timedMetadata == [])
    }

    @Test func `an ID3 tag of any size is read`() throws {
        let picture = ("APIC", [UInt8](repeating: 0xFF, count: 300_000))
        let tag = ID3Bytes.tag([picture, ID3Bytes.timestamp(0x1_FFFF_FFFF)])
        let segment = try demux(tag + TransportStreamWriter.adts(frames: 5))
        #expect(segment.tracks.first?.start == MediaTime(0x1_FFFF_FFFF, timescale: 90_000))
        #expect(segment.tracks.first?.sampleCount == 5)
    }

    @Test func `other frames of the tag are timed metadata`() throws {
        let tag = ID3Bytes.tag([ID3Bytes.timestamp(90_000), ID3Bytes.text("TIT2", "Song")])
        let segment = try demux(tag + TransportStreamWriter.adts(frames: 5))
        #expect(
            segment.timedMetadata == [
                TimedMetadata(
                    time: .seconds(1), duration: nil,
                    content: .id3([ID3Frame(id: "TIT2", content: .text(["Song"]))]))
            ])
    }

    @Test func `without a tag time starts at zero and never wraps`() throws {
        let segment = try demux(Fixture.packedAC3.bytes)
        #expect(segment.timestampWrap == nil)
        #expect(segment.tracks.first?.start == .zero)
        #expect(segment.tracks.first?.end == MediaTime(16 * 1536, timescale: 48_000))
        #expect(segment.tracks.first?.description.channels == 1)
    }

    @Test func `a frame that is cut off is told`() throws {
        let segment = try demux(Fixture.packedAC3.bytes.dropLast(10))
        #expect(segment.problems == [ContainerProblem(.truncated, track: 0)])
    }

    @Test func `a tag without audio is no container`() {
        let tag = ID3Bytes.tag([ID3Bytes.timestamp(1)])
        #expect(throws: ContainerError.self) { try demux(tag) }
        #expect(throws: ContainerError.self) { try demux(tag + Array("<html>".utf8)) }
    }
}

extension PackedAudioTests {
    private func demux(_ bytes: ArraySlice<UInt8>) throws -> DemuxedSegment {
        try demux(Array(bytes))
    }
}
