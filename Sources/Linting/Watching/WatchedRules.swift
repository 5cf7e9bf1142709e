/// The rules of an asset that are checked by watching its live broadcast.
package enum WatchedRules {
    /// The rules that can be checked only by watching for some time.
    package static let all = [removals, lateUpdates]

    /// The rule that a segment remains available for a while after its removal.
    package static let removals = known("live.removed-early")
    /// The rule that timestamps jump only at discontinuities.
    package static let timestamps = known("segment.discontinuity-undeclared")
    private static let lateUpdates = known("live.update-late")
    private static let brokenHints = known("hint.never-there")
    /// The rules about an origin that have no counterpart among the rules for an asset.
    package static let ofOrigin = LintRule.origin.filter { ofAsset($0) == $0 }
    /// The rule that rendition reports are as new as the described playlists.
    static let staleReports = known("report.stale")
    /// The rule that a playlist contains no rendition report about itself.
    static let ownReports = known("report.self")
    /// The rule that a preload hint names a part not listed yet.
    static let listedHints = known("hint.not-next")

    private static func known(_ code: String) -> LintRule {
        guard let rule = LintRule.named(code) else {
            preconditionFailure("\(code) is not in the table of rules")
        }
        return rule
    }

    /// Returns the asset rule that corresponds to a rule for watching a broadcast.
    ///
    /// - Parameter rule: The rule for watching.
    /// - Returns: The rule for an asset; the given rule when it has no counterpart.
    package static func ofAsset(_ rule: LintRule) -> LintRule {
        switch rule {
        case .updates: lateUpdates
        case .reports: staleReports
        case .hints: brokenHints
        default: rule
        }
    }

    /// Returns the rules whose breaches a watch reports as breaches of a given rule.
    ///
    /// A watch compares versions by the rules about an origin. It therefore reports the change of a
    /// listed segment, which `live.segment-changed` forbids, as a breach of `origin.edits`. Rules
    /// about playlists that have ended have no counterpart, because a watch does not follow these.
    ///
    /// - Parameter rule: The rule that a watch reports.
    /// - Returns: The other rules.
    package static func counterparts(of rule: LintRule) -> [LintRule] {
        switch rule {
        case .edits: edits
        case .counters: counters
        case lateUpdates: [.updates]
        case staleReports, ownReports: [.reports]
        case brokenHints, listedHints: [.hints]
        default: []
        }
    }

    private static let edits = [
        "live.sequence-backwards", "live.segment-changed", "live.target-changes",
        "live.type-changes", "live.event-removed", "live.removed-at-end", "live.delta-unfit",
    ].map(known)
    private static let counters = [known("live.discontinuity-sequence")]
}
