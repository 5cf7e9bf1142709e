public import RunResults

/// The number of results and checks of each kind.
public struct ResultCounts: Sendable, Equatable {
    /// The number of results without a failed check.
    public private(set) var passed = 0
    /// The number of results with a failed check.
    public private(set) var failed = 0
    /// The number of results in which only a measured value is out of its bounds.
    public private(set) var overThreshold = 0
    /// The number of failures that are known issues.
    public private(set) var knownIssues = 0
    /// The number of checks that could not be evaluated.
    public private(set) var skippedChecks = 0

    /// The number of sweep runs with a fault or a seek.
    package private(set) var swept = 0
    /// The number of sweep runs with a fault or a seek in which the player behaves as required.
    package private(set) var keepingPromises = 0
    /// The number of sweep runs without a fault or a seek.
    ///
    /// Each of these is the reference with which the other runs of its sweep are compared. If it
    /// fails, the other runs are not performed.
    private var plain = 0

    /// Counts results.
    ///
    /// - Parameter results: The results.
    public init(_ results: some Sequence<ScenarioResult> = []) {
        for result in results { add(result) }
    }

    /// Counts one more result.
    ///
    /// - Parameter result: The result.
    public mutating func add(_ result: ScenarioResult) {
        switch result.verdict {
        case .passed: passed += 1
        case .thresholdBroken: overThreshold += 1
        case .failed: failed += 1
        }
        switch result.swept {
        case nil: break
        case .plain: plain += 1
        case .fault, .seek:
            swept += 1
            if result.verdict != .failed { keepingPromises += 1 }
        }
        for check in result.checks {
            switch check.outcome {
            case .known: knownIssues += 1
            case .skipped: skippedChecks += 1
            case .passed, .failed, .broken: break
            }
        }
    }

    /// The counts on one line; zero counts are omitted, except for failures.
    public var line: String {
        var parts: [String] = []
        if swept > 0 {
            parts.append(
                keepingPromises < swept
                    ? "\(swept - keepingPromises) of \(swept) runs have a violation"
                    : swept == 1 ? "no violation in the run" : "no violation in \(swept) runs")
        }
        if swept == 0, plain > 0, passed == plain, failed == 0 { return "no run was made" }
        // Sweep runs with a fault or a seek were counted above; these are the counts of all other
        // results.
        let others = (passed: passed - keepingPromises, failed: failed - swept + keepingPromises)
        if swept == 0 || others.passed + others.failed > plain {
            parts += ["\(others.passed) passed", "\(others.failed) failed"]
        }
        if overThreshold > 0 { parts.append("\(overThreshold) over a threshold") }
        if knownIssues > 0 {
            parts.append("\(knownIssues) known issue\(knownIssues == 1 ? "" : "s")")
        }
        if skippedChecks > 0 {
            parts.append("\(skippedChecks) check\(skippedChecks == 1 ? "" : "s") skipped")
        }
        return parts.joined(separator: ", ")
    }
}
