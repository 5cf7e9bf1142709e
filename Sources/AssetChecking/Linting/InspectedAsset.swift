import Formats
package import Linting
import Playlists
package import RunResults

/// The findings of one asset, and the rules that were checked.
package struct InspectedAsset: Sendable {
    /// A finding that a lint configuration or a playlist comment ignores.
    package struct Ignored: Sendable {
        /// The finding that is ignored.
        package var breach: LintBreach
        /// The reason, as text: the configuration or the line of the comment.
        ///
        /// If the configuration states a reason, the reason follows the configuration's name.
        package let reason: String

        /// Creates an ignored finding.
        package init(breach: LintBreach, reason: String) {
            self.breach = breach
            self.reason = reason
        }
    }

    /// The path or address of the asset, as given.
    package let place: String
    /// The profile, which selects the rules and determines their severities.
    package let profile: LintRule.Profile
    /// The lowest severity of a finding that makes the asset fail.
    package var failOn = LintRule.Severity.error
    /// The findings that are neither ignored nor listed in a baseline.
    package var breaches: [LintBreach]
    /// The findings that do not count because a baseline lists them.
    package var forgiven: [LintBreach] = []
    /// The findings that do not count because a configuration or a playlist comment ignores them.
    package var ignored: [Ignored] = []
    /// The extent to which each rule was checked, and the parts of the asset that were not checked.
    package var coverage: LintCoverage
    /// The playlists; `nil` when none could be loaded.
    package var asset: LintedAsset?
    /// The delta updates by location, completed with the segments of an earlier version.
    private var completed: [String: MediaPlaylist] = [:]
    /// The media of the playlists; `nil` when only playlists were read.
    package var streams: [MeasuredStream]?
    /// Whether the tool was interrupted before the inspection was complete.
    package var wasInterrupted = false

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - place: The path or address of the asset, as given.
    ///   - profile: The profile.
    ///   - breaches: The findings; findings that a playlist comment switches off become ignored.
    ///   - coverage: The extent to which each rule was checked.
    package init(
        place: String, profile: LintRule.Profile, breaches: [LintBreach], coverage: LintCoverage
    ) {
        self.place = place
        self.profile = profile
        self.breaches = breaches.filter { $0.suppression == nil }
        ignored = breaches.compactMap(\.ignored)
        self.coverage = coverage
    }

    /// Returns the number of findings of a severity.
    ///
    /// The number includes findings that are not listed because a listed finding represents them.
    package func count(_ severity: LintRule.Severity) -> Int {
        breaches.filter { $0.severity == severity }.reduce(0) { $0 + 1 + $1.more }
    }

    /// Whether a finding is severe enough to make the asset fail.
    package var isBad: Bool { breaches.contains { $0.severity >= failOn } }

    /// Compares the asset with an earlier version, and adds the findings about the changes.
    ///
    /// - Parameters:
    ///   - earlier: The earlier version.
    ///   - rules: The rules that are checked.
    package mutating func compare(with earlier: InspectedAsset, rules: [LintRule]) {
        guard let older = earlier.asset, let newer = asset else { return }
        let versions = VersionRules(
            profile, from: older, to: newer, completedBy: earlier.completed)
        let result = versions.compare()
        completed = result.completed
        breaches.removeAll(where: versions.permits)
        breaches += result.breaches.filter { rules.contains($0.rule) }
        coverage.adoptVersions(lacking: versions.lacking)
    }

    // MARK: Checks

    /// Returns the result as checks: one for each finding, omitted part and rule without a finding.
    ///
    /// - Parameters:
    ///   - unchecked: Whether the result includes a skipped check for each rule that was not
    ///     checked.
    ///   - shown: Returns the text that reports show for a file's location.
    /// - Returns: The checks: findings first, then omitted parts, partly checked rules, passed
    ///   rules and unchecked rules.
    package func checks(
        withUnchecked unchecked: Bool = true,
        shown: (String) -> String = { SafeText.url($0) }
    ) -> [Check] {
        let findings = Dictionary(grouping: breaches, by: \.rule)
        let excused = ignored + forgiven.map { Ignored(breach: $0, reason: "baseline") }
        let known = Dictionary(grouping: excused, by: \.breach.rule)
        var found: [Check] = []
        var partly: [Check] = []
        var passed: [Check] = []
        for rule in coverage.checked + coverage.partly {
            for breach in findings[rule, default: []] {
                let failure = failure(of: breach)
                let outcome: Check.Outcome =
                    breach.severity >= failOn
                    ? .failed(failure) : .known(failure, bug: breach.severity.rawValue)
                found.append(check(rule, words(of: breach, shown), outcome))
            }
            for item in known[rule, default: []] {
                let outcome = Check.Outcome.known(failure(of: item.breach), bug: item.reason)
                found.append(check(rule, words(of: item.breach, shown), outcome))
            }
            guard findings[rule] == nil, known[rule] == nil else { continue }
            if let omission = coverage.omissions.first(where: { $0.rules.contains(rule) }) {
                let reason =
                    "checked in part: not \(shown(omission.file)): \(SafeText.line(omission.reason))"
                partly.append(check(rule, rule.sentence, .skipped(reason)))
            } else {
                passed.append(check(rule, rule.sentence, .passed))
            }
        }
        // Omissions precede the passed checks, so that they are listed even if a page truncates
        // long tables.
        let checks = found + omissionChecks(shown) + partly + passed
        guard unchecked else { return checks }
        return checks
            + coverage.unchecked.map { item in
                check(item.rule, item.rule.sentence, .skipped("not checked: \(item.reason)"))
            }
    }

    /// Returns a skipped check for each omitted part.
    private func omissionChecks(_ shown: (String) -> String) -> [Check] {
        coverage.omissions.map { omission in
            let words = "\(shown(omission.file)): \(SafeText.line(omission.reason))"
            return Check(
                "lint.asset", SafeText.line(words),
                .skipped("not checked: \(omission.rules.count) rules"))
        }
    }

    /// Returns a short list of checks: one for each finding, each omitted part, and the asset.
    ///
    /// - Parameter shown: Returns the text that reports show for a file's location.
    /// - Returns: The checks, findings first.
    package func fewChecks(shown: (String) -> String = { SafeText.url($0) }) -> [Check] {
        var checks = checks(withUnchecked: false, shown: shown).filter { check in
            switch check.outcome {
            case .failed, .broken, .known: true
            case .passed, .skipped: false
            }
        }
        checks += omissionChecks(shown)
        let count = coverage.checked.count
        let title = "\(SafeText.url(place)) is checked against \(count) rules (\(profile.rawValue))"
        checks.append(
            Check(
                "lint.asset", title,
                count > 0 ? .passed : .skipped("not checked: no rule could be checked")))
        return checks
    }

    private func words(of breach: LintBreach, _ shown: (String) -> String) -> String {
        let line = breach.line.map { ":\($0)" } ?? ""
        let more = breach.more > 0 ? ", and \(breach.more) more" : ""
        return "\(shown(breach.file))\(line): \(breach.problem)\(more)"
    }

    private func failure(of breach: LintBreach) -> Failure {
        Failure(problem: breach.problem, expected: breach.expected, found: breach.problem)
    }

    private func check(_ rule: LintRule, _ text: String, _ outcome: Check.Outcome) -> Check {
        let name = text.hasSuffix(".") ? String(text.dropLast()) : text
        return Check(rule.code, SafeText.line(name), outcome)
    }
}

extension LintBreach {
    /// The breach as an ignored finding; `nil` unless a playlist comment switches its rule off.
    fileprivate var ignored: InspectedAsset.Ignored? {
        suppression.map { InspectedAsset.Ignored(breach: self, reason: $0) }
    }
}
