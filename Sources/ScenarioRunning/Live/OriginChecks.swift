import HeadlessPlayback
import Linting
import LiveOrigin
import Playlists
import Presentation
import Sessions
import Transport
import VirtualTime

/// Checks the responses that a session received from a broadcast against the rules for origins.
///
/// `playctl watch` checks the same rules. Responses that a fault of the scenario has changed do
/// not show the behaviour of the origin, and are not checked.
struct OriginChecks {
    /// The responses of one rendition.
    struct Line {
        /// The name of the rendition.
        let name: String
        /// The location of the rendition's playlist.
        let url: String
        /// The location of the newest response after redirects; `nil` if there was no redirect.
        var base: String?
        /// Whether the rendition has subtitles.
        let isText: Bool
        fileprivate var watch: PlaylistWatch
        /// The start of the last playlist request that was checked; `nil` before the first check.
        fileprivate var start: Instant?
        /// The start of the request for the newest version of the playlist.
        fileprivate var newest = Instant.start
        /// The end of the last playlist request that was checked.
        fileprivate var end = Instant.start
        /// Whether the session may have a version of the playlist that the origin did not send.
        fileprivate var isTainted = false
        /// The number of rules that the watches had checked when `examined` was last updated.
        fileprivate var examinedCount = 0

        /// Creates the record of a rendition that has no responses yet.
        init(_ name: String, at url: String, isText: Bool) {
            self.name = name
            self.url = url
            self.isText = isText
            watch = PlaylistWatch(name, followsPlayer: true)
        }

        /// The newest version of the playlist; `nil` before a version has arrived.
        var playlist: MediaPlaylist? { watch.playlist }
    }

    /// A load of a media playlist, with its result.
    struct Load {
        /// The instant of the request.
        let start: Instant
        /// The instant at which the outcome of the load was known.
        let end: Instant
        let directives: ReloadDirectives
        let reading: RequestReading
    }

    /// A breach of a rule.
    struct Breach {
        let finding: Linting.LintFinding
        /// The declaration that explains the breach; `nil` if no declaration explains it.
        let reason: String?
    }

    /// The rules for origins that a run checks; decryption and preload hints are excepted.
    ///
    /// The two exceptions need no check of their own, because the session itself decrypts the media
    /// and requests the hinted parts.
    static let rules = LintRule.origin.filter { $0 != .decryption && $0 != .hints }
    /// The maximum number of unexplained breaches of a rule that are kept.
    ///
    /// Of the explained breaches of a rule, only the first one is kept.
    private static let most = 1000

    /// The breaches, in the order in which they were found.
    private(set) var breaches: [Breach] = []
    /// The rules that were checked at least once.
    private(set) var examined: Set<LintRule> = []
    private var counts: [LintRule: (explained: Int, open: Int)] = [:]
    private var comparison: BroadcastWatch
    /// Whether any media was received.
    private var hasMedia = false
    private let reasons: [DeclaredReason]

    /// Creates the checks of a broadcast.
    ///
    /// - Parameters:
    ///   - reasons: The declarations that explain breaches.
    ///   - comparison: The watch that compares the playlists of the broadcast with each other.
    init(_ reasons: [DeclaredReason], comparison: BroadcastWatch = BroadcastWatch()) {
        self.reasons = reasons
        self.comparison = comparison
    }

    /// Checks a response against the rules for origins.
    ///
    /// - Parameters:
    ///   - request: The request; requests are passed in the order of their starts.
    ///   - name: The name of the resource in the folder of its rendition.
    ///   - reading: The response.
    ///   - line: The rendition.
    ///   - whole: For a delta update, the complete playlist that replaces it; `nil` for other
    ///     resources.
    mutating func take(
        _ request: RequestRecord, _ name: Substring, _ reading: RequestReading?,
        of line: inout Line, whole: MediaPlaylist?
    ) {
        switch request.kind {
        case .mediaPlaylist: takePlaylist(request, reading, of: &line, whole)
        case .segment, .subtitle: takeMedia(request, name, reading, of: line)
        default: break
        }
    }

    // MARK: Playlists

    private mutating func takePlaylist(
        _ request: RequestRecord, _ reading: RequestReading?, of line: inout Line,
        _ whole: MediaPlaylist?
    ) {
        guard let end = request.end, let reading else { return }
        guard request.fault == nil else {
            line.isTainted = true
            return
        }
        judge(
            Load(
                start: request.start, end: end, directives: ReloadDirectives(of: request.url),
                reading: reading),
            of: &line, whole: whole)
    }

