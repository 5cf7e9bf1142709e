import HeadlessPlaybackTesting
import TestSupport
import Testing

@testable import ScenarioRunning

/// Runs whose traces and histories no report shows.
@Suite struct KeptHistoryTests {
    private func result(keepsHistory: Bool) -> ScenarioResult {
        var scenario = Scenario("kept", playing: SampleMedia.transportStream.path) {
            seek(to: 10, at: .position(3))
            setRate(2, at: .time(12))
        }
        // One expectation fails, and its reason quotes the trace.
        scenario.expectations = [.end(false)]
        var runner = ScenarioRunner()
        runner.keepsHistory = keepsHistory
        return runner.run(scenario)
    }

    @Test
    func `a run that keeps no history has the same checks, with trace lines around a failure`() {
        let (kept, light) = (result(keepsHistory: true), result(keepsHistory: false))
        #expect(kept.verdict == .failed)
        #expect(light.checks == kept.checks)
        #expect(light.metrics == kept.metrics)
        #expect(light.worldTime == kept.worldTime)
        let contexts = light.checks.compactMap { check -> [TraceExcerptLine]? in
            if case .failed(let failure) = check.outcome { failure.context } else { nil }
        }
        let lines = contexts.flatMap(\.self)
        #expect(!lines.isEmpty)
        #expect(lines.allSatisfy { kept.trace[$0.number - 1] == $0.text })
    }

    @Test func `only a run that keeps its history has a trace and histories`() {
        let (kept, light) = (result(keepsHistory: true), result(keepsHistory: false))
        #expect(kept.trace.count > 20)
        #expect(kept.histories.count == 1)
        #expect(kept.histories.first?.marks.isEmpty == false)
        #expect(light.trace.isEmpty)
        #expect(light.histories.isEmpty)
    }
}
