/// Something that is known to be wrong: it does not make a scenario fail, but its absence does.
///
/// It forgives failures one by one: those of a check with its code that say its text, and no more of them
/// than it names. What else is wrong with the same code counts, be it of the same check or of another one,
/// and so does a failure that is known but says something else today.
public struct KnownIssue: Sendable, Equatable {
    /// The code of the check that fails, such as `lint.end-missing` or `expect.cue-points`.
    public var code: String
    /// A part of what the failure says, of what was expected or of what was found.
    public var text: String
    /// The number of failures that it covers; the maximum for an issue that occurs only in some
    /// runs.
    public var times: Int
    /// Whether it occurs only now and then, so that its absence says nothing.
    public var isSometimes: Bool
    /// The location of the bug report; required for an issue that occurs only in some runs.
    public var bug: String?

    /// Creates a known issue.
    ///
    /// - Parameters:
    ///   - code: The code of the check that fails.
    ///   - text: A part of what the failure says.
    ///   - times: How many failures it stands for.
    ///   - isSometimes: Whether it occurs only now and then.
    ///   - bug: Where the bug is written down.
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
