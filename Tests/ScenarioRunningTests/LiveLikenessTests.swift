import HeadlessPlaybackTesting
import Presentation
import ScenarioRunning
import TestSupport
import Testing
import Transport
import VirtualTime

/// Broadcasts that must be played like other broadcasts, or like a video on demand.
@Suite struct LiveLikenessTests {
    private func scenario(
        _ fields: String, source: String = SampleMedia.transportStream.path, steps: String = "",
        _ rest: String = ""
    ) throws -> Scenario {
        try ScenarioFile.scenario(
            from: Array(
                """
                playctl: 1
                assets:
                  - live: {source: \(source), id: news, \(fields)}
                \(steps.isEmpty ? "" : "steps: \(steps)")
                \(rest)
                """.utf8), path: "live.play.yaml")
    }

    private func ledger(_ scenario: Scenario) throws -> Ledger {
        let record = ScenarioStage(
            scenario, loader: StandardLoader(), workers: .shared,
            cancellation: CancellationFlag(), storeFolder: nil
        ).run()
        let session = try #require(record.sessions.last)
        #expect(session.ledger.failure == nil)
        #expect(session.ledger.hasEnded)
        return session.ledger.ledger
    }

    @Test(arguments: [SampleMedia.transportStream, .fragments, .single])
    func `an event broadcast that has ended has the same ledger as its video on demand`(
        sample: SampleMedia
    ) throws {
        let player = "player: {verification: demux}\n"
        let film = try ledger(
            try ScenarioFile.scenario(
                from: Array("playctl: 1\nassets: [\(sample.path)]\n\(player)".utf8),
                path: "film.play.yaml"))
        let length = try #require(film.tracks.map(\.promisedLength).max())
        for parts in ["", ", parts: {target: 1s}"] {
            // The broadcast starts with the simulation, so that playback starts with its first
            // segment.
            let live = try ledger(
                try scenario(
                    "ran-for: 0s, window: {type: event}, ends:"
                        + " {after: \(length.value(timescale: 1000) - 500)ms, as: vod}\(parts)",
                    source: sample.path, player))
            #expect(live.tracks.map(\.name) == film.tracks.map(\.name))
            #expect(live.tracks.map(\.times) == film.tracks.map(\.times), "\(parts)")
            #expect(live.tracks.map(\.findings) == film.tracks.map(\.findings))
            for (one, other) in zip(live.tracks, film.tracks) {
                // A programme ends with its last picture. Its declared audio ends there too, so it
                // may be shorter than the declared audio of the film by up to one frame.
                let excess = other.promisedLength - one.promisedLength
                #expect(excess >= .zero && excess < .milliseconds(22))
            }
            #expect(live.isSound && live.imbalances.isEmpty)
        }
    }

    @Test(arguments: ["", ", parts: {target: 1s}, server-control: {block: true}"])
    func `edge servers without lag do not change the trace or the checks`(fields: String) throws {
        let fields = "ran-for: 10m, window: {length: 24s}\(fields)"
        let steps = "[{at: 20s, seek-back: 8s}, {at: 60s, stop: }]"
        let plain = ScenarioRunner().run(try scenario(fields, steps: steps))
        for pick in ["sticky", "alternate", "seeded"] {
            let edges = ", edges: {pick: \(pick), list: [{lag: 0s}, {lag: 0s}, {lag: 0s}]}"
            let result = ScenarioRunner().run(try scenario(fields + edges, steps: steps))
            #expect(result.trace == plain.trace)
            #expect(result.checks == plain.checks)
        }
    }
}
