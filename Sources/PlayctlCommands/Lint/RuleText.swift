import AssetChecking
import Linting
import ResultReports

/// The rules of `playctl lint` as text: the table, explanations and annotations.
enum RuleText {
    /// Returns the rules of a profile, one per line.
    static func table(_ profile: LintRule.Profile) -> String {
        let rules = LintRule.all.filter { $0.isPart(of: profile) }
        let width = rules.map(\.code.utf8.count).max() ?? 0
        var text = ""
        for rule in rules {
            let gap = String(repeating: " ", count: width - rule.code.utf8.count + 2)
            let severity = rule.severity(in: profile).rawValue
            let space = String(repeating: " ", count: 8 - severity.utf8.count)
            let few = LintRule.Platform.allCases != rule.platforms ? rule.platformWords : nil
            let mark = (few.map { " (\($0))" } ?? "") + (rule.isBuilt ? "" : " (not checked)")
            text += "\(rule.code)\(gap)\(severity)\(space)\(rule.sentence)\(mark)\n"
        }
        let built = rules.count(where: \.isBuilt)
        return text + "\(built) rules are checked, \(rules.count - built) are not\n"
    }

    /// Returns the explanation of a rule.
    static func explanation(of rule: LintRule) -> String {
        var lines = [
            "\(rule.code): \(rule.sentence)", "",
            "  stated by  \(rule.section)",
            "  severity   \(rule.severity.rawValue)"
                + (rule.appleSeverity == rule.severity
                    ? "" : ", \(rule.appleSeverity.rawValue) with --profile apple"),
            "  profile    \(rule.profile == .apple ? "apple" : "rfc, apple")",
            "  platforms  \(rule.platformWords ?? "all players of HLS")",
            "  evidence   \(measure(rule.measure))",
            "  fixed by   the \(rule.owner.rawValue)",
        ]
        if let obstacle = rule.obstacle { lines.append("  state      not checked: \(obstacle)") }
        let advice = RuleAdvice(for: rule)
        lines += [
            "", "  cause      \(advice.cause)", "  effect     \(advice.consequence)",
            "  cure       \(advice.cure)",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns a short explanation of a rule, for GitHub: its text, cause, effect and cure.
    static func help(for rule: LintRule) -> String {
        let advice = RuleAdvice(for: rule)
        return "\(rule.sentence) (\(rule.section)) Usual cause: \(advice.cause)."
            + " Effect: \(advice.consequence). Cure: \(advice.cure)."
    }

    private static func measure(_ measure: LintRule.Measure) -> String {
        switch measure {
        case .text: "the text of one playlist"
        case .set: "the playlists of an asset"
        case .media: "the media"
        case .decoded: "the decoded media"
        case .answers: "the headers of responses"
        case .versions: "several versions of a playlist"
        }
    }

    /// Returns the annotations for GitHub Actions, one for each finding of a result.
    static func annotations(of result: InspectedAsset) -> String {
        result.breaches.map { breach in
            let level = breach.severity == .info ? "notice" : breach.severity.rawValue
            var place = "file=\(WorkflowText.property(InspectedAsset.shown(breach.file)))"
            if let line = breach.line { place += ",line=\(line)" }
            if let column = breach.column { place += ",col=\(column)" }
            return "::\(level) \(place),title=\(breach.rule.code)::"
                + "\(WorkflowText.message(breach.problem))\n"
        }.joined()
    }
}
