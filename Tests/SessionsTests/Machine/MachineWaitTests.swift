import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// Tests of the conditions under which a waiting playhead may move.
@Suite struct MachineWaitTests {
    // MARK: Sufficient media

    @Test(
        arguments: [
            (ready: 1999, reachable: nil, holds: false), (ready: 2000, reachable: nil, holds: true),
            // Near a live edge, no more than the reachable lead is required.
            (ready: 999, reachable: 1000, holds: false),
            (ready: 1000, reachable: 1000, holds: true),
            (ready: 2000, reachable: 5000, holds: true),
            (ready: 1999, reachable: 5000, holds: false),
        ] as [(ready: Int64, reachable: Int64?, holds: Bool)])
    func `a wait ends at its required lead, or at the reachable lead`(
        ready: Int64, reachable: Int64?, holds: Bool
    ) {
        let rule = WaitRule(lead: .seconds(2))
        let found = rule.holds(
            ready: .milliseconds(ready), arrived: 0,
            reachable: reachable.map { .milliseconds($0) })
        #expect(found == holds)
    }

    @Test(
        arguments: [
            (ready: 4, arrived: 1, holds: false), (ready: 4, arrived: 2, holds: true),
            (ready: 5, arrived: 1, holds: true), (ready: 1, arrived: 2, holds: false),
        ] as [(ready: Int64, arrived: Int, holds: Bool)])
    func `a wait for segments ends early at a sufficient lead`(
        ready: Int64, arrived: Int, holds: Bool
    ) {
        let rule = WaitRule(lead: .seconds(2), segments: 2, sufficientLead: .seconds(5))
        #expect(rule.holds(ready: .seconds(ready), arrived: arrived, reachable: nil) == holds)
    }

    @Test func `a wait for segments has no early end without a sufficient lead`() {
        let rule = WaitRule(lead: .seconds(2), segments: 2)
        #expect(!rule.holds(ready: .seconds(99), arrived: 1, reachable: nil))
    }

    @Test func `a wait for segments ends at the latest at the maximum lead of the buffer`() {
        var rules = PlaybackRules()
        rules.start = WaitRule(lead: .seconds(1))
        rules.resume = WaitRule(lead: .seconds(1), segments: 2)
        rules.landing = WaitRule(lead: .seconds(1), segments: 2, sufficientLead: .seconds(3))
        rules.endWaits(by: .seconds(5))
        #expect(rules.start.sufficientLead == nil)
        #expect(rules.resume.sufficientLead == .seconds(5))
        #expect(rules.landing.sufficientLead == .seconds(3))
        rules.start.segments = 1
        rules.endWaits(by: .seconds(2))
        #expect(rules.start.sufficientLead == .seconds(2))
        #expect(rules.resume.sufficientLead == .seconds(2))
        #expect(rules.landing.sufficientLead == .seconds(2))
    }

    @Test(
        arguments: [
            // The mean segment duration, and the lead: one and a half segments minus one second.
            (average: 4000, lead: 5000), (average: 5000, lead: 6500),
            // One and a half segments are longer than the limit of eight seconds. The lead is the
            // limit minus one second.
            (average: 6000, lead: 7000), (average: 9000, lead: 7000),
            // The lead is never negative.
            (average: 600, lead: 0), (average: 1, lead: 0),
            // The lead is two seconds while the mean is unknown.
            (average: 0, lead: 2000),
        ] as [(average: Int64, lead: Int64)])
    func `a required lead can be a share of the mean segment duration`(average: Int64, lead: Int64)
    {
        let share = WaitRule.Share(percent: 150, most: .seconds(8), less: .seconds(1))
        let rule = WaitRule(lead: .seconds(2), share: share)
        let average = MediaTime.milliseconds(average)
        let expected = MediaTime.milliseconds(lead)
        #expect(rule.lead(average: average) == expected)
        #expect(rule.holds(ready: expected, arrived: 0, reachable: nil, average: average))
        let less = expected - MediaTime(ticks: 1)
        #expect(!rule.holds(ready: less, arrived: 0, reachable: nil, average: average))
        #expect(WaitRule(lead: .seconds(2)).lead(average: average) == .seconds(2))
    }

