package import VirtualTime

/// A breach that a watch has found, with the name of the playlist and the time of the detection.
package struct LintFinding: Equatable, Sendable {
    /// The rule.
    package let rule: LintRule
    /// The name of the playlist.
    package let playlist: String
    /// The instant at which the breach was detected.
    package let instant: Instant
    /// The state that the rule requires, as text.
    package let expected: String
    /// The state that was found, as text.
    package let found: String
    /// The rule for assets that has the same meaning; ``rule`` itself when there is none.
    package let assetRule: LintRule

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - playlist: The name of the playlist.
    ///   - instant: The instant at which the breach was detected.
    ///   - expected: The state that the rule requires.
    ///   - found: The state that was found.
    ///   - assetRule: The rule for assets; `nil` means the usual rule for assets that corresponds
    ///     to `rule`.
    package init(
        _ rule: LintRule, in playlist: String, at instant: Instant, expected: String, found: String,
        ofAsset assetRule: LintRule? = nil
    ) {
        self.rule = rule
        self.playlist = playlist
        self.instant = instant
        self.expected = expected
        self.found = found
        self.assetRule = assetRule ?? WatchedRules.ofAsset(rule)
    }
}
