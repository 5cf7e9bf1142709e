import CommandTree
import RunResults

extension FactLog {
    /// Writes each check of a result with its outcome.
    func write(checksOf result: ScenarioResult) {
        for check in result.checks {
            write(.check, "\(result.name): \(check.name): \(check.outcome.word)")
        }
    }
}

extension Check.Outcome {
    /// The outcome in a few words.
    fileprivate var word: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .broken: "threshold exceeded"
        case .known: "failed, as is known"
        case .skipped(let reason): "skipped: \(reason)"
        }
    }
}
