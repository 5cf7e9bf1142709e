import Presentation
import Testing
import VirtualTime

@Suite struct TrackTimelineTests {
    private func timeline(_ durations: [Int64], domains: [Int]? = nil) -> TrackTimeline {
        TrackTimeline(
            promises: durations.enumerated().map { index, seconds in
                TrackTimeline.Promise(
                    duration: .seconds(seconds), domain: domains?[index] ?? 0)
            })
    }

    private func ms(_ range: Range<Int64>) -> Range<MediaTime> {
        .milliseconds(range.lowerBound) ..< .milliseconds(range.upperBound)
    }

    @Test func `uses the durations that the playlist states until a segment is measured`() {
        let timeline = timeline([4, 4, 2])
        #expect(timeline.end == .seconds(10))
        #expect(timeline.interval(of: SegmentNumber(1)) == span(4..<8))
        #expect(timeline.number(at: .seconds(8)) == SegmentNumber(2))
        #expect(timeline.number(at: .seconds(10)) == nil)
        #expect(timeline.number(at: .seconds(-1)) == SegmentNumber(0))
    }

    @Test func `moves all segments after a measured one`() {
        var timeline = timeline([4, 4, 2])
        timeline.measure(SegmentNumber(0), as: ms(0..<4040))
        #expect(timeline.interval(of: SegmentNumber(1)) == ms(4040..<8040))
        #expect(timeline.end == .milliseconds(10_040))
        timeline.measure(SegmentNumber(1), as: ms(4040..<8020))
        #expect(timeline.interval(of: SegmentNumber(2)) == ms(8020..<10_020))
        #expect(!timeline.isEndMeasured)
        timeline.measure(SegmentNumber(2), as: ms(8020..<10_000))
        #expect(timeline.isEndMeasured)
        #expect(timeline.end == .seconds(10))
    }

    @Test func `ends a segment where the next one starts`() {
        var timeline = timeline([4, 4])
        timeline.measure(SegmentNumber(0), as: ms(0..<2000))
        #expect(timeline.interval(of: SegmentNumber(0)) == span(0..<4))
        timeline.measure(SegmentNumber(1), as: ms(2000..<6000))
        #expect(timeline.interval(of: SegmentNumber(0)) == span(0..<2))
        #expect(timeline.end == .seconds(6))
    }

    @Test func `keeps the stated duration of a truncated segment`() {
        var timeline = timeline([4, 4])
        timeline.measure(SegmentNumber(0), as: span(0..<4))
        timeline.measure(SegmentNumber(1), as: span(4..<5))
        #expect(timeline.end == .seconds(8))
    }

    @Test func `starts a discontinuity at the measured end of the segment before it`() {
        var timeline = timeline([4, 4], domains: [0, 1])
        timeline.measure(SegmentNumber(0), as: ms(0..<4050))
        #expect(timeline.interval(of: SegmentNumber(1)) == ms(4050..<8050))
    }

    @Test func `accepts measurements in any order`() {
        var timeline = timeline([4, 4, 4, 4])
        timeline.measure(SegmentNumber(2), as: ms(8100..<12_100))
        #expect(timeline.interval(of: SegmentNumber(0)) == span(0..<4))
        #expect(timeline.interval(of: SegmentNumber(1)) == ms(4000..<8100))
        #expect(timeline.interval(of: SegmentNumber(3)) == ms(12_100..<16_100))
    }

    @Test(arguments: [(4000, nil), (3900, nil), (3899, 3899)] as [(Int64, Int64?)])
    func `finds an overlap of two segments that exceeds the tolerance`(
        start: Int64, overlap: Int64?
    ) {
        var timeline = timeline([4, 4])
        timeline.measure(SegmentNumber(0), as: ms(0..<4000))
        timeline.measure(SegmentNumber(1), as: ms(start..<8000))
        #expect(timeline.overlap(before: SegmentNumber(1)) == overlap.map { ms($0..<4000) })
    }

    @Test func `segments before the start of the timeline are displaced`() {
        var timeline = timeline([4, 4, 4, 4])
        timeline.measure(SegmentNumber(0), as: ms(0..<4000))
        timeline.measure(SegmentNumber(1), as: ms(-8000..<(-4000)))
        timeline.measure(SegmentNumber(2), as: ms(-4000..<0))
        #expect(timeline.displacement(of: SegmentNumber(0)) == nil)
        for (number, interval) in [(1, ms(-8000..<(-4000))), (2, ms(-4000..<0))] {
            let displacement = timeline.displacement(of: SegmentNumber(number))
            #expect(displacement?.interval == interval)
            #expect(displacement?.end == .seconds(4))
        }
        timeline.measure(SegmentNumber(3), as: ms(4000..<8000))
        #expect(timeline.displacement(of: SegmentNumber(3)) == nil)
    }

    @Test func `media of another discontinuity domain is not displaced`() {
        var timeline = timeline([4, 4], domains: [0, 1])
        timeline.measure(SegmentNumber(0), as: ms(0..<4000))
        timeline.measure(SegmentNumber(1), as: ms(-4000..<0))
        #expect(timeline.displacement(of: SegmentNumber(1)) == nil)
    }

    @Test func `the media ends at the furthest end of a segment, also after removals`() {
        var timeline = timeline([4, 4, 4])
        timeline.measure(SegmentNumber(0), as: ms(0..<4000))
        timeline.measure(SegmentNumber(1), as: ms(4000..<8000))
        timeline.measure(SegmentNumber(2), as: ms(-4000..<0))
        #expect(timeline.bounds.end == .seconds(8))
        timeline.drop(before: SegmentNumber(1))
        #expect(timeline.bounds.end == .seconds(8))
        timeline.drop(before: SegmentNumber(2))
        #expect(timeline.bounds.end == .zero)
    }
}
