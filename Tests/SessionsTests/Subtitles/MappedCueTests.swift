import Presentation
import Testing
import VirtualTime

@testable import Sessions

/// WebVTT segments with a timestamp map that differs from the map of the other segments.
@Suite struct MappedCueTests {
    /// Returns the segments whose map moves their cue.
    ///
    /// Segments last 4 s, and each has a cue that is shown 1 s after its start.
    ///
    /// - Parameters:
    ///   - offsets: The offset of each segment's map.
    ///   - movesCues: Whether the offset of a map moves the cue.
    ///   - domains: The discontinuity domain of each segment; the number of the last one is used
    ///     for the following segments.
    /// - Returns: The number and the reason of each such segment.
    private func reasons(
        _ offsets: [MediaTime], movesCues: Bool = true, domains: [Int] = [0]
    ) -> [String] {
        var mapped = MappedCues()
        for (index, offset) in offsets.enumerated() {
            let start = MediaTime.seconds(Int64(index) * 4)
            let cue = start + .seconds(1) + (movesCues ? offset : .zero)
            let domain = index < domains.count ? domains[index] : domains.last ?? 0
            mapped.add(
                [cue..<cue + .seconds(1)], MappedCues.Map(offset: offset, domain: domain),
                in: start..<start + .seconds(4), url: "\(index)")
        }
        return mapped.losses(passed: IntervalSet(.zero..<(.seconds(100)))).map {
            "\($0.url) \($0.reason)"
        }
    }

    @Test func `a segment whose map moves its cues is misplaced`() {
        let words = "than with the X-TIMESTAMP-MAP of the other segments"
        let (two, none) = (MediaTime.seconds(2), MediaTime.zero)
        #expect(reasons([none, two, none, none]) == ["1 is 2.000 s later \(words)"])
        #expect(reasons([two, none, two, two, two]) == ["1 is 2.000 s earlier \(words)"])
        #expect(reasons([none, none, none, two]) == ["3 is 2.000 s later \(words)"])
    }

    @Test func `equal maps and maps with another clock are not misplaced`() {
        let (two, none) = (MediaTime.seconds(2), MediaTime.zero)
        let wrapped = SegmentPlacer.transportWrap
        #expect(reasons([none, wrapped, none, none], movesCues: false) == [], "the clock restarts")
        let starts = (0..<8).map { MediaTime.seconds($0 * 4) }
        #expect(reasons(starts, movesCues: false) == [], "times count from each segment's start")
        #expect(reasons([none, .seconds(9), none, none], movesCues: false) == [])
        #expect(reasons([none, two, none]) == [], "too few maps")
        #expect(reasons([none, .milliseconds(400), none, none]) == [])
    }

    @Test func `the maps after a change of the clock are not compared`() {
        let (two, none) = (MediaTime.seconds(2), MediaTime.zero)
        let offsets = Array(repeating: none, count: 6) + [two, two]
        #expect(reasons(offsets) == [], "the clock changes permanently")
        #expect(reasons([none, none, none, two], domains: [0, 0, 0, 1]) == [])
    }

    /// Returns whether segments are missing from a playlist that is 4 s too short.
    ///
    /// - Parameter cues: The start of each segment's cue. Segments last 4 s, and cues 1 s.
    /// - Returns: Whether segments are missing.
    private func lacksSegment(_ cues: [Int64]) -> Bool {
        var mapped = MappedCues()
        for (index, cue) in cues.enumerated() {
            let start = MediaTime.seconds(Int64(index) * 4)
            mapped.add(
                [.seconds(cue)..<(.seconds(cue + 1))], MappedCues.Map(offset: .zero, domain: 0),
                in: start..<start + .seconds(4), url: "\(index)")
        }
        return mapped.loss(ofSegmentsLasting: .seconds(4)) != nil
    }

    @Test func `segments are missing if all cues after them are late by the missing time`() {
        #expect(lacksSegment([1, 5, 13, 17]))
        #expect(!lacksSegment([1, 9]), "one segment may have early cues")
        #expect(!lacksSegment([1, 5, 9, 13]))
        #expect(!lacksSegment([5, 9, 13, 17]), "cues are one segment late throughout")
        #expect(!lacksSegment([1, 5, 13, 13]), "only one segment is late")
        #expect(!lacksSegment([1, 5, 17, 21]), "the cues are later than the missing time")
    }

    /// Returns the locations of the segments of a broadcast before which a segment is not listed.
    ///
    /// - Parameters:
    ///   - cues: The start of each segment's cue. Segments last 4 s, and cues 1 s.
    ///   - pause: The time between the fourth and the fifth segment.
    ///   - change: The change of the clock after the fourth segment.
    /// - Returns: The locations.
    private func lateSegments(
        _ cues: [Int64], pause: MediaTime = .zero, change: MediaTime = .zero
    ) -> [String] {
        var mapped = MappedCues()
        for (index, cue) in cues.enumerated() {
            let start = MediaTime.seconds(Int64(index) * 4) + (index < 4 ? .zero : pause)
            let map = MappedCues.Map(offset: index < 4 ? .zero : change, domain: 0)
            mapped.add(
                [.seconds(cue)..<(.seconds(cue + 1))], map, in: start..<start + .seconds(4),
                url: "\(index)")
        }
        return mapped.lossesOfUnlistedSegments(passed: IntervalSet(.zero..<(.seconds(100))))
            .map(\.url)
    }

    @Test func `a live segment was not listed if all cues from then on are late by one segment`() {
        let late: [Int64] = [1, 5, 9, 13, 21, 25, 29, 33]
        #expect(lateSegments(late) == ["4"])
        #expect(lateSegments([1, 5, 9, 13, 17, 21, 25, 29]) == [])
        #expect(lateSegments(late.dropLast()) == [], "too few segments show it")
        #expect(lateSegments([5, 9, 13, 17, 21, 25, 29, 33]) == [], "late throughout")
        #expect(lateSegments(late.dropLast() + [29]) == [], "the last cue is in its segment")
        #expect(lateSegments(late.map { $0 < 20 ? $0 : $0 + 4 }) == [], "late by two segments")
        #expect(lateSegments(late, pause: .milliseconds(200)) == [], "the playhead jumped")
        #expect(lateSegments(late, change: .seconds(4)) == [], "another clock")
    }
}
