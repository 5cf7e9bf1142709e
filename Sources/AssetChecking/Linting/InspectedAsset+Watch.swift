import Formats
package import Linting

extension InspectedAsset {
    /// Adds the findings from a period during which the broadcast was watched.
    ///
    /// - Parameters:
    ///   - findings: The findings.
    ///   - examined: The rules that were checked while the broadcast was watched.
    ///   - chosen: Returns whether a rule is to be checked.
    ///   - unchanged: The locations of the playlists of which no second version was loaded.
    ///   - locations: Returns the location of a playlist by its name in the findings.
    package mutating func adopt(
        _ findings: [LintFinding], examined: Set<LintRule>, where chosen: (LintRule) -> Bool,
        unchanged: [String], locations: (String) -> String?
    ) {
        for finding in findings where chosen(finding.assetRule) {
            let file = locations(finding.playlist) ?? asset?.main.url ?? place
            let breach = finding.breach(in: file, profile)
            // The inspection of the asset may already have found a breach that a single version of
            // a playlist shows.
            let isKnown = breaches.contains { $0.rule == breach.rule && $0.file == file }
            if breach.rule.measure == .versions || !isKnown { breaches.append(breach) }
        }
        // Not every rule was examined: for example, a rule about removed segments is examined only
        // if a segment was removed.
        let rules = LintRule.all.filter { rule in
            chosen(rule) && examined.contains { WatchedRules.ofAsset($0) == rule }
        }
        coverage.adoptWatch(rules, lacking: unchanged)
    }

    /// Adds a finding that the broadcast could not be watched.
    ///
    /// It is reported regardless of the selected rules.
    ///
    /// - Parameter reason: The reason.
    package mutating func fail(toWatch reason: String) {
        fail(
            asset?.main.url ?? place,
            "the broadcast cannot be watched: \(SafeText.line(reason))",
            expected: "playlists that can be loaded again")
    }

    /// Adds a finding that versions of a playlist cannot be read from a recording.
    ///
    /// It is reported regardless of the selected rules.
    ///
    /// - Parameters:
    ///   - count: The number of the versions, at least 1.
    ///   - location: The location of the playlist.
    package mutating func fail(toRead count: Int, versionsOf location: String) {
        fail(
            location,
            count == 1
                ? "1 recorded version is damaged or absent"
                : "\(count) recorded versions are damaged or absent",
            expected: "all recorded versions")
    }

    private mutating func fail(_ file: String, _ problem: String, expected: String) {
        let rule = LintCoverage.unreachable
        breaches.append(
            LintBreach(
                rule, rule.severity(in: profile), in: file, line: nil, problem: problem,
                expected: expected))
        coverage.adoptFinding(of: rule)
    }
}

extension LintFinding {
    /// Returns the finding as a breach of a rule in a file.
    ///
    /// - Parameters:
    ///   - file: The location of the playlist.
    ///   - profile: The profile, which determines the severity.
    /// - Returns: The breach.
    fileprivate func breach(in file: String, _ profile: LintRule.Profile) -> LintBreach {
        LintBreach(
            assetRule, assetRule.severity(in: profile), in: file, line: 1,
            problem: "\(instant) s after the start of the watch: \(SafeText.line(found))",
            expected: SafeText.line(expected))
    }
}
