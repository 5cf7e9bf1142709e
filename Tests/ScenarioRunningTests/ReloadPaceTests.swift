import HeadlessPlaybackTesting
import Scenarios
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

@testable import ScenarioRunning

/// The check that a player reloads a broadcast's playlists on time, even after interruptions.
@Suite struct ReloadPaceTests {
    /// Runs a scenario, and returns the failed checks of the times of playlist requests.
    ///
    /// The requests for media playlists in the period `silence` are removed from the record of the
    /// run, as if the player had not made them.
    private func defects(
        _ fields: String = "", player: String = "{}", steps: String,
        without silence: Range<Int64>? = nil
    ) throws -> [String] {
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.transportStream.path), id: news, ran-for: 10m, \
            window: {length: 24s}\(fields)}
            player: \(player)
            steps: \(steps)
            """
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
        var record = ScenarioStage(
            scenario, loader: StandardLoader(), workers: .shared,
            cancellation: CancellationFlag(), storeFolder: nil
        ).run()
        if let silence {
            let times =
                Instant(
                    sinceStart: .seconds(silence.lowerBound))..<Instant(
                    sinceStart: .seconds(silence.upperBound))
            let requests = Array(record.requests)
            record.requests = FoldedList()
            for request in requests
            where request.kind != .mediaPlaylist || !times.contains(request.start) {
                record.requests.append(request)
            }
        }
        let broadcasts = ScenarioBroadcasts(scenario, behind: StandardLoader()).all
        return BroadcastLints(record, broadcasts).checks.compactMap {
            if case .failed = $0.outcome, $0.code == "lint.live-pace" { "\($0)" } else { nil }
        }
    }

    @Test(arguments: [
        "[{at: 20s, pause: }, {at: 26s, play: }, {at: 90s, stop: }]",
        "[{at: 20s, resume: {at: 0s}}, {at: 90s, stop: }]",
    ])
    func `a player that stops reloading after an interruption is found`(steps: String) throws {
        #expect(try defects(steps: steps) == [])
        for start: Int64 in [21, 26, 27, 30, 40] {
            #expect(try defects(steps: steps, without: start..<1000) != [], "\(start)")
        }
        #expect(try defects(steps: steps, without: 27..<80) != [])
    }

    @Test(arguments: [
        "[{at: 20s, pause: }, {at: 90s, stop: }]",
        "[{at: 20s, resume: {at: 0s, auto-play: false}}, {at: 90s, stop: }]",
    ])
    func `only a player that reloads during pauses must do so`(steps: String) throws {
        let silence: Range<Int64> = 27..<1000
        #expect(try defects(steps: steps, without: silence) == [])
        let player = "{live: {load-while-paused: true}}"
        #expect(try defects(player: player, steps: steps) == [])
        #expect(try defects(player: player, steps: steps, without: silence) != [])
    }

    @Test(arguments: [true, false])
    func `a player that stops reloading after a failed session was resumed is found`(
        playsByItself: Bool
    ) throws {
        // The session fails before it plays, because the first playlists are refused.
        let fields = ", edges: {list: [{outage: [{from: 0s, to: 60s}]}]}"
        let steps =
            "[{at: 80s, resume: {at: 0s, auto-play: \(playsByItself)}}, {at: 160s, stop: }]"
        #expect(try defects(fields, steps: steps) == [])
        #expect(try defects(fields, steps: steps, without: 81..<1000) != [])
        #expect(try defects(fields, steps: steps, without: 100..<1000) != [])
    }

    @Test func `a resumption that loads its asset slowly is not late`() throws {
        let fields = ", edges: {list: [{outage: [{from: 29s, to: 32s}]}]}"
        let steps = "[{at: 30s, resume: {at: 0s}}, {at: 90s, stop: }]"
        #expect(try defects(fields, steps: steps) == [])
        #expect(try defects(fields, steps: steps, without: 60..<1000) != [])
    }

    @Test func `a load that waits for the player's other requests is not late`() throws {
        let player = "{profile: chromium}"
        let steps = "[{at: 10s, seek-back: 8s}, {at: 120s, stop: }]"
        #expect(try defects(player: player, steps: steps) == [])
        for silence: Range<Int64> in [20..<1000, 60..<80, 100..<1000] {
            #expect(try defects(player: player, steps: steps, without: silence) != [])
        }
    }

    @Test func `a load is late unless other requests leave it no turn`() {
        func instant(_ milliseconds: Int) -> Instant {
            Instant(sinceStart: .milliseconds(milliseconds))
        }
        var rules = RequestRules()
        rules.limit = 1
        rules.interval = .milliseconds(10)
        var turns = RequestTurns(rules)
        let requests = [
            (0, 500), (510, 900), (1000, 1400), (2000, 2000), (2010, 2010), (90_000, 200_000),
        ]
        for (start, end) in requests {
            turns.take(from: instant(start), to: instant(end))
            if start == 1000 {
                #expect(turns.turn(of: instant(300)) == instant(900))
                #expect(turns.turn(of: instant(900)) == instant(900))
                #expect(turns.turn(of: instant(995)) == instant(1400))
                #expect(turns.turn(of: instant(950)) == instant(950))
            }
            // Stored responses take no time, but a request waits for each of them.
            if start == 2010 { #expect(turns.turn(of: instant(1995)) == instant(2010)) }
        }
        #expect(turns.turn(of: instant(91_000)) == instant(150_000))
    }

    @Test func `a load that the limit of the request rate delays is not late`() throws {
        let steps = "[{at: 120s, stop: }]"
        #expect(try defects(", target-duration: 20s", steps: steps) == [])
        #expect(try defects(", target-duration: 20s", steps: steps, without: 20..<1000) != [])
    }

    @Test func `a session that waits to be played reloads`() throws {
        let player = "{auto-play: false}"
        let steps = "[{at: 60s, stop: }]"
        #expect(try defects(player: player, steps: steps) == [])
        #expect(try defects(player: player, steps: steps, without: 10..<1000) != [])
    }
}
