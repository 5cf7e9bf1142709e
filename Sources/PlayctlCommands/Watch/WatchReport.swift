import Formats
import HeadlessPlayback
import Linting
import PlaybackCommands
import RunResults
import VirtualTime

/// The result of a watch: a check for each rule in each playlist.
///
/// A playlist without a second version has a check of its own, because most rules compare versions:
/// the check fails, or is skipped if the watch ended early. I-frame playlists and the steering
/// manifest are not loaded, so each has a skipped check.
struct WatchReport {
    private let watcher: BroadcastWatcher
    private let place: String
    private let end: Instant
    /// Whether the watch ended before the requested time, so that later versions may be missing.
    private let endedEarly: Bool

    /// The watched time and the time to watch, in words, of a watch that was cut short.
    struct Shortfall {
        let watched: String
        let length: String

        /// Describes the times.
        init(watched: Duration, of length: Duration) {
            self.watched = "\(watched.components.seconds) s"
            self.length = Self.words(length)
        }

        private static func words(_ length: Duration) -> String {
            let (seconds, fraction) = length.components
            guard fraction == 0, seconds % 60 == 0 else { return "\(length.argument) s" }
            return seconds % 3600 == 0 ? "\(seconds / 3600)h" : "\(seconds / 60)m"
        }
    }

    /// Returns the check that fails because a watch was cut short.
    static func cut(_ shortfall: Shortfall) -> Check {
        Check(
            CheckCode.cutWatch, CheckCode.claim(of: CheckCode.cutWatch),
            .failed(
                Failure(
                    expected: "a watch of \(shortfall.length)",
                    found: "an end after \(shortfall.watched)")))
    }

    /// Returns the check that fails because no playlist can be followed.
    static func unfollowed(_ cause: String) -> Check {
        Check(
            Self.versions, CheckCode.claim(of: Self.versions),
            .failed(Failure(expected: "a playlist to follow", found: SafeText.line(cause))))
    }

    /// The code of the check that a second version of a playlist was loaded and compared.
    static let versions = "watch.versions"

    init(
        _ watcher: BroadcastWatcher, of place: String, at end: Instant, endedEarly: Bool = false
    ) {
        self.watcher = watcher
        self.place = place
        self.end = end
        self.endedEarly = endedEarly
    }

    /// Returns the report as the result of a scenario.
    ///
    /// - Parameter command: The command that repeats the watch.
    /// - Returns: The result, whose checks have the codes of the rules.
    func result(command: String) -> ScenarioResult {
        var result = ScenarioResult(name: AssetTitle.text(of: place), command: command)
        result.worldTime = end.sinceStart
        for playlist in watcher.playlists {
            for rule in LintRule.origin + [WatchedRules.timestamps] {
                result.checks.append(check(rule, of: playlist))
            }
        }
        for playlist in watcher.unchanged { result.checks.append(unchanged(playlist)) }
        let others = [
            ("I-frame", watcher.iFramePlaylists), ("image", watcher.imagePlaylists),
        ]
        for (kind, playlists) in others {
            result.checks += playlists.map { playlist in
                Check(
                    LintRule.playlists.code,
                    "\(playlist): \(CheckCode.claim(of: LintRule.playlists.code))",
                    .skipped("\(kind) playlists are not followed"))
            }
        }
        if let manifest = watcher.steeringManifest {
            result.checks.append(
                Check(
                    LintRule.playlists.code, "content steering",
                    .skipped("the steering manifest \(manifest) is not requested")))
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

    /// Returns the check of a playlist without a second version, which fails or is skipped.
    private func unchanged(_ playlist: String) -> Check {
        let title = "\(playlist): \(CheckCode.claim(of: Self.versions))"
        if endedEarly { return Check(Self.versions, title, .skipped("the watch ended early")) }
        let found =
            watcher.hasEnded(playlist)
            ? "one version, which has ended" : "one version, which did not change"
        return Check(
            Self.versions, title,
            .failed(
                Failure(
                    expected: "a second version to compare of \(playlist)", found: found,
                    instant: end)))
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
