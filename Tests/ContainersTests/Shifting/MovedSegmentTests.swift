@testable import Containers
import TestTools
import Testing
import VirtualTime

/// Shifting a segment that was read gives the same result as reading a shifted segment.
@Suite struct MovedSegmentTests {
    private static let wrap = MediaTime(1 << 33, timescale: 90_000)
    private static let offsets: [MediaTime] = [
        .zero, .seconds(24), .milliseconds(40_021), .seconds(86_400), .seconds(30 * 86_400),
        MediaTime(ticks: 123_456_789), .seconds(-3), wrap, wrap - .seconds(2), wrap * 27,
    ]
    private static let streams = [
        "ts-multivariant/video-234p/segment-1.ts", "single/segment-1.ts", "id3/segment-1.ts",
        "pts-wrap/segment-2.ts",
    ]

    private func compare(
        _ bytes: [UInt8], after section: [UInt8]?, by offset: MediaTime,
        level: VerificationLevel = .demux
    ) throws -> Bool {
        let clocks = section.map { TrackClocks(initialization: $0) } ?? TrackClocks()
        let shift = MediaShift(by: offset)
        let demuxer = SegmentDemuxer(level: level)
        let opened = section.map { OpenedInitialization(MemoryInput($0)) }
        let readings = SourceReadings()
        let media = MovedMedia("a", shift: shift, clocks: clocks, readings: readings) { bytes }
        let moved: [UInt8]
        do {
            moved = try media.bytes()
        } catch {
            #expect(throws: ContainerError.self) {
                try media.read(by: demuxer, section: opened, hint: nil, inheritingFrom: nil)
            }
            return false
        }
        let expected = try demuxer.demux(section: opened, media: MemoryInput(moved))
        for _ in 1...2 {
            let found = try media.read(
                by: demuxer, section: opened, hint: nil, inheritingFrom: nil)
            guard let found else { return false }
            #expect(found == expected, "\(offset)")
        }
        #expect(readings.count == 1)
        return true
    }

    @Test(arguments: streams)
    func `shifting a demuxed transport stream gives the same result as shifting its bytes`(
        name: String
    ) throws {
        let path = "\(SampleMedia.folder)/\(name)"
        let bytes = fileBytes(path)
        try #require(!bytes.isEmpty)
        var count = 0
        for offset in Self.offsets where try compare(bytes, after: nil, by: offset) { count += 1 }
        // If the clock wraps within the segment, the shifted bytes are read again, because the
        // result of the first reading cannot be shifted.
        #expect(count >= (name.hasPrefix("pts-wrap") ? 1 : 7), "\(name)")
    }

    @Test func `shifting a decoded segment gives the same result as shifting its bytes`() throws {
        let bytes = Fixture.transportStream.bytes
        #expect(try compare(bytes, after: nil, by: .seconds(24), level: .decode))
    }

    @Test func `shifting a demuxed fragment gives the same result as shifting its bytes`() throws {
        let section = Fixture.initialization.bytes
        let bytes = Fixture.fragment.bytes
        var count = 0
        for offset in Self.offsets where try compare(bytes, after: section, by: offset) {
            count += 1
        }
        #expect(count >= 3)
    }

    @Test func `broken packets are found after a shift, too`() throws {
        let whole = Fixture.transportStream.bytes
        let start = whole.count / 188 / 2 * 188
        let bytes = Array(whole[..<start] + whole[(start + 188 * 3)...])
        #expect(try compare(bytes, after: nil, by: .seconds(24)))
        let demuxer = SegmentDemuxer()
        let media = MovedMedia(
            "a", shift: MediaShift(by: .seconds(24)), clocks: TrackClocks(),
            readings: SourceReadings()
        ) { bytes }
        let found = try media.read(by: demuxer, section: nil, hint: nil, inheritingFrom: nil)
        #expect(found?.problems.isEmpty == false)
    }

    @Test func `a demuxed source is reused only for the same name and verification level`() throws {
        let readings = SourceReadings()
        func read(_ name: String, _ level: VerificationLevel, _ fixture: Fixture) throws {
            let media = MovedMedia(
                name, shift: MediaShift(by: .seconds(1)), clocks: TrackClocks(), readings: readings
            ) { fixture.bytes }
            _ = try media.read(
                by: SegmentDemuxer(level: level), section: nil, hint: nil, inheritingFrom: nil)
        }
        try read("a", .demux, .transportStream)
        try read("a", .demux, .transportStream)
        #expect(readings.count == 1)
        try read("a", .decode, .transportStream)
        try read("b", .demux, .transportStream)
        #expect(readings.count == 3)
    }
}
