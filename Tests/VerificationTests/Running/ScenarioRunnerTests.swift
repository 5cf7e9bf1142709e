import HeadlessPlaybackTesting
import TestSupport
import Testing

@Suite struct ScenarioRunnerTests {
    /// The result of a scenario with the sample of 24 s.
    private func run(_ change: (inout Scenario) -> Void) -> ScenarioResult {
        var scenario = Scenario(
            "sample", assets: [ScenarioAsset(SampleMedia.transportStream.path, name: "sample")])
        change(&scenario)
        return ScenarioRunner().run(scenario)
    }

    @Test func `a scenario without expectations plays its asset and checks the ledger`() {
        let result = run { _ in }
        print(result.trace.joined(separator: "\n"))
        for check in result.checks { print(check) }
        print(result.metrics)
        #expect(result.verdict == .passed)
        #expect(result.checks.contains { $0.code == "ledger.sound" && $0.outcome == .passed })
    }
}
