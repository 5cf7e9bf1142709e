import Presentation
import Testing
import VirtualTime

@testable import Sessions

/// Subtitle segments of a video on demand whose cues are shown at a wrong position.
@Suite struct MovedCueTests {
    /// Returns the reason of each segment whose cues are at a wrong position, by its start.
    ///
    /// Segments last 4 s, and cues 1 s.
    private func reasons(
        _ segments: [(start: Int64, cues: [Int64])], isBroadcast: Bool = false
    ) -> [String] {
        let passed = IntervalSet(.zero..<(.seconds(300)))
        let playback = MisplacedCues.Playback(
            end: .seconds(300), passed: passed, isBroadcast: isBroadcast)
        var misplaced = MisplacedCues()
        for segment in segments {
            let cues = segment.cues.map { MediaTime.seconds($0)..<(.seconds($0 + 1)) }
            let interval = MediaTime.seconds(segment.start)..<(.seconds(segment.start + 4))
            #expect(misplaced.add(cues, in: interval, url: "\(segment.start)", playback) == [])
        }
        let losses = misplaced.losses(in: playback)
        #expect(losses.allSatisfy { $0.areShown })
        return losses.map { "\($0.url) \($0.reason)" }
    }

    @Test func `segments that are swapped are out of order`() {
        let order = [
            "4 is after the cues of a later segment", "8 is before the cues of an earlier segment",
        ]
        #expect(reasons([(0, [1]), (4, [9]), (8, [5]), (12, [13])]) == order)
        #expect(reasons([(8, [5]), (4, [9])]).sorted() == order, "they are read in another order")
        #expect(reasons([(4, [9, 11]), (8, [5])], isBroadcast: true) == [])
    }

    @Test func `cues of a rotated set of segments are out of order`() {
        #expect(reasons([(0, [5]), (4, [9]), (8, [1]), (12, [13])]).count == 3)
    }

    @Test func `cues that are all early or late are in order`() {
        for shift: Int64 in [-60, -9, -5, -2, 2, 5, 9, 60] {
            let segments = (20..<40).map { (start: $0 * 4, cues: [$0 * 4 + 1 + shift]) }
            #expect(reasons(segments) == [], "\(shift)")
        }
    }

    @Test func `cues that one segment has too early or too late are not misplaced`() {
        #expect(reasons([(0, [1]), (4, [9]), (8, []), (12, [13]), (16, [17])]) == [])
        #expect(reasons([(0, [1]), (4, []), (8, [5]), (12, [13]), (16, [17])]) == [])
    }

    @Test func `early cues before a segment that repeats an old cue are not misplaced`() {
        #expect(reasons([(0, [1]), (4, [5]), (8, [13]), (12, [5]), (16, [17])]) == [])
        #expect(reasons([(0, [1]), (4, [5]), (8, [13]), (12, [9]), (16, [17])]).count == 2)
    }

    @Test func `cues of a single segment that are far away are misplaced`() {
        let others: [(start: Int64, cues: [Int64])] = [(0, [1]), (8, [9]), (12, [13])]
        #expect(reasons(others + [(4, [65])]) == ["4 is far from its segment"])
        #expect(reasons(others + [(40, [5])]) == ["40 is far from its segment"])
        #expect(reasons(others + [(40, [13])]) == [], "the last cue is repeated")
        #expect(reasons(others + [(40, [5]), (44, [9])]) == [], "many are far away")
    }
}
