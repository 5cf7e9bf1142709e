/// Something that is known to be wrong: it does not make a scenario fail, but its absence does.
public struct KnownIssue: Sendable, Equatable {
    /// The code of the check that fails, such as `lint.end-missing` or `expect.cue-points`.
    public var code: String
    /// A part of what the failure says; `nil` fits every text.
    public var text: String?
    /// Whether it occurs only now and then, so that its absence says nothing.
    public var isSometimes: Bool
    /// Where the bug is written down; required for what occurs only now and then.
    public var bug: String?

    /// Creates a known issue.
    ///
    /// - Parameters:
    ///   - code: The code of the check that fails.
    ///   - text: A part of what the failure says.
    ///   - isSometimes: Whether it occurs only now and then.
    ///   - bug: Where the bug is written down.
    public init(_ code: String, text: String? = nil, isSometimes: Bool = false, bug: String? = nil)
    {
        self.code = code
        self.text = text
        self.isSometimes = isSometimes
        self.bug = bug
    }
}
