import Containers
import Testing

/// Tracks that cannot be decoded at all, because the configuration of their decoder is damaged.
@Suite struct RefusedConfigurationTests {
    /// The size of a parameter set is wrong, or the configuration of the audio is zero.
    private static let damages: [(kind: TrackDescription.Kind, bytes: [UInt8], change: [UInt8])] = [
        (.video, [0x01, 0x64, 0x00, 0x0A, 0xFF, 0xE1, 0x00, 0x18], [0x00, 0x17]),
        (.audio, [0x05, 0x80, 0x80, 0x80, 0x05, 0x12, 0x08, 0x56], [0x00, 0x00, 0x00]),
    ]

    private func changed(_ place: Int) throws -> [UInt8] {
        let damage = Self.damages[place]
        var bytes = Fixture.initialization.bytes
        let found = bytes.indices.first { bytes[$0...].starts(with: damage.bytes) }
        let end = try #require(found) + damage.bytes.count
        bytes.replaceSubrange(end - damage.change.count..<end, with: damage.change)
        return bytes
    }

    @Test(arguments: [0, 1])
    func `every frame is broken if the decoder cannot be configured`(place: Int) throws {
        let segment = try SegmentDemuxer(level: .decode).demux(
            initialization: MemoryInput(try changed(place)), media: Fixture.fragment.input)
        let track = try #require(
            segment.tracks.first { $0.description.kind == Self.damages[place].kind })
        let problem = segment.problems.first {
            $0.kind == .brokenFrame && $0.track == track.description.index
        }
        #expect(problem?.count ?? 0 >= track.sampleCount - 1)
        #expect(!segment.problems.contains { $0.kind == .undecodable })
        #expect(segment.tracks.filter { !$0.brokenFrames.isEmpty }.count == 1)
    }

    @Test func `a configuration record whose parameter sets do not fit is recognized`() throws {
        let whole = try MovieStructure(Fixture.initialization.input)
        #expect(whole.tracks.allSatisfy { $0.brokenConfiguration == nil })
        let broken = try MovieStructure(MemoryInput(try changed(0)))
        #expect(broken.tracks.compactMap(\.brokenConfiguration) == ["avcC"])
    }
}
