import Containers
import Testing
import VirtualTime

/// Hostile bytes: every outcome is permitted except a crash, a hang or an unnamed error.
@Suite struct DamageTests {
    private func survive(_ fixture: Fixture, _ bytes: [UInt8], _ level: VerificationLevel) {
        let demuxer = SegmentDemuxer(level: level)
        let input = MemoryInput(bytes)
        do {
            let segment = try demuxer.demux(initialization: fixture.initialization, media: input)
            for problem in segment.problems { expectMedia("\(problem.kind)") }
        } catch {
            expectMedia(error.description)
        }
        _ = try? demuxer.demuxProgressive(input, chunk: .milliseconds(100))
        do {
            var reader = try ContainerReader(initialization: fixture.initialization, media: input)
            while try reader.next() != nil {}
        } catch {
            expectMedia(error.description)
        }
    }

    /// Expects that a cause describes media, not an error of the system.
    ///
    /// Demuxers use the error numbers of the system for damaged media.
    private func expectMedia(_ cause: String) {
        #expect(!cause.isEmpty)
        for words in ["temporarily", "Operation not permitted", "Invalid argument"] {
            #expect(!cause.contains(words))
        }
    }

    @Test func `error numbers that demuxers use for damage are described as damage`() {
        // EAGAIN, EPERM and EINVAL, which libavformat returns as negative numbers.
        #expect(FFmpegLibrary.text(of: -11) == "damaged: no whole packet follows")
        #expect(FFmpegLibrary.text(of: -1) == "damaged: a value is out of range")
        #expect(FFmpegLibrary.text(of: -22) == "damaged: a value is out of range")
        #expect(FFmpegLibrary.text(of: -5) == "Input/output error")
    }

    @Test(arguments: Fixture.media)
    func `media that is cut off anywhere causes no crash`(fixture: Fixture) {
        let bytes = fixture.bytes
        let near = Array(0...64)
        let far = Array(stride(from: 65, to: bytes.count, by: 97))
        for count in near + far where count < bytes.count {
            survive(fixture, Array(bytes[..<count]), .demux)
        }
    }

    @Test(arguments: Fixture.media)
    func `flipped bits in media cause no crash`(fixture: Fixture) {
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

    @Test func `a damaged initialization section causes no crash`() {
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

    @Test(arguments: ["free", "moov", "trak", "sidx", "moof", "mdat"])
    func `a box whose size is close to the 64-bit limit causes no crash`(type: String) {
        let size: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        let box = [0, 0, 0, 1] + Array(type.utf8) + size
        let section = Fixture.initialization.bytes + box
        let file = Fixture.initialization.bytes + Fixture.fragment.bytes + box
        _ = try? SegmentDemuxer().demux(
            initialization: MemoryInput(section), media: Fixture.fragment.input)
        for bytes in [section, file, Fixture.progressive.bytes + box] {
            survive(.progressive, bytes, .demux)
        }
    }

    @Test(arguments: Fixture.media)
    func `whole segments decode without a broken frame`(fixture: Fixture) throws {
        let segment = try SegmentDemuxer(level: .decode).demux(
            initialization: fixture.initialization, media: fixture.input)
        #expect(segment.problems == [])
        #expect(segment.tracks.allSatisfy { $0.brokenFrames.isEmpty })
    }

    @Test func `broken frames are reported with their times`() throws {
        var bytes = Fixture.packedAC3.bytes
        // This byte follows the header of the fifth frame; each frame has 192 bytes.
        bytes[192 * 4 + 40] ^= 0xFF
        let segment = try SegmentDemuxer(level: .decode).demux(media: MemoryInput(bytes))
        let frame = MediaTime(1536, timescale: 48_000)
        let start = MediaTime(4 * 1536, timescale: 48_000)
        #expect(segment.tracks.first?.brokenFrames == [start..<start + frame])
        #expect(segment.problems.map(\.kind) == [.brokenFrame])
    }

    @Test func `damaged pictures are reported`() throws {
        var bytes = Fixture.progressive.bytes
        let whole = try SegmentDemuxer().demux(media: Fixture.progressive.input)
        let count = Int(whole.byteCount)
        for place in stride(from: count / 4, to: count / 2, by: 50) { bytes[place] ^= 0x55 }
        let segment = try SegmentDemuxer(level: .decode).demux(media: MemoryInput(bytes))
        #expect(segment.tracks.contains { !$0.brokenFrames.isEmpty })
    }
}
