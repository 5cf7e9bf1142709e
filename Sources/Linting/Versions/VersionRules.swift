import Formats
package import Playlists
import VirtualTime

/// The rules that compare two versions of one asset.
package struct VersionRules {
    private let profile: LintRule.Profile
    private let older: LintedAsset
    private let newer: LintedAsset
    /// The complete playlists for the older versions that are delta updates, by location.
    private let known: [String: MediaPlaylist]

    /// Prepares to compare two versions of an asset.
    ///
    /// - Parameters:
    ///   - profile: The profile, which determines the rules to check.
    ///   - older: The older version.
    ///   - newer: The newer version.
    ///   - known: The complete playlists for the older versions that are delta updates, by
    ///     location.
    package init(
        _ profile: LintRule.Profile, from older: LintedAsset, to newer: LintedAsset,
        completedBy known: [String: MediaPlaylist] = [:]
    ) {
        self.profile = profile
        self.older = older
        self.newer = newer
        self.known = known
    }

    /// Prepares to compare two versions of one playlist.
    ///
    /// - Parameters:
    ///   - profile: The profile, which determines the rules to check.
    ///   - complete: The older version, without skipped segments.
    ///   - newer: The newer version.
    package init(
        _ profile: LintRule.Profile, from complete: MediaPlaylist, to newer: LintedPlaylist
    ) {
        self.profile = profile
        older = LintedAsset(main: newer)
        self.newer = older
        known = [newer.url: complete]
    }

    /// The rules that a comparison of two versions checks.
    static let rules = LintRule.asset.filter {
        $0.isBuilt && $0.measure == .versions && !WatchedRules.all.contains($0)
    }

    /// The locations of the newer playlists for which the older version has no complete playlist.
    package var lacking: [String] {
        newer.mediaFiles.filter { playlist in
            guard let old = complete(before: playlist) else { return true }
            return old.skipped != nil
        }.map(\.url)
    }

    /// Returns whether the older version shows that a breach by the newer version is permitted.
    ///
    /// Skipped segments in a single version are a breach. They are permitted if the older version
    /// is complete, and both versions offer delta updates with `CAN-SKIP-UNTIL`.
    ///
    /// - Parameter breach: The breach.
    /// - Returns: Whether the breach is permitted.
    package func permits(_ breach: LintBreach) -> Bool {
        breach.rule.code == LowLatencyRules.unrequestedSkip
            && newer.mediaFiles.contains { playlist in
                guard playlist.url == breach.file, let old = complete(before: playlist),
                    old.skipped == nil
                else { return false }
                return [old, playlist.media].allSatisfy {
                    $0?.serverControl?.canSkipUntil != nil
                }
            }
    }

    /// Returns the older version of a playlist, completed if it is a delta update.
    private func complete(before playlist: LintedPlaylist) -> MediaPlaylist? {
        guard let former = former(playlist) else { return nil }
        return known[former.url] ?? former.media
    }

    /// Returns the older version of a playlist, found by its location, its name or its role.
    private func former(_ playlist: LintedPlaylist) -> LintedPlaylist? {
        let same = older.mediaFiles.first { $0.url == playlist.url }
        if let same { return same }
        // The versions may be copies in different folders, so playlists are also matched by name.
        let named = older.mediaFiles.filter { $0.shortName == playlist.shortName }
        if named.count == 1 { return named[0] }
        guard older.mediaFiles.count == newer.mediaFiles.count else { return nil }
        return older.mediaFiles.first { $0.role == playlist.role }
    }

    /// Returns the breaches by the newer version, in the order of its playlists.
    package func breaches() -> [LintBreach] { compare().breaches }

    /// Compares the versions.
    ///
    /// - Returns: The breaches by the newer version, in the order of its playlists, and the
    ///   completed delta updates of the newer version, by location.
    package func compare() -> (breaches: [LintBreach], completed: [String: MediaPlaylist]) {
        var log = BreachLog(profile)
        var completed: [String: MediaPlaylist] = [:]
        var updates: [VersionUpdate] = []
        for playlist in newer.mediaFiles {
            guard let old = complete(before: playlist), let new = playlist.media,
                old.skipped == nil, let merged = compare(old, new, playlist, &log)
            else { continue }
            if new.skipped != nil { completed[playlist.url] = merged }
            let update = VersionUpdate(playlist: playlist, old: old, new: merged)
            update.checkHints(&log)
            updates.append(update)
        }
        VersionUpdate.checkReports(updates, &log)
        return (log.breaches, completed)
    }

    /// Compares two versions of a playlist.
    ///
    /// - Returns: The newer version, completed with the segments that a delta update skips; `nil`
    ///   when the update does not fit the older version.
    private func compare(
        _ old: MediaPlaylist, _ update: MediaPlaylist, _ playlist: LintedPlaylist,
        _ log: inout BreachLog
    ) -> MediaPlaylist? {
        func note(_ code: String, _ line: Int?, _ problem: String) {
            log.note(
                code, in: playlist.url, line: line ?? 1, "in the version before, \(problem)",
                expected: LintRule.named(code)?.requirement ?? "")
        }
        var new = update
        if update.skipped != nil {
            do throws(PlaylistError) {
                new = try old.merging(delta: update)
            } catch {
                note(
                    "live.delta-unfit", playlist.text.first(.skip)?.line,
                    "segments that the update skips are not listed: \(error)")
                return nil
            }
        }
        let text = playlist.text
        func change(of sequence: Int, _ problem: String) {
            // A segment that is still incomplete has no line of its own at the end of the playlist,
            // so the last line is used.
            let line = playlist.line(ofSegment: sequence - new.sequenceNumbers.lowerBound)
            note(
                "live.segment-changed", line ?? text.lastLine,
                "the segment with the number \(sequence) \(problem)")
        }
        func listed(_ count: Int) -> String {
            "\(count) more \(count == 1 ? "segment was" : "segments were") listed"
        }
        for breach in old.breaches(by: new, skipping: update.skipped) {
            switch breach {
            case .sequenceFell(let from, let to):
                note(
                    "live.sequence-backwards", text.first(.mediaSequence)?.line,
                    "the media sequence number was \(from), and now it is \(to)")
            case .discontinuitySequence(let expected, let found):
                note(
                    "live.discontinuity-sequence", text.first(.discontinuitySequence)?.line,
                    "discontinuities were listed that make the number \(expected), and now it is"
                        + " \(found)")
            case .targetDuration(let from, let to):
                func words(_ time: MediaTime?) -> String { time.map { "\($0) s" } ?? "absent" }
                note(
                    "live.target-changes", text.first(.targetDuration)?.line,
                    "the target duration was \(words(from)), and now it is \(words(to))")
            case .location(let sequence):
                change(of: sequence, "had another location")
            case .tag(let tag, let sequence):
                change(of: sequence, "had another \(tag)")
            case .part(let number, let sequence):
                change(of: sequence, "had another part \(number)")
            case .removedParts(let count, let sequence):
                change(of: sequence, "had \(count) more \(count == 1 ? "part" : "parts")")
            case .partTarget(let from, let to):
                note(
                    "live.target-changes", text.first(.partInformation)?.line,
                    "the part target duration was \(from) s, and now it is \(to) s")
            case .type:
                func word(_ kind: MediaPlaylist.Kind?) -> String { kind?.rawValue ?? "not stated" }
                note(
                    "live.type-changes", text.first(.playlistType)?.line,
                    "the type was \(word(old.playlistType)), and now it is"
                        + " \(word(new.playlistType))")
            case .removal(let count):
                note(
                    old.playlistType == .vod ? "live.vod-changed" : "live.event-removed",
                    text.first(.mediaSequence)?.line, listed(count))
            case .endRemoval(let count):
                let code =
                    switch old.playlistType {
                    case .vod: "live.vod-changed"
                    case .event: "live.event-removed"
                    case nil: "live.removed-at-end"
                    }
                note(code, text.lastLine, "\(listed(count)) at the end")
            case .changeAfterEnd:
                note(
                    old.playlistType == .vod ? "live.vod-changed" : "live.after-endlist",
                    text.first(.endList)?.line ?? text.lastLine, "the playlist had ended")
            case .dateRange(let id, let name):
                note(
                    "live.segment-changed",
                    text.tags(.dateRange).last { $0["ID"]?.value == id }?.line ?? text.lastLine,
                    "the date range \(SafeText.quoted(id)) had another \(name)")
            case .removedDateRange(let id):
                note(
                    "live.segment-changed", text.lastLine,
                    "the date range \(SafeText.quoted(id)) was listed, and segments within its"
                        + " dates still are")
            case .skip(let distance, let boundary):
                log.note(
                    "live.delta-unfit", in: playlist.url, line: text.first(.skip)?.line ?? 1,
                    "the update skips a segment that starts \(distance) s before the end",
                    expected: "the segments of the last \(boundary) s, the skip boundary")
            case .shortWindow: break
            }
        }
        return new
    }
}
