/// A known issue of a scenario.
///
/// A known issue does not make the scenario fail, but its absence does. It covers at most ``times``
/// failures of the check ``code``. The text of each failure must contain ``text``. Any other
/// failure still makes the scenario fail, even a failure with the same code. A known failure whose
/// text has changed also makes the scenario fail.
public struct KnownIssue: Sendable, Equatable {
    /// The code of the check that fails, such as `lint.end-missing` or `expect.cue-points`.
    public var code: String
    /// A text that the failure contains, in either the expected or the actual result.
    public var text: String
    /// The number of failures that the known issue covers.
    ///
    /// For an issue that occurs only in some runs, the value is the maximum.
    public var times: Int
    /// Whether the issue occurs only in some runs, so that its absence is not a failure.
    public var isSometimes: Bool
    /// The location of the bug report; required for an issue that occurs only in some runs.
    public var bug: String?

    /// Creates a known issue.
    ///
    /// - Parameters:
    ///   - code: The code of the failing check.
    ///   - text: A part of the failure's text.
    ///   - times: The number of failures that the known issue covers.
    ///   - isSometimes: Whether the issue occurs only in some runs.
    ///   - bug: The location of the bug report.
    public init(
        _ code: String, text: String, times: Int = 1, isSometimes: Bool = false, bug: String? = nil
    ) {
        self.code = code
        self.text = text
        self.times = times
        self.isSometimes = isSometimes
        self.bug = bug
    }
}
