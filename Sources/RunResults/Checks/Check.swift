public import HeadlessPlayback

/// One check of a result and its outcome.
public struct Check: Sendable, Equatable {
    /// The outcome of a check.
    ///
    /// Almost all checks pass, so the reason for a failure is stored separately, to keep checks
    /// small.
    public enum Outcome: Sendable, Equatable {
        /// The check passed.
        case passed
        /// The check failed.
        indirect case failed(Failure)
        /// The check failed only because a measured value is out of its bounds.
        indirect case broken(Failure)
        /// The check failed because of a known issue; `bug` refers to the report of the issue.
        indirect case known(Failure, bug: String?)
        /// The check could not be evaluated, for the reason given.
        case skipped(String)
    }

    /// A stable identifier of the checked property.
    ///
    /// Examples are `ledger.balance`, `expect.cue-points`, `lint.end-missing`,
    /// `threshold.startup-time` and `cue-point.boundary`.
    public var code: String
    /// The subject of the check in words, unique within its scenario.
    public var name: String {
        get { words.text }
        set { words = CheckName(subject: newValue) }
    }
    /// The parts of the name.
    var words: CheckName
    /// The outcome of the check.
    public var outcome: Outcome

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - code: A stable identifier of the checked property.
    ///   - name: The subject of the check, in words.
    ///   - outcome: The outcome.
    public init(_ code: String, _ name: String, _ outcome: Outcome) {
        self.code = code
        words = CheckName(subject: name)
        self.outcome = outcome
    }

    /// Creates a check whose name is composed only when it is read.
    ///
    /// This avoids needless work, because most reports omit the names of passed checks.
    ///
    /// - Parameters:
    ///   - code: A stable identifier of the checked property.
    ///   - subject: The beginning of the name.
    ///   - claim: The rest of the name, separated by a space; it must not contain secrets.
    ///   - outcome: The outcome.
    package init(_ code: String, of subject: String, _ claim: String, _ outcome: Outcome) {
        self.code = code
        words = CheckName(subject: subject, claim: claim)
        self.outcome = outcome
    }
}

extension Check {
    /// Whether the check makes its scenario fail or break a threshold.
    package var isBad: Bool {
        switch outcome {
        case .failed, .broken: true
        case .passed, .known, .skipped: false
        }
    }
}

/// The reason a check fails.
public struct Failure: Sendable, Equatable {
    /// The problem on one line; `nil` when `found` already shows the problem.
    public var problem: String?
    /// The expected result.
    public var expected: String
    /// The actual result.
    public var found: String
    /// The instant of the failure in virtual time; `nil` when the failure belongs to no instant.
    public var instant: Instant?
    /// The line of the scenario's file that requires the check; `nil` if none does.
    ///
    /// Lines are counted from 1.
    public var line: Int?
    /// The lines of the trace around the failure, in order.
    public var context: [TraceExcerptLine]

    /// Creates the reason a check fails.
    ///
    /// - Parameters:
    ///   - problem: The problem on one line; `nil` when `found` already shows it.
    ///   - expected: The expected result.
    ///   - found: The actual result.
    ///   - instant: The instant of the failure.
    ///   - line: The line of the scenario's file.
    ///   - context: The lines of the trace around the failure.
    public init(
        problem: String? = nil, expected: String, found: String, instant: Instant? = nil,
        line: Int? = nil, context: [TraceExcerptLine] = []
    ) {
        self.problem = problem
        self.expected = expected
        self.found = found
        self.instant = instant
        self.line = line
        self.context = context
    }
}

/// A line of a trace that is quoted in the reason for a failure.
public struct TraceExcerptLine: Sendable, Equatable {
    /// The number of the line in the trace, counted from 1; 0 for a line of a diff.
    public var number: Int
    /// The text of the line.
    public var text: String
    /// Whether the line shows the failure; otherwise it is only context.
    public var isMarked: Bool

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - number: The number of the line in the trace.
    ///   - text: The line.
    ///   - isMarked: Whether the line shows the failure.
    public init(number: Int, text: String, isMarked: Bool = false) {
        self.number = number
        self.text = text
        self.isMarked = isMarked
    }
}
