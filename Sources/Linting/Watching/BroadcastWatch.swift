package import Playlists
package import VirtualTime

/// A watch that compares the playlists of one live broadcast with each other.
package struct BroadcastWatch: Equatable, Sendable {
    /// The newest version of a playlist.
    private struct Version: Equatable {
        var playlist: MediaPlaylist
        let isText: Bool
        let name: String
        /// The instant at which this version arrived, or at which the playlist ended.
        var instant: Instant
        /// The progress of the playlist in its latest versions, in the order of their arrival.
        var history: [Milestone] = []
        /// The arrival of the first version whose last segment has the number `discontinuity`.
        var discontinuityStart: Instant
        var hasEnded = false
        /// Whether the end of the playlist was reported as a breach.
        var isEndReported = false

        /// The discontinuity sequence number of the last segment; `nil` without segments.
        var discontinuity: Int? { playlist.segments.last?.discontinuitySequence }
    }

    /// The progress of a playlist at an instant.
    private struct Milestone: Equatable {
        let progress: Progress
        let instant: Instant
    }

    /// The progress of a playlist, as a rendition report in another playlist states it.
    private struct Claim: Equatable {
        let progress: Progress
        /// The name of the playlist that contains the rendition report.
        let name: String
        /// The instant at which the report arrived.
        let instant: Instant
    }

    /// The largest accepted difference in milliseconds between a segment's dates in two renditions.
    private static let dateTolerance = Int64(500)
    /// The maximum number of locations that are kept from the rendition reports of one playlist.
    private static let mostTargets = 64
    /// The maximum number of stored claims of rendition reports about one playlist.
    ///
    /// Further claims are not stored until these claims have been compared with the playlist.
    private static let mostClaims = 64
    /// The maximum number of versions whose progress is stored for one playlist.
    private static let mostMilestones = 256
    /// The maximum number of stored redirects, and of playlists about which claims are stored.
    private static let mostAliases = 256
    /// The time, in target durations, for which other playlists may continue after one has ended.
    private static let longestRest = 3
    /// The time for which two playlists may have different discontinuity sequence numbers.
    ///
    /// The time is in target durations. The numbers of the last segments are compared.
    private static let longestDiscord = 6

    /// The rules that have been checked at least once.
    package private(set) var examined: Set<LintRule> = []
    /// The checked rules of each playlist, by the name of the playlist.
    private var examinedByName: [String: Set<LintRule>] = [:]
    private var versions: [String: Version] = [:]
    /// The claims of rendition reports that are not yet compared, by the described playlist.
    ///
    /// The claims about each playlist are in the order of the progress that they state.
    private var claims: [String: [Claim]] = [:]
    /// The absolute locations of the URIs in rendition reports, by reporting playlist and by URI.
    private var targets: [String: [String: String]] = [:]
    /// The original locations of redirected playlists, by their locations after redirects.
    private var aliases: [String: String] = [:]
    /// The locations of all playlists of the broadcast; empty if they are not known.
    private let playlists: Set<String>
    /// The wrong locations that findings already reported, by the playlist with the report.
    private var strange: [String: Set<String>] = [:]
    /// The playlists that were already reported to differ from other playlists.
    private var different: Set<String> = []

    /// Creates a watch that has received no playlist.
    ///
    /// - Parameter playlists: The locations of all playlists of the broadcast; empty if they are
    ///   not known.
    package init(of playlists: Set<String> = []) {
        self.playlists = Set(playlists.map(Self.withoutQuery))
    }

    /// Creates a watch that has received only the multivariant playlist of the broadcast.
    ///
    /// - Parameters:
    ///   - list: The multivariant playlist.
    ///   - location: The location of `list` after redirects.
    package init(of list: MultivariantPlaylist, at location: String) {
        let uris =
            (list.variants + list.iFrameVariants).map(\.uri) + list.renditions.compactMap(\.uri)
        self.init(of: Set(uris.map { URIReference.resolve($0, against: location) }))
    }

    /// Returns a location without its query, which may contain a token of the viewer.
    private static func withoutQuery(_ location: String) -> String {
        String(location.prefix { $0 != "?" })
    }

    /// Compares a version of a playlist with the versions of the other playlists.
    ///
    /// - Parameters:
    ///   - playlist: The version, without skipped segments.
    ///   - url: The absolute location of the playlist.
    ///   - base: The location after redirects, to which references in the playlist are relative;
    ///     `nil` if it is `url`.
    ///   - name: The name of the playlist in findings.
    ///   - isText: Whether the playlist contains subtitles.
    ///   - earlier: The instant of the latest request that was answered with an older version of
    ///     this playlist. The server made `playlist` after that instant. `nil` when there was no
    ///     such request.
    ///   - instant: The instant at which the version arrived.
    /// - Returns: The breaches.
    package mutating func take(
        _ playlist: MediaPlaylist, at url: String, base: String? = nil, named name: String,
        isText: Bool, after earlier: Instant?, at instant: Instant
    ) -> [LintFinding] {
        if let base, base != url {
            if aliases.count >= Self.mostAliases { aliases = [:] }
            aliases[base] = url
        }
        keep(playlist, at: url, named: name, isText, instant)
        var findings = compare(playlist, at: url, named: name, isText, instant)
        findings += judgeEnds(against: playlist, at: url, after: earlier, instant)
        findings += judgeClaim(on: playlist, at: url, named: name, after: earlier, instant)
        for report in playlist.renditionReports {
            guard let last = report.lastMediaSequence else { continue }
            let reported = Progress(sequence: last, part: report.lastPart)
            let target = target(of: report, at: url, base ?? url)
            // The reports of a redirected playlist may name redirected locations of other
            // playlists. The watch may not know these locations yet, so it accepts unknown
            // locations in such reports.
            let isStrange =
                target == url
                || (base ?? url) == url && !playlists.isEmpty
                    && !playlists.contains(Self.withoutQuery(target))
            guard !isStrange else {
                findings += judge(strange: report, of: target, in: url, named: name, instant)
                continue
            }
            keep(Claim(progress: reported, name: name, instant: instant), about: target)
            guard let earlier, let other = versions[target],
                let known = other.history.last(where: { $0.instant <= earlier })?.progress
            else { continue }
            note(.reports, in: name)
            // The server had published `known` before it made this playlist, so a report with less
            // progress is outdated.
            guard reported < known else { continue }
            findings.append(
                LintFinding(
                    .reports, in: name, at: instant,
                    expected: "\(known.words) or later of \(other.name)", found: reported.words))
        }
        return findings
    }

    /// Returns the rules that have been checked at least once in a playlist.
    package func examined(in name: String) -> Set<LintRule> { examinedByName[name] ?? [] }

    private mutating func note(_ rule: LintRule, in name: String) {
        examined.insert(rule)
        examinedByName[name, default: []].insert(rule)
    }

    /// Returns the absolute location of the playlist that a rendition report describes.
    private mutating func target(
        of report: RenditionReport, at url: String, _ base: String
    ) -> String {
        let resolved = targets[url]?[report.uri] ?? URIReference.resolve(report.uri, against: base)
        let target = aliases[resolved] ?? resolved
        // A redirect may lead to a different server each time, so the location is not stored.
        guard base == url else { return target }
        if targets[url]?[report.uri] != nil { return target }
        // A server may report new locations in each version, so the number of stored locations is
        // limited.
        if targets[url, default: [:]].count >= Self.mostTargets { targets[url] = [:] }
        targets[url, default: [:]][report.uri] = resolved
        return target
    }

    /// Stores a version of a playlist, and the progress of that version.
    private mutating func keep(
        _ playlist: MediaPlaylist, at url: String, named name: String, _ isText: Bool,
        _ instant: Instant
    ) {
        var version =
            versions[url]
            ?? Version(
                playlist: playlist, isText: isText, name: name, instant: instant,
                discontinuityStart: instant)
        let former = version.discontinuity
        version.playlist = playlist
        if version.discontinuity != former { version.discontinuityStart = instant }
        if !playlist.hasEndList || !version.hasEnded { version.instant = instant }
        version.hasEnded = playlist.hasEndList
        if let progress = Progress(playlist) {
            if version.history.count >= Self.mostMilestones { version.history.removeFirst() }
            version.history.append(Milestone(progress: progress, instant: instant))
        }
        versions[url] = version
    }

    /// Stores a claim if it states more progress than all stored claims about the same playlist.
    ///
    /// Reports may name any number of locations, so claims about further playlists are not stored
    /// once ``mostAliases`` playlists have claims.
    private mutating func keep(_ claim: Claim, about target: String) {
        let own = claims[target] ?? []
        guard own.count < Self.mostClaims, own.last.map({ $0.progress < claim.progress }) ?? true,
            !own.isEmpty || claims.count < Self.mostAliases
        else { return }
        claims[target, default: []].append(claim)
    }

    /// Returns a finding about a rendition report that does not refer to another known playlist.
    ///
    /// Each location is reported only once.
    private mutating func judge(
        strange report: RenditionReport, of target: String, in url: String, named name: String,
        _ instant: Instant
    ) -> [LintFinding] {
        let isOwn = target == url
        guard strange[url]?.count ?? 0 < Self.mostTargets,
            strange[url, default: []].insert(report.uri).inserted
        else { return [] }
        note(.reports, in: name)
        return [
            LintFinding(
                .reports, in: name, at: instant,
                expected: "a report of another playlist of the broadcast",
                found: isOwn ? "one of \(report.uri), which is this playlist" : report.uri,
                ofAsset: isOwn ? WatchedRules.ownReports : nil)
        ]
    }

    /// Detects playlists that ended although another playlist continues with new segments.
    private mutating func judgeEnds(
        against playlist: MediaPlaylist, at url: String, after earlier: Instant?,
        _ instant: Instant
    ) -> [LintFinding] {
        guard let earlier, !playlist.hasEndList, versions[url]?.isText == false else { return [] }
        let target = Duration(
            playing: (playlist.targetDuration ?? .seconds(10)) * Self.longestRest, at: .normal)
        var findings: [LintFinding] = []
        for key in versions.keys.sorted() where key != url {
            guard let other = versions[key], other.hasEnded, !other.isText, !other.isEndReported,
                other.instant.advanced(by: target) <= earlier,
                hasNewSegments(playlist, at: url, since: other.instant),
                Self.isAfter(playlist, other.playlist)
            else { continue }
            versions[key]?.isEndReported = true
            note(.renditions, in: other.name)
            findings.append(
                LintFinding(
                    .renditions, in: other.name, at: instant,
                    expected: "no end while \(versions[url]?.name ?? url) has new segments",
                    found: "EXT-X-ENDLIST"))
        }
        return findings
    }

    /// Compares a playlist with the progress that earlier rendition reports stated for it.
    ///
    /// Only claims that arrived no later than `earlier` are compared, because the playlist was made
    /// after that instant.
    private mutating func judgeClaim(
        on playlist: MediaPlaylist, at url: String, named name: String, after earlier: Instant?,
        _ instant: Instant
    ) -> [LintFinding] {
        guard let earlier, let known = claims[url],
            case let count = known.prefix(while: { $0.instant <= earlier }).count, count > 0,
            let found = Progress(playlist), !playlist.hasEndList
        else { return [] }
        // The last claim has the furthest progress.
        let claim = known[count - 1]
        note(.reports, in: claim.name)
        claims[url] = count < known.count ? Array(known.dropFirst(count)) : nil
        guard found < claim.progress else { return [] }
        return [
            LintFinding(
                .reports, in: claim.name, at: instant,
                expected: "no report of \(name) beyond \(found.words)",
                found: claim.progress.words)
        ]
    }

    /// Returns whether a playlist has segments or parts that it did not have at an instant.
    private func hasNewSegments(
        _ playlist: MediaPlaylist, at url: String, since instant: Instant
    ) -> Bool {
        let history = versions[url]?.history ?? []
        let former = history.last { $0.instant <= instant } ?? history.first
        guard let former, let progress = Progress(playlist) else { return false }
        return former.progress < progress
    }

    /// Returns whether the dates of a playlist continue after the end of another playlist.
    ///
    /// The result is `true` if either playlist has no dates.
    private static func isAfter(_ playlist: MediaPlaylist, _ ended: MediaPlaylist) -> Bool {
        guard let date = playlist.endDate, let end = ended.endDate else { return true }
        let (distance, overflow) = date.subtractingReportingOverflow(end)
        return !overflow && distance > dateTolerance
    }

    /// Compares a playlist with one other playlist of video or audio.
    ///
    /// An I-frame playlist may have a different target duration (rfc8216bis, section 6.2.4).
    private mutating func compare(
        _ playlist: MediaPlaylist, at url: String, named name: String, _ isText: Bool,
        _ instant: Instant
    ) -> [LintFinding] {
        guard !isText, !different.contains(url) else { return [] }
        var first: String?
        for (key, version) in versions
        where key != url && !version.isText && !version.playlist.isIFramesOnly {
            if first.map({ key < $0 }) ?? true { first = key }
        }
        guard let first, let other = versions[first], let current = versions[url] else {
            return []
        }
        var differences: [(expected: String, found: String)] = []
        func words(_ time: MediaTime?) -> String { time.map { "\($0) s" } ?? "none" }
        func words(_ type: MediaPlaylist.Kind?) -> String { type?.rawValue ?? "none" }
        let (own, its) = (playlist, other.playlist)
        if !own.isIFramesOnly, own.targetDuration != its.targetDuration {
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
        // The discontinuities of I-frame playlists are not compared: an I-frame just before a
        // discontinuity has nearly the same date as the segment after the discontinuity, and could
        // be mistaken for that segment.
        if own.isIFramesOnly || !Self.hasDiscontinuity(own) && !Self.hasDiscontinuity(its) {
            note(.renditions, in: name)
        } else if let numbers = Self.discontinuities(of: own, and: its)
            ?? Self.lastDiscontinuities(of: current, and: other)
        {
            note(.renditions, in: name)
            if numbers.found != numbers.expected {
                differences.append(
                    (
                        "the discontinuity sequence number \(numbers.expected) of \(other.name)"
                            + " \(numbers.place)",
                        "\(numbers.found)"
                    ))
            }
        }
        if !own.hasEndList, !its.hasEndList, isCurrent(other, at: instant),
            let distance = own.distance(toDatesOf: its)
        {
            differences.append(
                ("dates of the same time as in \(other.name)", "dates \(distance) s away"))
        }
        if !differences.isEmpty { different.insert(url) }
        return differences.map {
            LintFinding(
                .renditions, in: name, at: instant, expected: $0.expected, found: $0.found)
        }
    }

    /// Returns whether a version can be compared with a playlist received now.
    ///
    /// The version must not be older than three target durations.
    private func isCurrent(_ version: Version, at instant: Instant) -> Bool {
        let target = version.playlist.targetDuration ?? .seconds(10)
        return version.instant.duration(to: instant)
            <= Duration(playing: target * Self.longestRest, at: .normal)
    }

    private static func hasDiscontinuity(_ playlist: MediaPlaylist) -> Bool {
        playlist.discontinuitySequence > 0
            || playlist.segments.contains(where: \.startsDiscontinuity)
    }

    /// Returns the discontinuity sequence numbers of one segment in two playlists.
    ///
    /// The segment is the newest one to which both playlists give the same date, within a
    /// tolerance. The result is `nil` if there is no such segment.
    private static func discontinuities(
        of own: MediaPlaylist, and other: MediaPlaylist
    ) -> (found: Int, expected: Int, place: String)? {
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
            return (segment.discontinuitySequence, twin.discontinuitySequence, "at one date")
        }
        return nil
    }

    /// Returns the discontinuity sequence numbers of the last segments of two playlists.
    ///
    /// One playlist may list a discontinuity somewhat later than the other one. The result is
    /// therefore `nil` unless both numbers have been the same for a while.
    private static func lastDiscontinuities(
        of own: Version, and other: Version
    ) -> (found: Int, expected: Int, place: String)? {
        guard let found = own.discontinuity, let expected = other.discontinuity else { return nil }
        let start = max(own.discontinuityStart, other.discontinuityStart)
        let target = max(
            own.playlist.targetDuration ?? .seconds(10),
            other.playlist.targetDuration ?? .seconds(10))
        let limit = Duration(playing: target * longestDiscord, at: .normal)
        guard start.duration(to: min(own.instant, other.instant)) >= limit else { return nil }
        return (found, expected, "at the live edge")
    }
}

/// The progress of a playlist: its last segment or partial segment.
private struct Progress: Equatable, Comparable {
    /// The media sequence number.
    let sequence: Int
    /// The index of the partial segment; `nil` if no partial segment is stated.
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

    /// Returns whether the left progress comes before the right progress.
    ///
    /// Values with the same segment are compared by their partial segments. The result is `false`
    /// if either value states no partial segment.
    static func < (lhs: Progress, rhs: Progress) -> Bool {
        if lhs.sequence != rhs.sequence { return lhs.sequence < rhs.sequence }
        guard let own = lhs.part, let other = rhs.part else { return false }
        return own < other
    }

    var words: String {
        "LAST-MSN \(sequence)" + (part.map { ", LAST-PART \($0)" } ?? "")
    }
}
