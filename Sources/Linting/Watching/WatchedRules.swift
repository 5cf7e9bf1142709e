/// The rules of an asset that are checked by watching its live broadcast.
package enum WatchedRules {
    /// The rules that can be checked only by watching for some time.
    package static let all = [removals, lateUpdates]

    /// The rule that a segment remains available for a while after its removal.
    package static let removals = known("live.removed-early")
    private static let lateUpdates = known("live.update-late")
    private static let brokenHints = known("hint.never-there")
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
}