    @Test func `playback rules take their intervals and the Pause at the end from the options`() {
        var options = PlaybackOptions()
        options.progressInterval = .seconds(3)
        options.cuePointInterval = .seconds(5)
        options.reportsPauseAtEnd = false
        var rules = PlaybackRules()
        rules.follow(options)
        #expect(rules.progressInterval == .seconds(3))
        #expect(rules.cuePointInterval == .seconds(5))
        #expect(!rules.reportsPauseAtEnd)
    }

    @Test func `the buffer goal is at least the longest required lead`() {
        func goal(_ change: (inout PlaybackRules) -> Void) -> MediaTime {
            var policy = PlaybackPolicy()
            change(&policy.rules)
            return policy.goal(viewed: .zero) - policy.spareLead - policy.withheld.longest
        }
        #expect(goal { $0.start.lead = .seconds(500) } == .seconds(500))
        #expect(goal { $0.resume.lead = .seconds(500) } == .seconds(500))
        #expect(goal { $0.landing.lead = .seconds(500) } == .seconds(500))
        // The longest lead is the largest share (480 s), or the lead for an unknown mean if that is
        // longer.
        let share = WaitRule.Share(percent: 50, most: .seconds(500), less: .seconds(20))
        for (lead, longest) in [(479, 480), (481, 481)] as [(Int64, Int64)] {
            let rule = WaitRule(lead: .seconds(lead), share: share)
            #expect(goal { $0.start = rule } == .seconds(longest))
        }
    }

    // MARK: Each wait has its rule

    /// Returns a machine with loaded media; its rules for a start, a stall and a seek differ.
    private func bench(upTo seconds: Int64, playing: Bool = true) -> MachineBench {
        .ready(upTo: seconds, playing: playing) {
            $0.start.lead = .seconds(1)
            $0.resume.lead = .seconds(3)
            $0.landing.lead = .seconds(2)
        }
    }

    @Test func `a start, a stall and a seek each wait for the lead of their own rule`() {
        var starting = bench(upTo: 0, playing: false)
        #expect(starting.tracks { $0.readyEnd = .milliseconds(999) } == [])
        #expect(starting.tracksReady(upTo: 1) == ["PlaybackLikelyToKeepUp"])

        var stalling = bench(upTo: 3)
        _ = stalling.pass(4)
        #expect(stalling.tracks { $0.readyEnd = .milliseconds(5_999) } == [])
        #expect(stalling.tracksReady(upTo: 6).last == "PlaybackRecovered")

        var seeking = bench(upTo: 3)
        _ = seeking.seek(to: 5)
        #expect(seeking.tracks { $0.readyEnd = .milliseconds(6_999) } == [])
        #expect(seeking.tracksReady(upTo: 7).last == "call 1 true")
    }

    @Test func `a wait counts the segments that arrive after its beginning`() {
        var bench = MachineBench.ready(upTo: 3) {
            $0.resume.lead = .zero
            $0.resume.segments = 2
        }
        _ = bench.tracks { $0.arrived = 3 }
        _ = bench.pass(4)
        #expect(bench.tracks { $0.arrived = 4 } == [])
        #expect(bench.tracks { $0.arrived = 5 }.last == "PlaybackRecovered")
    }

    @Test func `the delay of a start begins once enough media is ready, and is not extended`() {
        var bench = MachineBench.ready(upTo: 0, playing: false) { $0.start.delay = .seconds(1) }
        #expect(bench.tracksReady(upTo: 5) == [])
        #expect(bench.machine.waitEnd == Instant.start.advanced(by: .seconds(1)))
        #expect(bench.pass(0.5) == [])
        #expect(bench.pass(0.5) == ["PlaybackLikelyToKeepUp"])
        #expect(bench.machine.waitEnd == nil)
    }

    @Test func `a seek during the delay of a start has its own delay`() {
        var bench = MachineBench.ready(upTo: 0, playing: false) {
            $0.start.delay = .seconds(1)
            $0.landing.delay = .seconds(2)
        }
        _ = bench.tracksReady(upTo: 10)
        _ = bench.pass(0.5)
        _ = bench.seek(to: 6)
        #expect(bench.machine.waitEnd == Instant.start.advanced(by: .milliseconds(2_500)))
        #expect(bench.pass(0.5) == [])
        #expect(bench.pass(1.5).first == "PlaybackLikelyToKeepUp")
    }
}
