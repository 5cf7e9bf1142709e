package import Playlists
package import VirtualTime

/// Checks the playlists of one broadcast against each other.
package struct BroadcastWatch: Equatable, Sendable {
    /// The newest version of a playlist.
    private struct Version: Equatable {
        var playlist: MediaPlaylist
        let isText: Bool
        let name: String
        /// The instant at which it arrived.
        var instant: Instant
    }

    /// The rules that have been checked at least once.
    package private(set) var examined: Set<LintRule> = []
    private var versions: [String: Version] = [:]
    /// The playlists whose difference from others has been reported.
    private var different: Set<String> = []

    /// Creates a watch without playlists.
    package init() {}

    /// Compares a version of a playlist with the versions of the other playlists.
    ///
    /// - Parameters:
    ///   - playlist: The version, without skipped segments.
    ///   - url: Its absolute location, which rendition reports name.
    ///   - name: The name of the playlist in reports.
    ///   - isText: Whether it is a playlist of subtitles.
    ///   - earlier: The instant of the latest request that was answered with an older version; this
    ///     version was made after it. `nil` when there is none.
    ///   - instant: The instant at which it arrived.
    /// - Returns: The breaches.
    package mutating func take(
        _ playlist: MediaPlaylist, at url: String, named name: String, isText: Bool,
        after earlier: Instant?, at instant: Instant
    ) -> [LintFinding] {
        versions[url] = Version(
            playlist: playlist, isText: isText, name: name, instant: instant)
        var findings = compare(playlist, at: url, named: name, isText, instant)
        for report in playlist.renditionReports {
            guard let earlier, let last = report.lastMediaSequence,
                let other = versions[URIReference.resolve(report.uri, against: url)],
                other.instant <= earlier, !other.playlist.segments.isEmpty
            else { continue }
            examined.insert(.reports)
            // The server knew the segments that the other playlist listed before this version was
            // made.
            let known = other.playlist.sequenceNumbers.upperBound - 1
            guard last < known else { continue }
            findings.append(
                LintFinding(
                    .reports, in: name, at: instant,
                    expected: "LAST-MSN \(known) or later of \(other.name)", found: "\(last)"))
        }
        return findings
    }

    private mutating func compare(
        _ playlist: MediaPlaylist, at url: String, named name: String, _ isText: Bool,
        _ instant: Instant
    ) -> [LintFinding] {
        guard !isText, !different.contains(url) else { return [] }
        let others = versions.filter { $0.key != url && !$0.value.isText }
        guard let other = others.min(by: { $0.key < $1.key })?.value else { return [] }
        examined.insert(.renditions)
        var differences: [(expected: String, found: String)] = []
        func words(_ time: MediaTime?) -> String { time.map { "\($0) s" } ?? "none" }
        func words(_ type: MediaPlaylist.Kind?) -> String { type?.rawValue ?? "none" }
        let (own, its) = (playlist, other.playlist)
        if own.targetDuration != its.targetDuration {
            differences.append(
                (
                    "the target duration \(words(its.targetDuration)) of \(other.name)",
                    words(own.targetDuration)
                ))
        }
        if own.playlistType != its.playlistType {
            differences.append(
                (
                    "the type \(words(its.playlistType)) of \(other.name)",
                    words(own.playlistType)
                ))
        }
        if !differences.isEmpty { different.insert(url) }
        return differences.map {
            LintFinding(
                .renditions, in: name, at: instant, expected: $0.expected, found: $0.found)
        }
    }
}
