package import Playlists
package import VirtualTime

/// A watch that compares the playlists of one live broadcast with each other.
package struct BroadcastWatch: Equatable, Sendable {
    /// The newest version of a playlist.
    private struct Version: Equatable {
        var playlist: MediaPlaylist
        let isText: Bool
        let name: String
        /// The instant at which the version arrived.
        var instant: Instant
    }

    /// The progress of a playlist, as a rendition report in another playlist states it.
    private struct Claim: Equatable {
        let progress: Progress
        /// The name of the playlist with the report.
        let name: String
        /// The instant at which the report arrived.
        let instant: Instant
    }

    /// The largest difference in milliseconds between the dates of one segment in two renditions.
    private static let dateTolerance = Int64(500)
    /// The maximum number of locations that are kept from the reports of one playlist.
    private static let mostTargets = 64
    /// The maximum number of claims about a playlist that are kept to be judged.
    ///
    /// Later claims are not recorded until the kept ones were judged.
    private static let mostClaims = 64

    /// The rules that have been checked at least once.
    package private(set) var examined: Set<LintRule> = []
    private var versions: [String: Version] = [:]
    /// The claims about each playlist that were not judged yet, in the order of their progress.
    private var claims: [String: [Claim]] = [:]
    /// The absolute locations that reports name, by the location of the reporting playlist.
    private var targets: [String: [String: String]] = [:]
    /// The playlists that were already reported to differ from other playlists.
    private var different: Set<String> = []

    /// Creates a watch without playlists.
    package init() {}

    /// Compares a version of a playlist with the versions of the other playlists.
    ///
    /// - Parameters:
    ///   - playlist: The version, without skipped segments.
    ///   - url: The absolute location of the playlist, which rendition reports name.
    ///   - name: The name of the playlist in findings.
    ///   - isText: Whether it is a playlist of subtitles.
    ///   - earlier: The instant of the latest request that was answered with an older version of
    ///     this playlist. The server made `playlist` after that instant. `nil` when there was no
    ///     such request.
    ///   - instant: The instant at which the version arrived.
    /// - Returns: The breaches.
    package mutating func take(
        _ playlist: MediaPlaylist, at url: String, named name: String, isText: Bool,
        after earlier: Instant?, at instant: Instant
    ) -> [LintFinding] {
        versions[url] = Version(
            playlist: playlist, isText: isText, name: name, instant: instant)
        var findings = compare(playlist, at: url, named: name, isText, instant)
        findings += judgeClaim(on: playlist, at: url, named: name, after: earlier, instant)
        for report in playlist.renditionReports {
            guard let last = report.lastMediaSequence else { continue }
            let reported = Progress(sequence: last, part: report.lastPart)
            let target = target(of: report, at: url)
            let kept = claims[target]?.count ?? 0
            if kept < Self.mostClaims, claims[target]?.last.map({ $0.progress < reported }) ?? true
            {
                claims[target, default: []].append(
                    Claim(progress: reported, name: name, instant: instant))
            }
            guard let earlier, let other = versions[target], other.instant <= earlier,
                let known = Progress(other.playlist)
            else { continue }
            examined.insert(.reports)
            // The report is outdated: before the server made the reporting playlist, it already
            // knew the segments that the other playlist listed.
            guard reported < known else { continue }
            findings.append(
                LintFinding(
                    .reports, in: name, at: instant,
                    expected: "\(known.words) or later of \(other.name)", found: reported.words))
        }
        return findings
    }

    /// Returns the absolute location of the playlist that a rendition report describes.
    private mutating func target(of report: RenditionReport, at url: String) -> String {
        if let known = targets[url]?[report.uri] { return known }
        let target = URIReference.resolve(report.uri, against: url)
        // The reports of an unknown server may name new locations in each version, so their number
        // is limited.
        if targets[url, default: [:]].count >= Self.mostTargets { targets[url] = [:] }
        targets[url, default: [:]][report.uri] = target
        return target
    }

    /// Compares a playlist with the progress that other playlists reported for it earlier.
    ///
    /// Only reports that arrived no later than `earlier` are compared. The playlist was made after
    /// that instant.
    private mutating func judgeClaim(
        on playlist: MediaPlaylist, at url: String, named name: String, after earlier: Instant?,
        _ instant: Instant
    ) -> [LintFinding] {
        // Only claims that arrived before the earlier request are compared, because the playlist
        // was made after that request. The last of these claims has the furthest progress.
        guard let earlier, let known = claims[url],
            case let count = known.prefix(while: { $0.instant <= earlier }).count, count > 0,
            let found = Progress(playlist), !playlist.hasEndList
        else { return [] }
        let claim = known[count - 1]
        examined.insert(.reports)
        claims[url]?.removeFirst(count)
        guard found < claim.progress else { return [] }
        return [
            LintFinding(
                .reports, in: claim.name, at: instant,
                expected: "no report of \(name) beyond \(found.words)",
                found: claim.progress.words)
        ]
    }

    private mutating func compare(
        _ playlist: MediaPlaylist, at url: String, named name: String, _ isText: Bool,
        _ instant: Instant
    ) -> [LintFinding] {
        guard !isText, !different.contains(url) else { return [] }
        var first: String?
        for (key, version) in versions where key != url && !version.isText {
            if first.map({ key < $0 }) ?? true { first = key }
        }
        guard let first, let other = versions[first] else { return [] }
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
        if let (found, expected) = Self.discontinuityDifference(of: own, from: its) {
            differences.append(
                (
                    "the discontinuity sequence number \(expected) of \(other.name) at one date",
                    "\(found)"
                ))
        }
        if !differences.isEmpty { different.insert(url) }
        return differences.map {
            LintFinding(
                .renditions, in: name, at: instant, expected: $0.expected, found: $0.found)
        }
    }

    /// Returns the differing discontinuity sequence numbers of a segment in two playlists.
    ///
    /// The segment is the newest to which both playlists give the same date. `nil` if the numbers
    /// are equal, or there is no such segment.
    private static func discontinuityDifference(
        of own: MediaPlaylist, from other: MediaPlaylist
    ) -> (found: Int, expected: Int)? {
        for segment in own.segments.reversed() {
            guard let date = segment.programDateTime?.millisecondsSince1970 else { continue }
            let twin = other.segments.last { candidate in
                let distance = candidate.programDateTime.map {
                    $0.millisecondsSince1970.subtractingReportingOverflow(date)
                }
                return distance.map { !$0.overflow && $0.partialValue.magnitude <= dateTolerance }
                    ?? false
            }
            guard let twin else { continue }
            return twin.discontinuitySequence == segment.discontinuitySequence
                ? nil : (segment.discontinuitySequence, twin.discontinuitySequence)
        }
        return nil
    }
}

/// The progress of a playlist: its last segment or partial segment.
private struct Progress: Equatable, Comparable {
    /// The media sequence number.
    let sequence: Int
    /// The index of the partial segment; `nil` where it is not stated.
    let part: Int?

    init(sequence: Int, part: Int?) {
        self.sequence = sequence
        self.part = part
    }

    /// Creates the progress of a playlist; `nil` for a playlist without segments.
    init?(_ playlist: MediaPlaylist) {
        guard let last = playlist.segments.last else { return nil }
        let end = playlist.sequenceNumbers.upperBound
        let open = playlist.trailingParts.count
        sequence = open > 0 ? end : end - 1
        part = open > 0 ? open - 1 : last.parts.isEmpty ? nil : last.parts.count - 1
    }

    /// Returns whether the first progress is earlier.
    ///
    /// Within the same segment, the partial segments are compared only where both values state an
    /// index.
    static func < (lhs: Progress, rhs: Progress) -> Bool {
        if lhs.sequence != rhs.sequence { return lhs.sequence < rhs.sequence }
        guard let own = lhs.part, let other = rhs.part else { return false }
        return own < other
    }

    var words: String {
        "LAST-MSN \(sequence)" + (part.map { ", LAST-PART \($0)" } ?? "")
    }
}
