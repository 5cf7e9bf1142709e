import HeadlessPlayback
import RunResults

/// The number of scenarios and checks by outcome.
struct PageTally {
    private(set) var scenarios = 0
    private(set) var failedScenarios = 0
    private(set) var brokenScenarios = 0
    private(set) var passed = 0
    private(set) var failed = 0
    private(set) var broken = 0
    private(set) var known = 0
    private(set) var skipped = 0
    private(set) var worldTime = Duration.zero
    /// The number of results that belong to sweeps.
    private var ofSweeps = 0
    /// The number of runs with an injected fault or a seek, and the number of failed ones.
    private var swept = (all: 0, failed: 0)

    /// The counts of an incomplete run; `nil` when all planned runs were completed.
    let unfinished: UnfinishedRuns?

    init(_ results: [ScenarioResult], unfinished: UnfinishedRuns? = nil) {
        self.unfinished = unfinished
        for result in results { add(result) }
    }

    private mutating func add(_ result: ScenarioResult) {
        scenarios += 1
        switch result.swept {
        case nil: break
        case .plain: ofSweeps += 1
        case .fault, .seek:
            ofSweeps += 1
            swept.all += 1
            swept.failed += result.verdict == .failed ? 1 : 0
        }
        switch result.verdict {
        case .passed: break
        case .thresholdBroken: brokenScenarios += 1
        case .failed: failedScenarios += 1
        }
        // A sum beyond the range of `Duration` can only come from an invalid result.
        if result.worldTime > .zero, result.worldTime < .seconds(1 << 40) {
            worldTime += result.worldTime
        }
        for check in result.checks {
            switch check.outcome {
            case .passed: passed += 1
            case .failed: failed += 1
            case .broken: broken += 1
            case .known: known += 1
            case .skipped: skipped += 1
            }
        }
    }

    var checks: Int { passed + failed + broken + known + skipped }

    var verdict: ScenarioResult.Verdict {
        failedScenarios > 0 || unfinished != nil
            ? .failed : brokenScenarios > 0 ? .thresholdBroken : .passed
    }

    /// The noun for the results: `run` if all belong to sweeps, otherwise `scenario`.
    var noun: String { ofSweeps == scenarios && ofSweeps > 0 ? "run" : "scenario" }

    /// The number of results; for sweeps, only the runs with a fault or a seek, if there are any.
    var count: Int { noun == "run" && swept.all > 0 ? swept.all : scenarios }

    /// The verdict in one sentence, preceded by a remark if the run ended early.
    var verdictText: String {
        guard let unfinished else { return outcomeText }
        return "The run ended early: only \(PageText.grouped(unfinished.count)) of "
            + PageText.count(unfinished.planned, noun)
            + (scenarios == 0 ? " was run" : " were run. \(outcomeText)")
    }

    private var outcomeText: String {
        if scenarios == 0 { return "Nothing was run" }
        // The run without a fault is only the reference for the other runs, so it is not counted.
        if noun == "run", swept.all > 0, swept.failed == failedScenarios {
            let runs = PageText.count(swept.all, "run")
            return swept.failed > 0
                ? "\(PageText.grouped(swept.failed)) of \(runs)"
                    + " \(swept.failed == 1 ? "has" : "have") a violation"
                : swept.all == 1 ? "No violation in the run" : "No violation in \(runs)"
        }
        if failedScenarios > 0 {
            return scenarios == 1
                ? "The scenario failed"
                : "\(PageText.grouped(failedScenarios)) of "
                    + "\(PageText.count(scenarios, "scenario")) failed"
        }
        if brokenScenarios > 0 {
            return scenarios == 1
                ? "A threshold is broken"
                : "\(PageText.grouped(brokenScenarios)) of "
                    + "\(PageText.count(scenarios, "scenario")) broke a threshold"
        }
        return scenarios == 1
            ? "The scenario passed" : "All \(PageText.count(scenarios, "scenario")) passed"
    }

    /// The number of failed checks in words; if no check failed, the number of passed checks.
    var checksText: String {
        if failed + broken > 0 {
            let counts = [(failed, "failed"), (broken, "out of bounds")].filter { $0.0 > 0 }
            return counts.map { "\(PageText.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
                + " of \(PageText.count(checks, "check"))"
        }
        let rest = [(known, "known"), (skipped, "skipped")].filter { $0.0 > 0 }
        return
            ([PageText.count(passed, "check") + " passed"]
            + rest.map { "\(PageText.grouped($0.0)) \($0.1)" }).joined(separator: ", ")
    }
}
