import Testing
import VirtualTime

@testable import Containers

/// Audio samples whose stated durations are longer than their coded frames.
@Suite struct StretchedSampleTests {
    private static let frame: Int64 = 1024

    private static func time(_ count: Int64) -> MediaTime { MediaTime(count, timescale: 48_000) }

    /// Returns the spans without sound in successive samples of AAC.
    ///
    /// The durations are multiples of the given unit, and all numbers are samples at 48,000 Hz.
    private func holes(
        _ durations: [Int64], at start: Int64 = 96_000, startsTrack: Bool = false, unit: Int64 = 1
    ) -> [Range<MediaTime>] {
        var samples = StretchedSamples(unit: Self.time(unit))
        var place = start
        for (index, duration) in durations.enumerated() {
            samples.add(
                Self.time(place), lasting: Self.time(duration), coded: Self.time(Self.frame),
                startsTrack: startsTrack && index == 0)
            place += duration
        }
        return samples.holes
    }

    @Test func `the time beyond the frames of a sample has no sound`() {
        let usual = [Int64](repeating: Self.frame, count: 6)
        #expect(holes(usual) == [])
        // One frame is missing after the second sample.
        let start: Int64 = 96_000 + 2 * 1024
        #expect(
            holes([1024, 2048] + usual) == [Self.time(start)..<Self.time(start + 1024)])
        // The first, the last and the only sample.
        #expect(holes([87_040] + usual).count == 1)
        #expect(holes(usual + [87_040]).count == 1)
        #expect(holes([96_000]) == [Self.time(97_024)..<Self.time(192_000)])
        #expect(holes([2048, 2048, 2048, 2048]).count == 4)
    }

    @Test func `rounded and irregular durations leave no hole`() {
        // Times in whole milliseconds: 21 ms or 22 ms.
        #expect(holes([1008, 1008, 1056, 1008, 1008, 1056]) == [])
        // Packets that arrive in pairs.
        #expect(holes([0, 2048, 0, 2048, 0, 2048, 0, 2048]) == [])
        // The end of a segment is aligned with the end of the video.
        #expect(holes([1024, 1024, 1024, 1792]) == [])
        // The last sample is shortened.
        #expect(holes([1024, 1024, 256]) == [])
        #expect(holes([1024, 2048, 1024, 256]).count == 1)
    }

    @Test func `the time of a lost frame may be distributed over the other samples`() {
        // 94 samples last as long as 95 frames. The last sample is not counted.
        let durations = [Int64](repeating: 1035, count: 84) + [Int64](repeating: 1034, count: 10)
        let end: Int64 = 96_000 + 95 * 1024 - 1034
        let surplus: Int64 = 95 * 1024 - 1034 - 93 * 1024
        #expect(holes(durations) == [Self.time(end - surplus)..<Self.time(end)])
        #expect(holes([1408, 1408, 1408, 1024]) == [Self.time(99_072)..<Self.time(100_224)])
        #expect(holes([1280, 1280, 1280, 1024]).count == 1)
        #expect(holes([1279, 1279, 1279, 1024]) == [])
    }

    @Test func `slow clocks, irregular arrival and rounding lose no frame`() {
        #expect(holes([Int64](repeating: 1027, count: 500)).count == 1)
        #expect(holes([Int64](repeating: 1026, count: 500)) == [])
        #expect(holes((0..<80).map { $0 % 2 == 0 ? 1008 : 1072 }) == [])
        // Each duration is rounded up to 22 ms.
        #expect(holes([Int64](repeating: 1056, count: 93), unit: 48) == [])
        #expect(holes([Int64](repeating: 1056, count: 93)).count == 1)
    }

    @Test func `half a second before the second sample of a track is a late start`() {
        #expect(holes([1024 + 24_000, 1024], at: 0, startsTrack: true) == [])
        #expect(holes([1024 + 24_001, 1024], at: 0, startsTrack: true).count == 1)
    }

    /// Samples of FLAC with a variable block size, and the durations of their blocks.
    @Test(
        arguments: [
            ([0xFF, 0xF9, 0x18, 0, 0, 0, 0, 0], 192), ([0xFF, 0xF9, 0x58, 0, 0, 0, 0, 0], 4608),
            ([0xFF, 0xF9, 0xC8, 0, 0, 0, 0, 0], 4096), ([0xFF, 0xF9, 0x68, 0, 5, 0xFE, 0, 0], 255),
            ([0xFF, 0xF9, 0x78, 0, 0xC2, 0x80, 0x0B, 0xFF], 3072),
            ([0xFF, 0xF9, 0x08, 0, 0, 0, 0, 0], 8192), ([1, 2, 3, 4, 5, 6, 7, 8], 8192),
        ] as [([UInt8], Int64)])
    func `the header of a FLAC frame states its block size`(bytes: [UInt8], count: Int64) throws {
        var facts = StreamFacts(
            index: 0, id: 1, kind: .audio, codec: .flac, language: nil,
            clock: MediaClock(numerator: 1, denominator: 48_000))
        // Blocks of 16 to 8192 samples at 48,000 Hz.
        facts.extradata = [0, 16, 0x20, 0, 0, 0, 0, 0, 0, 0, 0x0B, 0xB8, 0x00]
        facts.extradata += [UInt8](repeating: 0, count: 21)
        let audio = try #require(CodedAudio(facts))
        #expect(audio.usual == Self.time(16))
        #expect(audio.duration(of: bytes.span) == Self.time(count))
    }
}
