package import VirtualTime

/// A breach of a rule, with its place and time.
package struct LintFinding: Equatable, Sendable {
    /// The rule.
    package let rule: LintRule
    /// The name of the playlist.
    package let playlist: String
    /// The instant at which it was detected.
    package let instant: Instant
    /// The expectation.
    package let expected: String
    /// The actual state.
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
    /// The rule of an asset that the finding breaks; the rule of the watch where assets have none.
    package var assetRule: LintRule { WatchedRules.ofAsset(rule) }
}
