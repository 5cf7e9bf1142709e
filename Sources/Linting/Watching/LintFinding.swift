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

    package init(
        _ rule: LintRule, in playlist: String, at instant: Instant, expected: String, found: String
    ) {
        self.rule = rule
        self.playlist = playlist
        self.instant = instant
        self.expected = expected
        self.found = found
    }
}

extension LintFinding {
    /// The asset rule with the same meaning as ``rule``; ``rule`` itself when there is none.
    package var assetRule: LintRule { WatchedRules.ofAsset(rule) }
}
