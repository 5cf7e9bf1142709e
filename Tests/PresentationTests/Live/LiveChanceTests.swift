import LiveOrigin
import Playlists
import Presentation
import Testing
import VirtualTime

/// Random mixtures of faults, edge servers and pauses, in which all media is accounted for.
@Suite struct LiveChanceTests {
    /// A broadcast with the random events that affect it and its client.
    private struct Plan {
        var profile = LiveProfile.apple
        var faults: [EncoderFault] = []
        var edges = Edges()
        var packager = LiveBroadcast.packager()
        var silence = MediaTime.zero
        var isRaised = false
        var pause: Range<Double>?

        init(_ seed: UInt64) {
            var random = SeededRandom(seed: seed)
            let chance = { (random: inout SeededRandom) in
                Int.random(in: 0..<3, using: &random) == 0
            }
            let time = { (random: inout SeededRandom) in
                MediaTime.seconds(LiveBroadcast.hour + Int64.random(in: 60..<900, using: &random))
            }
            let span = { (random: inout SeededRandom) in
                Int64.random(in: 5..<200, using: &random)
            }
            var profiles = LiveProfile.allCases
            if chance(&random) {
                let resets = Bool.random(using: &random)
                // media3 and hls.js do not follow a restart that changes the sequence numbers.
                if resets { profiles.removeAll { $0 == .media3 || $0 == .hlsJS } }
                faults.append(
                    .restart(
                        at: time(&random), resetsSequence: resets, isTagged: true,
                        hasNewInitialization: false))
            }
            profile = profiles[Int.random(in: 0..<profiles.count, using: &random)]
            if chance(&random) {
                faults.append(.late(at: time(&random), by: .seconds(span(&random) / 5)))
            }
            if chance(&random) {
                let start = time(&random)
                faults.append(.gap(.times(start..<start + .seconds(span(&random)))))
            }
            if chance(&random) {
                let start = time(&random)
                let length = MediaTime.seconds(span(&random))
                faults.append(.silence(start..<start + length))
                // The segments that are in progress when the outage begins and when it ends are
                // lost, too.
                silence = length + .seconds(12)
            }
            if chance(&random) { faults.append(.locations(at: time(&random))) }
            if chance(&random) {
                faults.append(.targetDuration(at: time(&random), .seconds(9)))
                isRaised = true
            }
            addEdges(&random)
            if chance(&random) {
                var control = ServerControl()
                control.canBlockReload = Bool.random(using: &random)
                control.canSkipUntil = Bool.random(using: &random) ? .seconds(36) : nil
                packager = LiveBroadcast.packager(.count(12))
                packager.serverControl = control
                packager.parts = PartListing(target: .seconds(1))
            }
            if chance(&random) {
                let start = Double.random(in: 100..<700, using: &random)
                pause = start..<start + Double.random(in: 1..<300, using: &random)
            }
        }

        private mutating func addEdges(_ random: inout SeededRandom) {
            edges.pick = Edges.Pick.allCases[Int.random(in: 0..<3, using: &random)]
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                var edge = EdgeServer(
                    lag: .seconds(Int.random(in: 0..<20, using: &random)),
                    lifetime: .seconds(Int.random(in: 0..<6, using: &random)))
                if Bool.random(using: &random) {
                    let start = Int.random(in: 60..<900, using: &random)
                    let end = start + Int.random(in: 1..<200, using: &random)
                    edge.outages = [.init(Duration.seconds(start)..<Duration.seconds(end))]
                }
                edges.list.append(edge)
            }
        }
    }

    @Test(arguments: Array(0..<30) + [33, 65, 106])
    func `media is accounted for under every random mixture of faults`(seed: Int) throws {
        let plan = Plan(UInt64(seed))
        let origin = try LiveBroadcast.origin(
            faults: plan.faults, packager: plan.packager, edges: plan.edges)
        var play = LivePlay(origin, LiveTuning(plan.profile))
        if let pause = plan.pause {
            play.run(until: .seconds(pause.lowerBound))
            play.pause()
            play.run(until: .seconds(pause.upperBound))
            play.resume(at: .seconds(pause.upperBound))
        }
        play.run(until: .seconds(1200))
        let hasParts = plan.packager.parts != nil
        LiveBroadcast.expectRules(
            play, parts: hasParts ? plan.isRaised ? 9 : 6 : 1,
            failures: plan.profile == .media3 ? play.failures.count : 0)
        let ledger = try #require(play.ledger)
        #expect(!play.hasFailed)
        let published = try LiveBroadcast.published(play, faults: plan.faults)
        let surplus = ledger.published - published
        // Media that a silent encoder did not encode may count as published and never listed.
        #expect(surplus >= .zero && surplus <= plan.silence, "\(surplus) of \(plan)")
        let last = try #require(play.window)
        #expect(last.end > .seconds(600), "\(last.end) of \(plan)")
    }
}
