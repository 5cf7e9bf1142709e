/// The rules of an asset that a watch over its broadcast judges.
package enum WatchedRules {
    /// The rules that need a watch over some time.
    package static let all = [removals, lateUpdates]

    /// A removed segment remains for a while.
    package static let removals = known("live.removed-early")
    private static let lateUpdates = known("live.update-late")
    private static let staleReports = known("report.stale")

    private static func known(_ code: String) -> LintRule {
        guard let rule = LintRule.named(code) else {
            preconditionFailure("\(code) is not in the table of rules")
        }
        return rule
    }

    /// Returns the rule of an asset with the meaning of a rule of a watch.
    ///
    /// - Parameter rule: The rule of the watch.
    /// - Returns: The rule of an asset; the rule itself if assets have none.
    package static func ofAsset(_ rule: LintRule) -> LintRule {
        switch rule {
        case .updates: lateUpdates
        case .reports: staleReports
        default: rule
        }
    }
}
