package import VirtualTime

/// A breach of a rule that a watch found, with its playlist and time.
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
    /// The asset rule with the same meaning; ``rule`` itself when there is none.
    package let assetRule: LintRule

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - playlist: The name of the playlist.
    ///   - instant: The instant at which the breach was detected.
    ///   - expected: The state that the rule requires.
    ///   - found: The state that was found.
    ///   - assetRule: The asset rule for this finding, if it differs from the asset rule for other
    ///     findings of `rule`.
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
