import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// A session reports the same events, even if it does not evaluate its state at each wake.
@Suite struct QuietStretchTests {
    private func plan(stop: Int64 = 100) -> WakePlan {
        WakePlan(position: .seconds(10), goal: .seconds(30), stop: .seconds(stop))
    }

    private func played(_ seconds: Int64) -> PlayedMedia {
        var played = PlayedMedia(start: .start)
        _ = played.pass(to: .seconds(seconds), subtitles: false)
        return played
    }

    private let fixed = BufferOptimizer(method: .none)

    @Test func `a track that needs nothing allows quiet wakes up to the next stop`() {
        var plan = plan()
        plan.add(.nothing, readyUpTo: .seconds(20))
        let stretch = plan.stretch(after: played(10), fixed)
        #expect(stretch == QuietStretch(stop: .seconds(100), end: .seconds(100)))
    }

    @Test func `a step is due when the lead falls below the goal`() {
        var plan = plan()
        plan.add(.media, readyUpTo: .seconds(45))
        plan.add(.media, readyUpTo: .seconds(42))
        let due = MediaTime.seconds(12) + MediaTime(ticks: 1)
        #expect(plan.stop == due)
        #expect(plan.stretch(after: played(10), fixed) == QuietStretch(stop: due, end: due))
    }

    @Test func `a track at its goal needs media as soon as the playhead moves`() {
        var plan = plan()
        plan.add(.media, readyUpTo: .seconds(40))
        let due = MediaTime.seconds(10) + MediaTime(ticks: 1)
        #expect(plan.stretch(after: played(10), fixed) == QuietStretch(stop: due, end: due))
    }

    @Test func `a track below its goal makes every wake a step`() {
        var plan = plan()
        plan.add(.media, readyUpTo: .seconds(39))
        #expect(plan.stop == .seconds(100))
        #expect(plan.stretch(after: played(10), fixed) == nil)
    }

    @Test func `a track that has failed makes every wake a step`() {
        var plan = plan()
        plan.add(.playhead, readyUpTo: .seconds(15))
        #expect(plan.stop == .seconds(15))
        #expect(plan.stretch(after: played(10), fixed) == nil)
    }

    @Test func `a quiet stretch ends where the buffer goal may change`() {
        let optimizer = BufferOptimizer()
        #expect(plan().stretch(after: played(10), optimizer)?.end == .seconds(15))
        #expect(plan().stretch(after: played(10), optimizer)?.stop == .seconds(100))
        #expect(plan().stretch(after: played(90), optimizer)?.end == .seconds(100))
    }

    @Test(arguments: [(30, 90), (1, 7), (90, 90), (5, 5)])
    func `the buffer goal is constant up to its next change`(least: Int64, most: Int64) {
        let optimizer = BufferOptimizer(
            minimumDuration: .seconds(least), maximumDuration: .seconds(most))
        for start in stride(from: Int64(0), to: 120_000, by: 777) {
            let viewed = MediaTime.milliseconds(start)
            let change = optimizer.nextChange(viewed: viewed)
            let last = change.map { $0 - MediaTime(ticks: 1) } ?? .seconds(100_000)
            #expect(last >= viewed)
            #expect(optimizer.goal(viewed: last) == optimizer.goal(viewed: viewed))
        }
    }

    /// Returns the effects of playback in a session that wakes after each of the given times.
    private func lines(quiet: Bool, wakes: [Double]) -> [String] {
        var bench = MachineBench.ready(cuePoints: [
            CuePoint(position: .time(.seconds(3))), CuePoint(position: .time(.seconds(7))),
        ])
        _ = bench.wait(for: 8, number: 7)
        var lines: [String] = []
        for wake in wakes { lines += quiet ? bench.passQuietly(wake) : bench.pass(wake) }
        return lines
    }

    @Test(arguments: [
        [Double](repeating: 1, count: 11), [2.5, 2.5, 0.25, 4, 0.5, 1], [0.001, 9.998, 0.5],
    ])
    func `quiet wakes report the same as full steps`(wakes: [Double]) {
        let quiet = lines(quiet: true, wakes: wakes)
        #expect(quiet == lines(quiet: false, wakes: wakes))
        #expect(quiet.contains("call 7 true") && quiet.last == "End")
    }

    // MARK: Wakes

    @Test func `the position of an expected wake is known only at its exact instant`() {
        func instant(_ milliseconds: Int64) -> Instant {
            Instant(sinceStart: .milliseconds(milliseconds))
        }
        var stretch = QuietStretch(stop: .seconds(10), end: .seconds(10))
        #expect(stretch.place(at: instant(2000)) == nil)
        stretch.expectWake(at: instant(2000), .seconds(4))
        #expect(stretch.place(at: instant(2000)) == .seconds(4))
        #expect(stretch.place(at: instant(1999)) == nil)
        #expect(stretch.place(at: instant(2001)) == nil)
        stretch.expectWake(at: instant(3000), nil)
        #expect(stretch.place(at: instant(2000)) == nil)
        #expect(stretch.place(at: instant(3000)) == nil)
    }

    @Test(
        arguments: [
            // The playhead is at 0.5 s, and the next report of progress is due at 1 s.
            (stop: 1500, place: 1000), (stop: 1000, place: 1000), (stop: 501, place: 501),
            // The playhead has already reached the position at which the next step is due, so the
            // wake has no known position.
            (stop: 500, place: nil), (stop: 499, place: nil),
        ] as [(stop: Int64, place: Int64?)])
    func `a wake has a known position only if its stop is after the playhead`(
        stop: Int64, place: Int64?
    ) throws {
        var bench = MachineBench.ready()
        _ = bench.pass(0.5)
        bench.rest(until: 10)
        let wake = bench.wake(before: .milliseconds(stop))
        let instant = try #require(wake)
        #expect(
            bench.machine.quiet?.place(at: instant) == place.map { MediaTime.milliseconds($0) })
    }

    @Test(
        arguments: [
            (0.5, ["pass 0.000-0.500"]), (1, ["pass 0.000-1.000", "didProgressTo 1.000"]),
            (1.5, ["pass 0.000-1.000", "didProgressTo 1.000", "pass 1.000-1.500"]),
        ] as [(Double, [String])])
    func `a wake that comes early or late reports by the actual playhead position`(
        seconds: Double, effects: [String]
    ) {
        var bench = MachineBench.ready()
        bench.rest(until: 10)
        #expect(bench.wake(before: .seconds(10)) == Instant(sinceStart: .seconds(1)))
        bench.elapse(seconds)
        #expect(bench.tick() == effects)
    }

    @Test func `a plan may require a step in every wake`() {
        var plan = plan()
        plan.stepAlways()
        #expect(plan.stop == .seconds(100))
        #expect(plan.stretch(after: played(10), fixed) == nil)
    }

    @Test func `a machine without a quiet stretch, or after a command, takes no quiet wake`() {
        var bench = MachineBench.ready()
        #expect(bench.tick() == nil)
        bench.rest(until: 10)
        #expect(bench.tick() == [])
        _ = bench.pause()
        #expect(bench.tick() == nil)
    }
}
