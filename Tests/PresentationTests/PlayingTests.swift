import Presentation
import Testing
import VirtualTime

@Suite struct PlayheadTests {
    private func at(_ seconds: Int64) -> Instant { Instant(sinceStart: .seconds(seconds)) }

    @Test func `a playhead advances at its rate until it stops`() throws {
        var playhead = Playhead()
        playhead.start(at: at(10))
        #expect(playhead.position(at: at(13)) == .seconds(3))
        playhead.setRate(try #require(PlaybackRate(2)), at: at(13))
        #expect(playhead.position(at: at(15)) == .seconds(7))
        #expect(playhead.arrival(at: .seconds(9)) == at(16))
        playhead.stop(at: at(16))
        #expect(playhead.position(at: at(99)) == .seconds(9))
        #expect(playhead.arrival(at: .seconds(10)) == nil)
    }

    @Test func `a playhead continues from the position of a seek`() {
        var playhead = Playhead()
        playhead.start(at: at(0))
        playhead.jump(to: .seconds(60), at: at(5))
        #expect(playhead.position(at: at(6)) == .seconds(61))
        #expect(playhead.arrival(at: .seconds(1)) == at(5))
    }
}

@Suite struct BufferOptimizerTests {
    @Test(arguments: zip([0, 34, 36, 60, 500], [30, 30, 35, 60, 90] as [Int64]))
    func `the buffer goal grows with the viewed time in steps of five seconds`(
        viewed: Int64, goal: Int64
    ) {
        #expect(BufferOptimizer().goal(viewed: .seconds(viewed)) == .seconds(goal))
    }

    @Test func `the buffer goal is the upper bound when optimization is off`() {
        #expect(BufferOptimizer(method: .none).goal(viewed: .zero) == .seconds(90))
    }

    @Test func `the bounds of the buffer goal are at least one second`() {
        let optimizer = BufferOptimizer(minimumDuration: .zero, maximumDuration: .zero)
        #expect(optimizer.minimumDuration == .seconds(1))
        #expect(optimizer.maximumDuration == .seconds(1))
    }
}

@Suite struct VariantSelectorTests {
    private let bandwidths: [Int64] = [800_000, 3_000_000, 400_000]

    @Test func `small parts count together as one throughput sample`() {
        var selector = VariantSelector(bandwidths: [100, 100_000], isNetworkLimited: true)
        for count in 1...3 {
            selector.received(bytes: 6_000, in: .milliseconds(100), isPart: true)
            let isKnown = selector.choice(current: 0, lead: .seconds(60)) == 1
            #expect(isKnown == (count == 3))
        }
    }

    @Test
    func `near the live edge, a lead shorter than usual is enough to switch to a higher variant`() {
        var selector = VariantSelector(bandwidths: [100, 200], isNetworkLimited: true)
        selector.received(bytes: 1_000_000, in: .seconds(1))
        let reachable = MediaTime.seconds(2)
        #expect(selector.choice(current: 0, lead: .seconds(9)) == 0)
        #expect(selector.choice(current: 0, lead: .seconds(1), reachable: reachable) == 0)
        #expect(selector.choice(current: 0, lead: .seconds(2), reachable: reachable) == 1)
        #expect(selector.choice(current: 0, lead: .seconds(9), reachable: .seconds(20)) == 0)
        #expect(selector.choice(current: 0, lead: .seconds(10), reachable: .seconds(20)) == 1)
    }

    @Test func `a selector of other variants keeps the rules and the preferred bandwidth`() {
        var selector = VariantSelector(bandwidths: [0], isNetworkLimited: false)
        selector.preferredPeakBitRate = 1_000_000
        selector.exclude(0)
        let other = selector.choosing(among: bandwidths)
        #expect(other.bandwidths == bandwidths)
        #expect(other.rules == selector.rules)
        #expect(other.excluded == [])
        #expect(other.choice(current: nil, lead: .zero) == 0)
    }

    @Test func `the highest variant is selected when the network is unlimited`() {
        let selector = VariantSelector(bandwidths: bandwidths, isNetworkLimited: false)
        #expect(selector.choice(current: nil, lead: .zero) == 1)
    }

    @Test func `the variant listed first is selected at the start on a simulated network`() {
        let selector = VariantSelector(bandwidths: bandwidths, isNetworkLimited: true)
        #expect(selector.choice(current: nil, lead: .zero) == 0)
    }

    @Test(arguments: zip([0, 9, 10] as [Int64], [0, 0, 1]))
    func `a higher variant is selected only with enough buffered media`(lead: Int64, choice: Int) {
        var selector = VariantSelector(bandwidths: bandwidths, isNetworkLimited: true)
        selector.received(bytes: 1_000_000, in: .seconds(1))
        #expect(selector.choice(current: 0, lead: .seconds(lead)) == choice)
    }

    @Test func `a lower variant is selected at once when the current one exceeds the throughput`() {
        var selector = VariantSelector(bandwidths: bandwidths, isNetworkLimited: true)
        selector.received(bytes: 130_000, in: .seconds(1))
        #expect(selector.choice(current: 1, lead: .seconds(30)) == 0)
        selector.received(bytes: 20_000, in: .seconds(1))
        #expect(selector.choice(current: 0, lead: .seconds(30)) == 2)
    }

    @Test func `a variant above the preferred peak bitrate is selected only if all are above it`() {
        var selector = VariantSelector(bandwidths: bandwidths, isNetworkLimited: false)
        selector.preferredPeakBitRate = 1_000_000
        #expect(selector.choice(current: 1, lead: .zero) == 0)
        selector.preferredPeakBitRate = 1
        #expect(selector.choice(current: 1, lead: .zero) == 2)
    }

    @Test func `a variant that is excluded for a time returns after it`() {
        var selector = VariantSelector(bandwidths: [100, 200, 300], isNetworkLimited: false)
        func instant(_ seconds: Int) -> Instant { Instant(sinceStart: .seconds(seconds)) }
        selector.exclude(2, until: instant(60))
        selector.exclude(1)
        selector.readmit(at: instant(59))
        #expect(selector.choice(current: nil, lead: .zero) == 0)
        selector.readmit(at: instant(60))
        #expect(selector.choice(current: nil, lead: .zero) == 2)
        // A further failure extends the exclusion, and a permanent failure makes it permanent.
        selector.exclude(2, until: instant(70))
        selector.exclude(2, until: instant(90))
        selector.readmit(at: instant(80))
        #expect(selector.choice(current: nil, lead: .zero) == 0)
        selector.exclude(2)
        selector.readmit(at: instant(1000))
        #expect(selector.excluded == [1, 2])
        selector.exclude(0, until: instant(2000))
        selector.readmitAll()
        #expect(selector.excluded == [1, 2])
    }

    @Test func `excluded variants are not selected, and none is when all are excluded`() {
        var selector = VariantSelector(bandwidths: bandwidths, isNetworkLimited: false)
        selector.exclude(1)
        #expect(selector.choice(current: nil, lead: .zero) == 0)
        selector.exclude(0)
        selector.exclude(2)
        #expect(selector.choice(current: nil, lead: .zero) == nil)
    }
}
