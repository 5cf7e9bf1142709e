import Presentation
import Testing
import VirtualTime

@Suite struct MovingTimelineTests {
    private func promises(_ durations: [Int64], domain: Int = 0) -> [TrackTimeline.Promise] {
        durations.map { TrackTimeline.Promise(duration: .seconds($0), domain: domain) }
    }

    private func timeline(from first: Int, _ durations: [Int64]) -> TrackTimeline {
        TrackTimeline(promises: promises(durations), from: SegmentNumber(first))
    }

    @Test func `names segments by their media sequence numbers`() {
        let timeline = timeline(from: 7, [4, 4, 2])
        #expect(timeline.first == SegmentNumber(7))
        #expect(timeline.next == SegmentNumber(10))
        #expect(timeline.interval(of: SegmentNumber(8)) == span(4..<8))
        #expect(timeline.number(at: .seconds(8)) == SegmentNumber(9))
        #expect(timeline.promisedNumber(at: .seconds(10)) == timeline.next)
    }

    @Test func `keeps the positions of the remaining segments when others are removed`() {
        var timeline = timeline(from: 0, [4, 4, 4])
        timeline.measure(SegmentNumber(0), as: span(1..<6))
        timeline.drop(before: SegmentNumber(2))
        #expect(timeline.count == 1)
        #expect(timeline.start == .seconds(10))
        #expect(timeline.interval(of: SegmentNumber(2)) == span(10..<14))
        #expect(timeline.interval(of: SegmentNumber(0)) == span(10..<10))
        timeline.append(promises([6]), from: SegmentNumber(3))
        #expect(timeline.interval(of: SegmentNumber(3)) == span(14..<20))
    }

    @Test func `the last segment grows with its parts`() {
        var timeline = timeline(from: 0, [4, 4, 1])
        let open = SegmentNumber(2)
        timeline.revise(TrackTimeline.Promise(duration: .seconds(2), domain: 0))
        #expect(timeline.interval(of: open) == span(8..<10))
        timeline.measure(partOf: open, at: .seconds(1), as: span(9..<10))
        #expect(timeline.measuredInterval(of: open) == span(8..<10))
        timeline.revise(TrackTimeline.Promise(duration: .seconds(4), domain: 0))
        timeline.append(promises([4]), from: SegmentNumber(3))
        timeline.measure(partOf: open, at: .seconds(2), as: span(10..<11))
        timeline.measure(partOf: open, at: .seconds(3), as: span(11..<12))
        #expect(timeline.interval(of: open) == span(8..<12))
        #expect(timeline.interval(of: SegmentNumber(3)) == span(12..<16))
    }

    @Test
    func
        `the first measured part moves its segment if picture reordering cannot explain the shift`()
    {
        let number = SegmentNumber(1)
        for (start, expected) in [(5.0, 4.0), (5.04, 4.0), (4.96, 4.0), (5.5, 4.5)] {
            var timeline = timeline(from: 0, [4, 4])
            let interval = MediaTime.milliseconds(Int64(start * 1000))..<MediaTime.seconds(6)
            timeline.measure(partOf: number, at: .seconds(1), as: interval)
            #expect(timeline.interval(of: number).lowerBound.seconds == expected)
        }
    }

    @Test func `a shift moves the timeline only until a segment is measured`() {
        var timeline = timeline(from: 0, [4, 4, 4])
        timeline.drop(before: SegmentNumber(1))
        timeline.shift = .seconds(1)
        #expect(timeline.start == .seconds(5))
        timeline.measure(SegmentNumber(1), as: span(6..<10))
        timeline.drop(before: SegmentNumber(2))
        timeline.shift = .seconds(9)
        #expect(timeline.start == .seconds(10))
    }

    @Test func `keeps its end position when all segments are removed`() {
        var timeline = timeline(from: 0, [4, 4])
        timeline.measure(SegmentNumber(1), as: span(4..<9))
        timeline.drop(before: timeline.next)
        #expect(timeline.count == 0)
        #expect(timeline.end == .seconds(9))
        #expect(timeline.number(at: .zero) == nil)
        #expect(timeline.interval(of: SegmentNumber(0)) == span(9..<9))
        timeline.append(promises([4]), from: timeline.next)
        #expect(timeline.interval(of: SegmentNumber(2)) == span(9..<13))
    }

    @Test func `has a hole for segments that were never listed`() {
        var timeline = timeline(from: 0, [4, 4])
        timeline.append(promises([4]), from: SegmentNumber(4), behind: .seconds(8))
        #expect(timeline.count == 3)
        #expect(Array(timeline.numbers) == [0, 1, 4].map { SegmentNumber($0) })
        #expect(timeline.interval(of: SegmentNumber(2)) == span(8..<16))
        #expect(timeline.interval(of: SegmentNumber(3)) == span(8..<16))
        #expect(timeline.interval(of: SegmentNumber(4)) == span(16..<20))
        #expect(!timeline.contains(SegmentNumber(3)))
        #expect(timeline.segment(from: SegmentNumber(2)) == SegmentNumber(4))
        #expect(timeline.segment(before: SegmentNumber(4)) == nil)
        // The measurement of the segment after the hole contradicts the end of the hole, so it
        // shortens the hole.
        timeline.measure(SegmentNumber(4), as: span(15..<19))
        #expect(timeline.interval(of: SegmentNumber(3)) == span(8..<15))
        timeline.measure(SegmentNumber(3), as: span(0..<1))
        #expect(timeline.interval(of: SegmentNumber(3)) == span(8..<15))
    }

