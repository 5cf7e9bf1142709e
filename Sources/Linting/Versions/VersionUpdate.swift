import Formats
import Playlists
import VirtualTime

/// Two versions of one live playlist, to check preload hints and rendition reports.
struct VersionUpdate {
    /// The newer version as it was written.
    let playlist: LintedPlaylist
    let old: MediaPlaylist
    /// The newer version, completed with the segments that a delta update skips.
    let new: MediaPlaylist

    // MARK: Preload hints

    /// Reports a breach if the newer version lists another part in place of a hinted part.
    func checkHints(_ log: inout BreachLog) {
        guard let broken = PartHints(of: old).broken(by: new) else { return }
        log.note(
            "hint.never-there", in: playlist.url,
            line: playlist.text.tags(.part).last?.line ?? playlist.text.lastLine,
            "the version before hinted the part \(broken.hint), and in its place is"
                + " \(broken.found)",
            expected: "the part that was hinted")
    }

    // MARK: Rendition reports

    /// Finds rendition reports that are older or newer than the described playlists.
    ///
    /// A `BroadcastWatch` compares the reports with the playlists, and needs the instants at which
    /// the playlists arrived. All playlists of the older version were made before the playlists of
    /// the newer version. The method therefore gives the watch an earlier instant for the older
    /// version and a later instant for the newer version.
    static func checkReports(_ updates: [VersionUpdate], _ log: inout BreachLog) {
        guard updates.contains(where: { !$0.new.renditionReports.isEmpty }) else { return }
        let later = Instant.start.advanced(by: .seconds(1))
        var watch = BroadcastWatch()
        for update in updates {
            _ = watch.take(
                update.old, at: update.playlist.url, named: update.playlist.url,
                isText: update.playlist.isOfSubtitles, after: nil, at: .start)
        }
        let places = Dictionary(updates.map { ($0.playlist.url, $0.playlist) }) { first, _ in first
        }
        // A playlist that is equal in both versions is not compared, because it may be as old as
        // the older version.
        for update in updates where update.new != update.old {
            let findings = watch.take(
                update.new, at: update.playlist.url, named: update.playlist.url,
                isText: update.playlist.isOfSubtitles, after: .start, at: later)
            for finding in findings where finding.assetRule == WatchedRules.staleReports {
                guard let place = places[finding.playlist] else { continue }
                log.note(
                    WatchedRules.staleReports.code, in: place.url,
                    line: place.text.first(.renditionReport)?.line ?? place.text.lastLine,
                    "a report states \(SafeText.line(finding.found))",
                    expected: SafeText.line(finding.expected))
            }
        }
    }
}
