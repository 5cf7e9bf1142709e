import Sessions
import Testing
import VirtualTime

/// Tests of the positions that seeks reach.
@Suite struct SeekLandingTests {
    @Test(
        arguments: [
            // Targets within the window of a broadcast, or at its start or end.
            (target: 10_001, isLive: true, landing: 10_001),
            (target: 10_000, isLive: true, landing: 10_000),
            (target: 30_000, isLive: true, landing: 30_000),
            // Targets outside of the window of a broadcast.
            (target: 9_999, isLive: true, landing: 15_000),
            (target: 30_001, isLive: true, landing: 30_000),
            // The margin at the start of the window applies only to broadcasts.
            (target: 10_001, isLive: false, landing: 10_001),
            (target: 9_999, isLive: false, landing: 10_000),
            (target: 30_001, isLive: false, landing: 30_000),
        ] as [(target: Int64, isLive: Bool, landing: Int64)])
    func `a seek lands within the seekable range`(
        target: Int64, isLive: Bool, landing: Int64
    ) {
        let rules = SeekRules(backBuffer: nil, windowMargin: .seconds(5))
        let found = rules.landing(
            of: .milliseconds(target), in: .seconds(10)..<(.seconds(30)), isLive: isLive)
        #expect(found == .milliseconds(landing))
    }

    @Test(arguments: [(14, 14), (15, 15), (16, 15), (10, 10)] as [(Int64, Int64)])
    func `a seek that lands after the window margin never lands beyond the window`(
        end: Int64, landing: Int64
    ) {
        let rules = SeekRules(backBuffer: nil, windowMargin: .seconds(5))
        let found = rules.landing(
            of: .zero, in: .seconds(10)..<(.seconds(end)), isLive: true)
        #expect(found == .seconds(landing))
    }

    @Test func `a seek keeps all media and cancels useless requests by default`() {
        for rules in [SeekRules(), SeekRules(backBuffer: nil)] {
            #expect(rules.backBuffer == nil)
            #expect(!rules.finishesRequests)
            #expect(rules.windowMargin == .zero)
        }
    }
}