    @Test func `has a hole for segments that expired`() {
        var timeline = timeline(from: 0, [4, 4, 4, 4, 4])
        timeline.measure(SegmentNumber(2), as: span(9..<13))
        timeline.expire(SegmentNumber(1)..<SegmentNumber(3))
        #expect(timeline.count == 3)
        #expect(timeline.interval(of: SegmentNumber(0)) == span(0..<4))
        #expect(timeline.interval(of: SegmentNumber(2)) == span(4..<13))
        #expect(timeline.interval(of: SegmentNumber(3)) == span(13..<17))
        // A segment that expires directly after the hole becomes a part of the hole.
        timeline.expire(SegmentNumber(3)..<SegmentNumber(4))
        #expect(timeline.interval(of: SegmentNumber(1)) == span(4..<17))
        #expect(timeline.interval(of: SegmentNumber(4)) == span(17..<21))
        timeline.drop(before: SegmentNumber(1))
        #expect(Array(timeline.numbers) == [SegmentNumber(4)])
        #expect(timeline.start == .seconds(17))
    }

    @Test func `distinguishes the numbers of two epochs`() {
        var timeline = timeline(from: 5, [4, 4])
        timeline.append(promises([2, 2]), from: SegmentNumber(0, epoch: 1))
        #expect(timeline.interval(of: SegmentNumber(5)) == span(0..<4))
        #expect(timeline.interval(of: SegmentNumber(0, epoch: 1)) == span(8..<10))
        #expect(timeline.segment(from: SegmentNumber(7)) == SegmentNumber(0, epoch: 1))
        #expect(
            timeline.domain(of: SegmentNumber(5)) < timeline.domain(of: SegmentNumber(0, epoch: 1)))
        // A measured segment of the new numbering does not move the segments of the earlier
        // numbering.
        timeline.measure(SegmentNumber(0, epoch: 1), as: span(7..<9))
        #expect(timeline.interval(of: SegmentNumber(6)) == span(4..<8))
    }

    @Test func `ignores unknown segment numbers, even the smallest and the largest integers`() {
        var timeline = timeline(from: 3, [4])
        for sequence in [Int.min, 0, 4, Int.max] {
            for epoch in [Int.min, 0, .max] {
                let number = SegmentNumber(sequence, epoch: epoch)
                timeline.measure(number, as: span(0..<1))
                #expect(timeline.interval(of: number).isEmpty)
                #expect(timeline.measuredInterval(of: number) == nil)
                #expect(!timeline.contains(number))
            }
        }
        #expect(SegmentNumber(.max).advanced(by: 1) == SegmentNumber(.max))
        timeline.drop(before: SegmentNumber(.min))
        #expect(timeline.count == 1)
    }

    @Test func `uses memory for listed segments only`() {
        var timeline = timeline(from: 0, Array(repeating: 6, count: 40))
        let batch = promises(Array(repeating: 6, count: 20))
        var most = 0
        for sequence in stride(from: 40, to: 1_000_040, by: 20) {
            let number = SegmentNumber(sequence)
            let measured = number.advanced(by: -5)
            timeline.measure(measured, as: timeline.interval(of: measured))
            // At every thousandth number, a hole precedes the added segments, and two of the listed
            // segments expire before the rest.
            if sequence % 1000 == 0 {
                timeline.append(batch, from: number, behind: .seconds(6))
                timeline.expire(number.advanced(by: -6)..<number.advanced(by: -4))
            } else {
                timeline.append(batch, from: number)
            }
            timeline.drop(before: number.advanced(by: -20))
            most = max(most, timeline.capacity)
        }
        #expect(timeline.count == 40)
        #expect(most < 400)
        #expect(timeline.next == SegmentNumber(1_000_040))
        #expect(timeline.end == .seconds(6 * (1_000_040 + 1000)))
    }

    @Test func `releases memory when a long list becomes a short one`() {
        var timeline = timeline(from: 0, Array(repeating: 2, count: 100_000))
        for sequence in 0..<100_000 {
            let number = SegmentNumber(sequence)
            timeline.measure(number, as: timeline.interval(of: number))
        }
        timeline.drop(before: SegmentNumber(99_990))
        #expect(timeline.capacity < 200)
        #expect(timeline.end == .seconds(200_000))
    }

    @Test func `numbers and identities of segments have readable descriptions`() {
        #expect("\(SegmentNumber(7))" == "7")
        #expect("\(SegmentNumber(7, epoch: 1))" == "7#2")
        let url = "https://a.example/secret/video.m3u8?token=1"
        let identity = SegmentIdentity(rendition: url, number: SegmentNumber(7))
        #expect("\(identity)" == "segment 7 of video.m3u8")
        let other = SegmentIdentity(rendition: "audio.m3u8", number: SegmentNumber(8))
        #expect(identity.precedes(other) == nil)
        #expect(
            identity.precedes(SegmentIdentity(rendition: url, number: SegmentNumber(0, epoch: 1)))
                == true)
    }
}
