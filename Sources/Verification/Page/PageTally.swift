import HeadlessPlayback

/// How many scenarios and checks came out in which way.
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

    /// What is missing of the run; `nil` when it is complete.
    let shortfall: Shortfall?

    init(_ results: [ScenarioResult], shortfall: Shortfall? = nil) {
        self.shortfall = shortfall
        for result in results { add(result) }
    }

    private mutating func add(_ result: ScenarioResult) {
        scenarios += 1
        switch result.verdict {
        case .passed: break
        case .thresholdBroken: brokenScenarios += 1
        case .failed: failedScenarios += 1
        }
        // A sum beyond what a `Duration` holds would be a mistake of whoever filled in the result.
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
        failedScenarios > 0 || shortfall != nil
            ? .failed : brokenScenarios > 0 ? .thresholdBroken : .passed
    }

    /// The verdict in one sentence, behind what is missing of the run.
    var verdictText: String {
        guard let shortfall else { return outcomeText }
        return "The run ended early: only \(PageText.grouped(shortfall.count)) of "
            + PageText.count(shortfall.planned, "scenario")
            + (scenarios == 0 ? " was run" : " were run. \(outcomeText)")
    }

    private var outcomeText: String {
        if scenarios == 0 { return "Nothing was run" }
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

    /// The checks in a few words, what is wrong first.
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
