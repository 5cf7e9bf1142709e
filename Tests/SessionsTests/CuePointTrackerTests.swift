import Sessions
import Testing
import VirtualTime

@Suite struct CuePointTrackerTests {
    private var tracker = CuePointTracker([
        .before(), .at(.seconds(0)), .at(.seconds(5)), .at(.seconds(10), type: "a"),
        .at(.seconds(10), type: "b"), .at(.seconds(99)), .after(),
    ])

    private func positions(_ passage: CuePointPassage?) -> [Double] {
        passage?.cuePoints.map(\.position.timeInterval) ?? []
    }

    @Test func `reports cue points at or before the start at the first play`() {
        let passage = tracker.atFirstPlay()
        #expect(positions(passage) == [0, 0])
        #expect(passage?.previous == .beforeStart)
        #expect(passage?.current == .at(.zero))
    }

    @Test
    mutating func `a move reports a cue point at its new position but not at its previous one`() {
        #expect(positions(tracker.move(to: .at(.seconds(5)))) == [5])
        #expect(positions(tracker.move(to: .at(.seconds(9)))) == [])
        #expect(positions(tracker.move(to: .at(.seconds(11)))) == [10, 10])
    }

    @Test mutating func `a seek over several cue points is reported once`() {
        let passage = tracker.move(to: .at(.seconds(60)))
        #expect(positions(passage) == [5, 10, 10])
        #expect(passage?.previous == .at(.zero))
        #expect(passage?.current == .at(.seconds(60)))
    }

    @Test mutating func `a backward seek reports the cue point at its target, not at its start`() {
        _ = tracker.move(to: .at(.seconds(10)))
        #expect(positions(tracker.move(to: .at(.seconds(5)))) == [5])
        #expect(positions(tracker.move(to: .at(.seconds(10)))) == [10, 10])
    }

    @Test mutating func `reports cue points after the end at the end`() {
        _ = tracker.move(to: .at(.seconds(20)))
        #expect(positions(tracker.move(to: .afterEnd)) == [99, .infinity])
    }

    @Test mutating func `reports cue points from the playlist together with the video's`() {
        #expect(tracker.list([.at(.seconds(4)), .at(.seconds(7))]) == 0)
        #expect(positions(tracker.move(to: .at(.seconds(5)))) == [4, 5])
        #expect(positions(tracker.move(to: .at(.seconds(8)))) == [7])
        #expect(positions(tracker.move(to: .at(.seconds(4)))) == [4, 5, 7])
    }

    @Test
    mutating func
        `a cue point that is listed after its position was passed is reported only by a seek back`()
    {
        _ = tracker.move(to: .at(.seconds(20)))
        #expect(tracker.list([.at(.seconds(12)), .at(.seconds(20)), .at(.seconds(25))]) == 2)
        #expect(positions(tracker.move(to: .at(.seconds(26)))) == [25])
        #expect(positions(tracker.move(to: .at(.seconds(11)))) == [12, 20, 25])
    }

    @Test
    mutating func `passed cue points from the playlist are dropped when they leave the window`() {
        _ = tracker.list([.at(.seconds(12)), .at(.seconds(14))])
        _ = tracker.move(to: .at(.seconds(13)))
        #expect(tracker.forgetListed(before: .seconds(20)).isEmpty)
        #expect(positions(tracker.move(to: .at(.seconds(30)))) == [14])
        #expect(positions(tracker.move(to: .at(.seconds(11)))) == [14])
    }

    @Test
    mutating func `cue points beyond the limit are returned as dropped, and are not reported`() {
        let points = (1...10_001).map { CuePoint.at(.seconds($0)) }
        #expect(tracker.list(points) == 0)
        #expect(tracker.forgetListed(before: .seconds(20_000)).map(\.words) == ["1.000"])
        let passed = tracker.move(to: .at(.seconds(3)))
        #expect(positions(passed) == [2, 3])
    }

    @Test func `reports nothing when points are to be ignored`() {
        var points: CuePointCollection = [.at(.seconds(1))]
        points.ignoreCuePoints = true
        var tracker = CuePointTracker(points)
        #expect(tracker.move(to: .at(.seconds(2))) == nil)
    }
}
