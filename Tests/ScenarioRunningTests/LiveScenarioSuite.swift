import HeadlessPlaybackTesting
import ScenarioRunning
import TestSupport

/// A suite that runs scenarios with a broadcast.
protocol LiveScenarioSuite {}

extension LiveScenarioSuite {
    func run(
        _ fields: String = "", _ rest: String = "", steps: String = "[{at: 60s, stop: }]"
    ) throws -> ScenarioResult {
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.transportStream.path), id: news, ran-for: 10m, \
            window: {length: 24s}\(fields)}
            steps: \(steps)
            \(rest)
            """
        return ScenarioRunner().run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "live.play.yaml"))
    }

    func failures(_ result: ScenarioResult) -> [String] {
        result.checks.compactMap { check in
            if case .failed = check.outcome { check.code } else { nil }
        }
    }
}
