import Testing

@testable import Containers

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Tracks that cannot be decoded at all, because the configuration of their decoder is damaged.
@Suite struct RefusedConfigurationTests {
    /// The size of a parameter set is wrong, or the configuration of the audio is zero.
    private static let damages: [(kind: TrackDescription.Kind, bytes: [UInt8], change: [UInt8])] = [
        (.video, [0x01, 0x64, 0x00, 0x0A, 0xFF, 0xE1, 0x00, 0x18], [0x00, 0x17]),
        (.audio, [0x05, 0x80, 0x80, 0x80, 0x05, 0x12, 0x08, 0x56], [0x00, 0x00, 0x00]),
    ]

    private func changed(_ place: Int, to change: [UInt8]? = nil) throws -> [UInt8] {
        var damage = Self.damages[place]
        damage.change = change ?? damage.change
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

    @Test func `audio of an object type that the decoder lacks is not checked`() throws {
        // The object type is 8 (CELP) instead of 2.
        let segment = try SegmentDemuxer(level: .decode).demux(
            initialization: MemoryInput(try changed(1, to: [0x42, 0x08, 0x56])),
            media: Fixture.fragment.input)
        #expect(segment.problems.contains { $0.kind == .undecodable })
        #expect(!segment.problems.contains { $0.kind == .brokenFrame })
        #expect(segment.tracks.allSatisfy { $0.brokenFrames.isEmpty })
    }

    /// Returns a stream of E-AC-3 at the reduced rate of 24 kHz, which libavcodec does not decode.
    private func reducedRateAudio() -> [UInt8] {
        var audio = TransportStreamWriter.enhancedAC3(frames: 8)
        for start in stride(from: 0, to: audio.count, by: 128) { audio[start + 4] = 0xC4 }
        var writer = TransportStreamWriter([(0x101, .enhancedAC3)])
        writer.packet(pid: 0x101, pts: 0, payload: audio)
        return writer.bytes
    }

    @Test func `audio whose packets use a feature that the decoder lacks is not checked`() throws {
        let segment = try SegmentDemuxer(level: .decode).demux(
            media: MemoryInput(reducedRateAudio()))
        #expect(segment.problems.contains { $0.kind == .undecodable })
        #expect(!segment.problems.contains { $0.kind == .brokenFrame })
    }

    @Test func `audio that uses a feature that the decoder lacks proves no key wrong`() throws {
        let trial = try DecodeTrial(
            initialization: nil, media: MemoryInput(reducedRateAudio()))
        #expect(trial.failingTrack == nil)
        #expect(trial.provenKeys == [])
    }

    @Test func `only codes for a missing feature excuse a decoder that does not open`() {
        /// Returns an error code of libavutil (`FFERRTAG`).
        func code(_ tag: String) -> Int32 {
            -tag.utf8.reversed().reduce(0) { $0 << 8 | Int32($1) }
        }
        #expect(Decoder.Failure(code: -ENOSYS) == .missing)
        #expect(Decoder.Failure(code: code("PAWE")) == .missing)
        #expect(Decoder.Failure(code: code("INDA")) == .refused)
        #expect(Decoder.Failure(code: -EINVAL) == .refused)
        // The AAC decoder returns this code for a truncated configuration.
        #expect(Decoder.Failure(code: -EPERM) == .refused)
    }

    @Test func `a configuration record whose parameter sets do not fit is recognized`() throws {
        let whole = try MovieStructure(Fixture.initialization.input)
        #expect(whole.tracks.allSatisfy { $0.brokenConfiguration == nil })
        let broken = try MovieStructure(MemoryInput(try changed(0)))
        #expect(broken.tracks.compactMap(\.brokenConfiguration) == ["avcC"])
    }

    @Test func `a configuration record of HEVC contains units of the announced types`() {
        let start = [1] + [UInt8](repeating: 0, count: 21)
        func isWhole(_ lists: [UInt8]) -> Bool { HEVCConfiguration((start + lists).span).isWhole }
        // One list of the type 33 with one unit of three bytes.
        let list: [UInt8] = [1, 0xA1, 0, 1, 0, 3, 0x42, 0x01, 0x01]
        #expect(isWhole([0]))
        #expect(isWhole(list))
        #expect(!isWhole([]))
        #expect(!isWhole(list.dropLast()))
        #expect(!isWhole([2] + list.dropFirst()))
        #expect(!isWhole([1, 0xA1, 0, 1, 0, 0, 0x42]))
        #expect(!isWhole([1, 0xA0] + list.dropFirst(2)))
    }
}
