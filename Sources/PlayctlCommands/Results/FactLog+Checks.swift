import CommandTree
import PlaybackCommands
import RunResults

extension FactLog {
    /// Writes the requests that a result contains, and each check with its outcome.
    ///
    /// The times of the requests are those of the virtual clock.
    func write(_ result: ScenarioResult) {
        for record in result.requests {
            write(.request, "\(result.name): \(RequestFact.text(record))")
        }
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
