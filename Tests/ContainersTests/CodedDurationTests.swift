import Containers
import Testing
import VirtualTime

/// The durations that fragments state for audio samples, compared with the frames of the codec.
@Suite struct CodedDurationTests {
    /// The configuration of the fixture's audio: AAC-LC at 44,100 Hz.
    private static let configuration: [UInt8] = [0x05, 0x80, 0x80, 0x80, 0x05, 0x12, 0x08]

    /// Returns the initialization section with another configuration of AAC.
    private func section(_ configuration: [UInt8]) throws -> MemoryInput {
        var bytes = Fixture.initialization.bytes
        let found = try #require(bytes.firstRange(of: Self.configuration))
        let start = found.upperBound - 2
        bytes.replaceSubrange(start..<start + configuration.count, with: configuration)
        return MemoryInput(bytes)
    }

    /// Returns the fragment with changed durations of its audio samples.
    private func fragment(_ change: (Int, Int) -> Int) throws -> MemoryInput {
        var bytes = Fixture.fragment.bytes
        let runs = bytes.indices.filter { bytes[$0...].starts(with: Array("trun".utf8)) }
        let run = try #require(runs.last) + 4
        func number(_ place: Int) -> Int {
            bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        try #require(number(run) == 0x301)
        for index in 0..<number(run + 4) {
            let place = run + 12 + 8 * index
            let duration = change(index, number(place))
            for (byte, shift) in [24, 16, 8, 0].enumerated() {
                bytes[place + byte] = UInt8(truncatingIfNeeded: duration >> shift)
            }
        }
        return MemoryInput(bytes)
    }

    private func problems(
        _ media: MemoryInput, _ section: MemoryInput = Fixture.initialization.input,
        _ demuxer: DemuxerChoice = .automatic
    ) throws -> [ContainerProblem.Kind] {
        try SegmentDemuxer(demuxer: demuxer).demux(initialization: section, media: media).problems
            .map(\.kind).filter {
                if case .contradictedDurations = $0 { true } else { false }
            }
    }

    private static let frame = MediaTime(1024, timescale: 44_100)

    @Test(arguments: [DemuxerChoice.automatic, .libavformat])
    func `doubled durations of AAC contradict its frames`(demuxer: DemuxerChoice) throws {
        let doubled = try fragment { $1 * 2 }
        let kinds = try problems(doubled, Fixture.initialization.input, demuxer)
        guard case .contradictedDurations(let stated, let coded)? = kinds.first else {
            Issue.record("\(kinds)")
            return
        }
        #expect(coded == Self.frame)
        #expect((stated - coded * 2).seconds.magnitude < 0.001)
    }

    @Test func `a configuration with another sampling rate contradicts the durations`() throws {
        // The configuration states 48,000 Hz.
        #expect(try problems(Fixture.fragment.input, section([0x11, 0x88])).count == 1)
        // The configuration states AAC-LC at 22,050 Hz.
        #expect(try problems(Fixture.fragment.input, section([0x13, 0x88])).count == 1)
    }

    @Test func `HE-AAC has the duration of a frame of its core`() throws {
        let doubled = try fragment { $1 * 2 }
        // SBR is signalled only within the samples: the core has 22,050 Hz.
        #expect(try problems(doubled, section([0x13, 0x88])) == [])
        // The configuration states SBR: 22,050 Hz for the core, and 44,100 Hz for the output.
        #expect(try problems(doubled, section([0x2B, 0x8A, 0x08])) == [])
        #expect(try problems(Fixture.fragment.input, section([0x2B, 0x8A, 0x08])).count == 1)
    }

    @Test func `rounded and irregular durations are permitted, as are few samples`() throws {
        #expect(try problems(Fixture.fragment.input) == [])
        // The durations result from times in whole milliseconds: 23 ms or 24 ms.
        #expect(try problems(fragment { index, _ in index % 4 == 0 ? 1058 : 1014 }) == [])
        // The times result from an irregular arrival.
        #expect(try problems(fragment { index, _ in index % 2 == 0 ? 600 : 1448 }) == [])
        // One sample lasts until the sound continues after a gap.
        #expect(try problems(fragment { $0 == 20 ? 441_000 : $1 }) == [])
        // The first and the last sample are shortened.
        #expect(try problems(fragment { [0, 44].contains($0) ? 100 : $1 }) == [])
    }
}
