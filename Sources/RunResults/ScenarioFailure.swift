/// The failures of a run, as an error to throw from a test.
///
/// Both testing frameworks print an error thrown by a test. This error contains each failed check
/// with its expectation, its actual result and the trace around the failure.
public struct ScenarioFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the run.
    public let name: String
    /// The failed checks.
    public let checks: [Check]
    /// The command that repeats the run; empty when there is none.
    public let command: String

    /// Creates an error from failed checks; `nil` when all passed.
    ///
    /// - Parameters:
    ///   - name: The name of the run.
    ///   - checks: All checks.
    ///   - command: The command that repeats the run.
    ///   - countsThresholds: Whether exceeded thresholds count as failures.
    public init?(
        of name: String, checks: [Check], command: String = "", countsThresholds: Bool = true
    ) {
        let wrong = checks.filter { check in
            switch check.outcome {
            case .failed: true
            case .broken: countsThresholds
            case .passed, .known, .skipped: false
            }
        }
        guard !wrong.isEmpty else { return nil }
        self.name = name
        self.checks = wrong
        self.command = command
    }

    /// The failed checks with their details, in several lines of text.
    public var description: String {
        var lines = [
            "\(name): \(checks.count) \(checks.count == 1 ? "check fails" : "checks fail")"
        ]
        for check in checks { lines += check.lines }
        if !command.isEmpty { lines.append("again: \(command)") }
        return lines.joined(separator: "\n")
    }
}

extension Check {
    /// The description of a failed check.
    fileprivate var lines: [String] {
        let failure: Failure
        switch outcome {
        case .failed(let reason), .broken(let reason), .known(let reason, _): failure = reason
        case .passed, .skipped: return []
        }
        var lines = [name == code ? "  \(code)" : "  \(code): \(name)"]
        if let problem = failure.problem { lines.append("    problem:  \(problem)") }
        lines.append("    expected: \(failure.expected)")
        lines.append("    found:    \(failure.found)")
        if let instant = failure.instant { lines.append("    at:       \(instant) s") }
        lines += failure.context.map { line in
            "    \(line.isMarked ? ">" : " ") \(line.text)"
        }
        return lines
    }
}

extension ScenarioResult {
    /// Throws an error unless all checks passed.
    ///
    /// ```swift
    /// try ScenarioRunner().run(scenario).check()
    /// ```
    ///
    /// - Throws: ``ScenarioFailure`` with every failed check, including broken thresholds. A result
    ///   without checks is a failure too, because its scenario was not run.
    public func check() throws(ScenarioFailure) {
        if let failure = ScenarioFailure(of: name, checks: ownChecks, command: command) {
            throw failure
        }
    }

    /// The checks; if there are none, one failed check, because the scenario was not run.
    package var ownChecks: [Check] {
        guard checks.isEmpty else { return checks }
        let failure = Failure(expected: "checks of a run", found: "none")
        return [Check("scenario.invalid", "the scenario was run", .failed(failure))]
    }
}
