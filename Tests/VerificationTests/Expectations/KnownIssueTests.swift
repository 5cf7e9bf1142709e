import HeadlessPlaybackTesting
import TestSupport
import Testing

@Suite struct KnownIssueTests {
    private func checks(@ScenarioBuilder _ parts: () -> [ScenarioPart]) -> [Check] {
        ScenarioRunner().run(
            Scenario("known", playing: SampleMedia.single.path) {
                pause(at: .position(3))
                parts()
            }
        ).checks
    }

    @Test func `what is known to be wrong does not count`() {
        let checks = checks { knownIssue("ledger.completed", text: "3.000", bug: "bugs/1") }
        #expect(ScenarioFailure(of: "known", checks: checks) == nil)
        let known = checks.compactMap { check -> String? in
            if case .known(_, let bug) = check.outcome { bug } else { nil }
        }
        #expect(known == ["bugs/1"])
    }

    @Test func `what is known and does not occur counts`() {
        let checks = checks {
            expect(.end(false))
            knownIssue("ledger.completed", bug: "bugs/1")
        }
        #expect(
            ScenarioFailure(of: "known", checks: checks)?.checks.map(\.code) == ["issue.absent"])
    }

    @Test func `another failure with the same code counts`() {
        let checks = checks { knownIssue("ledger.completed", text: "4.000", bug: "bugs/1") }
        #expect(
            ScenarioFailure(of: "known", checks: checks)?.checks.map(\.code) == [
                "ledger.completed", "issue.absent",
            ])
    }

    @Test func `what occurs only now and then may be absent`() {
        let checks = checks {
            expect(.end(false))
            knownIssue("lint.end-missing", bug: "bugs/2", isSometimes: true)
        }
        #expect(ScenarioFailure(of: "known", checks: checks) == nil)
    }

    @Test func `a broken bound is not a failure`() {
        let result = ScenarioRunner().run(
            Scenario("bounds", playing: SampleMedia.single.path) {
                threshold(.rebufferingCount, .atMost, 0)
                threshold(.startupTime, .less, 0)
                threshold(.seekTime, .less, 1)
            })
        #expect(result.verdict == .thresholdBroken)
        #expect(
            ScenarioFailure(of: "", checks: result.checks)?.checks.map(\.code) == [
                "threshold.startup-time", "threshold.seek-time",
            ])
        #expect(
            ScenarioFailure(of: "", checks: result.checks, countsThresholds: false) == nil)
    }
}
