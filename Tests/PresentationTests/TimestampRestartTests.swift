import Containers
import Presentation
import Testing
import VirtualTime

/// Timestamps that start again where the playlist declares no discontinuity.
@Suite struct TimestampRestartTests {
    /// Returns a packed audio segment that starts at a given timestamp.
    static func segment(_ start: Int64, bytes: Int64 = 1000) -> DemuxedSegment {
        let frame = [0xFF, 0xF1, 0x4C, 0x80, 0x04, 0x1F, 0xFC] + [UInt8](repeating: 0, count: 25)
        let media = (0..<20).flatMap { _ in frame }
        guard var segment = try? SegmentDemuxer().demux(media: MemoryInput(media)),
            segment.tracks.count == 1
        else { fatalError("frames of AAC are media") }
        segment.tracks[0].start = .seconds(start)
        segment.tracks[0].end = .seconds(start + 2)
        segment.byteCount = bytes
        segment.lacksClock = false
        return segment
    }

    private func place(
        _ placer: inout SegmentPlacer, _ start: Int64, bytes: Int64 = 1000, at place: Int64,
        lasting duration: Int64 = 2, of rendition: String = "a"
    ) -> (start: MediaTime?, isJump: Bool?) {
        let placement = placer.place(
            Self.segment(start, bytes: bytes), domain: 0,
            expected: .seconds(place)..<(.seconds(place + duration)), of: rendition)
        return (placement?.interval.lowerBound, placement?.isUndeclaredJump)
    }

    @Test
    func `a segment whose timestamps jump back is placed at the end of the segment before it`() {
        var placer = SegmentPlacer()
        #expect(place(&placer, 10, at: 0) == (.zero, false))
        #expect(place(&placer, 12, at: 2) == (.seconds(2), false))
        #expect(place(&placer, 10, bytes: 900, at: 4) == (.seconds(4), true))
        #expect(place(&placer, 12, bytes: 901, at: 6) == (.seconds(6), false))
        // After a backward seek, a segment from before the restart of the timestamps keeps its
        // position.
        #expect(place(&placer, 12, at: 2) == (.seconds(2), false))
    }

    @Test func `a repeated segment with the same bytes keeps its first position`() {
        var placer = SegmentPlacer()
        _ = place(&placer, 10, at: 0)
        #expect(place(&placer, 10, at: 2) == (.zero, false))
    }

    @Test func `a missing long segment before a short last segment is a hole and not a jump`() {
        var placer = SegmentPlacer()
        #expect(place(&placer, 10, at: 0, lasting: 60) == (.zero, false))
        #expect(place(&placer, 130, at: 60) == (.seconds(120), false))
    }

    @Test func `another rendition may start at the same timestamp without a restart`() {
        var placer = SegmentPlacer()
        _ = place(&placer, 10, at: 0)
        #expect(place(&placer, 10, bytes: 900, at: 2, of: "b") == (.zero, false))
    }

    @Test func `a segment without timestamps of its own follows the segment before it`() {
        var placer = SegmentPlacer()
        var untimed = Self.segment(0)
        untimed.lacksClock = true
        for start in [0, 2, 4] as [Int64] {
            let placement = placer.place(
                untimed, domain: 0, expected: .seconds(start)..<(.seconds(start + 2)))
            #expect(placement?.interval == .seconds(start)..<(.seconds(start + 2)))
        }
    }
}
