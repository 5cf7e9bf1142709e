import Formats
import HeadlessPlayback
import Linting
import RunResults
import VirtualTime

/// The result of a watch: a check for each rule in each playlist.
struct WatchReport {
    private let watcher: BroadcastWatcher
    private let place: String
    private let end: Instant

    init(_ watcher: BroadcastWatcher, of place: String, at end: Instant) {
        self.watcher = watcher
        self.place = place
        self.end = end
    }

    /// Returns the report as the result of a scenario.
    ///
    /// - Parameter command: The command that repeats the watch.
    /// - Returns: The result, whose checks have the codes of the rules.
    func result(command: String) -> ScenarioResult {
        var result = ScenarioResult(name: AssetTitle.text(of: place), command: command)
        result.worldTime = end.sinceStart
        for playlist in watcher.playlists {
            for rule in LintRule.origin { result.checks.append(check(rule, of: playlist)) }
        }
        if watcher.unfollowed > 0 {
            result.checks.append(
                Check(
                    LintRule.playlists.code, "other playlists",
                    .failed(
                        Failure(
                            expected: "\(BroadcastWatcher.mostPlaylists) playlists at most",
                            found: "\(watcher.unfollowed) more, which were not followed"))))
        }
        return result
    }

    private func check(_ rule: LintRule, of playlist: String) -> Check {
        let place = BroadcastWatcher.Place(rule: rule, playlist: playlist)
        let title = "\(playlist): \(CheckCode.claim(of: rule.code))"
        let count = watcher.counts[place] ?? 0
        let first = watcher.findings.first { $0.rule == rule && $0.playlist == playlist }
        guard let first else {
            return Check(
                rule.code, title,
                watcher.hasExamined(place) ? .passed : .skipped(rule.lackOfEvidence))
        }
        let more = count > 1 ? ", and \(count - 1) more" : ""
        let failure = Failure(
            expected: first.expected, found: SafeText.line(first.found) + more,
            instant: first.instant)
        return Check(rule.code, title, .failed(failure))
    }
}
