import Presentation
import Testing
import VirtualTime

@testable import Sessions

/// Subtitle segments that have the cues of another segment in place of their own.
@Suite struct CopiedCueTests {
    /// Returns the number of lost cues per segment with losses.
    ///
    /// Segments last 4 s. Each cue has a start and an end, and all cues have the same text.
    private func losses(
        _ segments: [(start: Int64, cues: [ClosedRange<Int64>])], arePieces: Bool = false,
        passed: Range<Int64> = 0..<100
    ) -> [Int] {
        var copied = CopiedCues()
        for segment in segments {
            let cues = segment.cues.map {
                SubtitleCue(
                    start: .seconds($0.lowerBound), end: .seconds($0.upperBound), text: "a")
            }
            copied.add(
                cues, arePieces: arePieces,
                in: .seconds(segment.start)..<(.seconds(segment.start + 4)), url: "s")
        }
        let interval = MediaTime.seconds(passed.lowerBound)..<(.seconds(passed.upperBound))
        return copied.losses(passed: IntervalSet(interval)).map(\.count)
    }

    @Test func `a segment with only the cues of another segment is a copy`() {
        #expect(losses([(0, [0...1, 2...3]), (4, [0...1, 2...3])]) == [2])
        #expect(losses([(0, [21...22]), (20, [21...22])]) == [1], "the original is later")
        #expect(losses([(0, [0...1]), (4, [0...1]), (8, [0...1]), (12, [0...1])]) == [1, 1])
        #expect(losses([(0, [0...1]), (40, [0...1])], passed: 0..<40) == [])
    }

    @Test func `a copy of the previous segment's only cue is a copy where cues stay within`() {
        #expect(losses([(0, [1...2]), (4, [5...6]), (8, [5...6]), (12, [13...14])]) == [1])
        #expect(losses([(0, [5...6]), (4, [5...6]), (8, [9...10]), (12, [13...14])]) == [1])
        let others: [(start: Int64, cues: [ClosedRange<Int64>])] = [(0, [1...2]), (4, [5...6])]
        #expect(losses(others + others + [(8, [5...6])]) == [1], "segments are read twice")
        // All cues are 2 s early, and the cue of the first two segments spans them.
        #expect(losses([(0, [1...3]), (4, [1...3]), (8, [8...9]), (12, [12...13])]) == [])
        // Cues are also written one segment early.
        let early: [ClosedRange<Int64>] = [1...2, 5...6]
        #expect(losses([(0, early), (4, [5...6]), (8, [13...14]), (12, [13...14])]) == [])
    }

    @Test func `cues of no other segment are not copies`() {
        #expect(losses([(0, [5...6]), (4, [0...1])]) == [], "two segments are swapped")
        #expect(losses([(0, [0...1, 2...3]), (4, [0...1, 1...2])]) == [])
        #expect(losses([(0, [0...1]), (4, [])]) == [])
    }

    @Test func `cues that span segments are not copies, also if all cues are early or late`() {
        #expect(losses([(0, [1...2, 3...5]), (4, [3...5])]) == [])
        #expect(losses([(0, [-1...0, 1...3]), (4, [1...3])]) == [], "2 s early")
        #expect(losses([(0, [5...7]), (4, [5...7, 8...9])]) == [], "2 s late")
        #expect(losses([(0, [1...2]), (4, [1...2])]) == [], "the only cue, early or not")
    }

    @Test func `segments that repeat the cues of a whole film are not copies`() {
        let film: [ClosedRange<Int64>] = [1...2, 3...4, 9...10, 17...18]
        #expect(losses([0, 4, 8, 12, 16].map { ($0, film) }) == [])
    }

    @Test func `a piece of a cue is only in one segment`() {
        #expect(losses([(0, [1...4]), (4, [4...5])], arePieces: true) == [])
        #expect(losses([(0, [1...2]), (4, [1...2])], arePieces: true) == [1])
    }
}