    /// Checks a load of a playlist against the rules for origins.
    ///
    /// - Parameters:
    ///   - load: The load; loads are passed in the order of their starts.
    ///   - line: The rendition.
    ///   - whole: The complete playlist that replaces a delta update.
    mutating func judge(_ load: Load, of line: inout Line, whole: MediaPlaylist?) {
        // If two loads overlap, the order of the versions that they return is not defined.
        guard load.start >= line.end else { return }
        let step: PlaylistWatch.Step
        switch load.reading {
        case .playlist(var playlist, let held):
            // Another check compares the merged delta update with the complete playlist.
            if playlist.skipped != nil {
                guard let full = whole else { return }
                playlist = full
            }
            line.watch.follow(load.directives, at: load.start)
            step = line.watch.take(playlist, at: load.end, sentAt: held ?? load.start)
        case .failure(let error, let held):
            // A failure without an HTTP status is caused by the network, not by the origin.
            guard let status = error.status else { return }
            line.watch.follow(load.directives, at: load.start)
            step = line.watch.fail(status: status, "\(error)", at: held ?? load.start)
        }
        var findings = step.findings
        if step.hasNewVersion, let playlist = line.watch.playlist {
            findings += comparison.take(
                playlist, at: line.url, base: line.base, named: line.name, isText: line.isText,
                after: line.start, at: load.end)
            line.newest = load.start
        }
        let count = line.watch.examined.count + comparison.examined.count
        if count != line.examinedCount {
            line.examinedCount = count
            examined.formUnion(line.watch.examined)
            examined.formUnion(comparison.examined)
        }
        let fault = line.isTainted ? "the fault of an earlier response" : nil
        for finding in findings { add(finding, since: line.start ?? load.start, fault) }
        line.start = load.start
        line.end = load.end
        line.isTainted = false
    }

    // MARK: Media

    private mutating func takeMedia(
        _ request: RequestRecord, _ name: Substring, _ reading: RequestReading?, of line: Line
    ) {
        guard line.playlist != nil, request.fault == nil else { return }
        guard case .failure(let error, _)? = reading, error.status != nil else {
            if case .received = request.outcome { receiveMedia() }
            return
        }
        refuseMedia(
            "\(name)", "\(error)", at: request.start, of: line, isListed: { $0 == name })
    }

    /// Records that media was received, so that the availability rule counts as checked.
    mutating func receiveMedia() {
        guard !hasMedia else { return }
        hasMedia = true
        examined.insert(.availability)
    }

    /// Checks whether an origin was permitted to refuse a request for media.
    ///
    /// - Parameters:
    ///   - name: The name of the resource.
    ///   - error: The refusal in words.
    ///   - start: The instant of the request.
    ///   - line: The rendition.
    ///   - isListed: Returns whether a location in the playlist is the location of the resource.
    mutating func refuseMedia(
        _ name: String, _ error: String, at start: Instant, of line: Line,
        isListed: (String) -> Bool
    ) {
        guard let playlist = line.playlist,
            let duration = playlist.duration(ofListed: isListed)
        else { return }
        // A segment stays available for its own duration, plus the duration of the playlist, after
        // it is removed from the playlist.
        let presence = Duration(playing: duration + playlist.duration, at: .normal)
        guard start < line.newest.advanced(by: presence) else { return }
        examined.insert(.availability)
        add(
            Linting.LintFinding(
                .availability, in: line.name, at: start,
                expected: "the segment \(name)", found: error),
            since: line.newest)
    }

    private mutating func add(
        _ finding: Linting.LintFinding, since start: Instant, _ fault: String? = nil
    ) {
        examined.insert(finding.rule)
        let reason =
            fault
            ?? reasons.first { reason in
                reason.rules.contains(finding.rule)
                    && reason.period.overlaps(start...max(start, finding.instant))
            }?.words
        let count = counts[finding.rule] ?? (0, 0)
        if reason == nil {
            counts[finding.rule] = (count.explained, count.open + 1)
            guard count.open < Self.most else { return }
        } else {
            counts[finding.rule] = (count.explained + 1, count.open)
            guard count.explained < 1 else { return }
        }
        breaches.append(Breach(finding: finding, reason: reason))
    }

    /// Returns how many breaches of a rule the scenario explains, and how many it does not.
    ///
    /// The numbers include the breaches that are not kept.
    func count(of rule: LintRule) -> (explained: Int, open: Int) { counts[rule] ?? (0, 0) }
}

extension MediaPlaylist {
    /// Returns the duration of a listed segment or part; `nil` if it is not listed or is a gap.
    fileprivate func duration(ofListed isWanted: (String) -> Bool) -> MediaTime? {
        func part(in parts: [PartialSegment]) -> MediaTime? {
            parts.first { !$0.isGap && isWanted($0.uri) }?.duration
        }
        if let known = part(in: trailingParts) { return known }
        for segment in segments.reversed() {
            if !segment.isGap, isWanted(segment.uri) { return segment.duration }
            if let known = part(in: segment.parts) { return known }
        }
        return nil
    }
}
