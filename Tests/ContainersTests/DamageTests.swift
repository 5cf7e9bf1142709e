import Containers
import Testing
import VirtualTime

/// Strangers' bytes: every outcome is fine but a crash, a hang or an unnamed error.
@Suite struct DamageTests {
    private func survive(_ fixture: Fixture, _ bytes: [UInt8], _ level: VerificationLevel) {
        let demuxer = SegmentDemuxer(level: level)
        let input = MemoryInput(bytes)
        _ = try? demuxer.demux(initialization: fixture.initialization, media: input)
        _ = try? demuxer.demuxProgressive(input, chunk: .milliseconds(100))
        do {
            var reader = try ContainerReader(initialization: fixture.initialization, media: input)
            while try reader.next() != nil {}
        } catch {
            #expect(!error.description.isEmpty)
        }
    }

    @Test(arguments: Fixture.media)
    func `media may end anywhere`(fixture: Fixture) {
        let bytes = fixture.bytes
        let near = Array(0...64)
        let far = Array(stride(from: 65, to: bytes.count, by: 97))
        for count in near + far where count < bytes.count {
            survive(fixture, Array(bytes[..<count]), .demux)
        }
    }

    @Test(arguments: Fixture.media)
    func `any bit may be flipped`(fixture: Fixture) {
        var random = SeededRandom(seed: 20_260_101)
        for round in 0..<150 {
            var bytes = fixture.bytes
            for _ in 0...(round % 12) {
                let place = Int(random.next() % UInt64(bytes.count))
                bytes[place] ^= 1 << UInt8(random.next() % 8)
            }
            survive(fixture, bytes, round % 5 == 0 ? .decode : .demux)
        }
    }

    @Test func `the initialization section may be damaged`() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<300 {
            var bytes = Fixture.initialization.bytes
            for _ in 0..<3 {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() & 0xFF)
            }
            let media = Fixture.fragment.input
            _ = try? SegmentDemuxer(level: .decode).demux(
                initialization: MemoryInput(bytes), media: media)
        }
    }

    @Test(arguments: Fixture.media)
    func `whole segments decode without a broken frame`(fixture: Fixture) throws {
        let segment = try SegmentDemuxer(level: .decode).demux(
            initialization: fixture.initialization, media: fixture.input)
        #expect(segment.problems == [])
        #expect(segment.tracks.allSatisfy { $0.brokenFrames.isEmpty })
    }

    @Test func `broken frames are told with their times`() throws {
        var bytes = Fixture.packedAC3.bytes
        // Behind the header of the fifth frame of 192 bytes.
        bytes[192 * 4 + 40] ^= 0xFF
        let segment = try SegmentDemuxer(level: .decode).demux(media: MemoryInput(bytes))
        let frame = MediaTime(1536, timescale: 48_000)
        let start = MediaTime(4 * 1536, timescale: 48_000)
        #expect(segment.tracks.first?.brokenFrames == [start..<start + frame])
        #expect(segment.problems.map(\.kind) == [.brokenFrame])
    }

    @Test func `damaged pictures are told`() throws {
        var bytes = Fixture.progressive.bytes
        let whole = try SegmentDemuxer().demux(media: Fixture.progressive.input)
        let count = Int(whole.byteCount)
        for place in stride(from: count / 4, to: count / 2, by: 50) { bytes[place] ^= 0x55 }
        let segment = try SegmentDemuxer(level: .decode).demux(media: MemoryInput(bytes))
        #expect(segment.tracks.contains { !$0.brokenFrames.isEmpty })
    }
}
