/// A known issue: it does not make a scenario fail, but its absence does.
///
/// It covers individual failures: failures of the check with its code that contain its text, up to
/// its number. Any other failure still makes the scenario fail, even with the same code, and so
/// does a known failure whose text has changed.
public struct KnownIssue: Sendable, Equatable {
    /// The code of the check that fails, such as `lint.end-missing` or `expect.cue-points`.
    public var code: String
    /// A part of the failure's text: of the expectation or of the actual result.
    public var text: String
    /// The number of failures that it covers; the maximum for an issue that occurs only in some
    /// runs.
    public var times: Int
    /// Whether it occurs only in some runs, so that its absence is not a failure.
    public var isSometimes: Bool
    /// The location of the bug report; required for an issue that occurs only in some runs.
    public var bug: String?

    /// Creates a known issue.
    ///
    /// - Parameters:
    ///   - code: The code of the failing check.
    ///   - text: A part of the failure's text.
    ///   - times: The number of failures that it covers.
    ///   - isSometimes: Whether it occurs only in some runs.
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
