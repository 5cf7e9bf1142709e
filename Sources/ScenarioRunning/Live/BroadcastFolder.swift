import Formats
import HeadlessPlayback
import LiveOrigin
import Playlists
import Presentation
import Sessions
import Transport

/// The playlists of one rendition that a player has received, derived from the player's requests.
///
/// For each playlist request, the simulated origin creates the same response again. Each request
/// is checked against the playlists that the player had received when it made the request.
struct BroadcastFolder {
    /// The number of playlist requests within one target duration that counts as a defect.
    ///
    /// Reloads need fewer requests. One further request is permitted, because a player may select
    /// the rendition again.
    private static let mostRequests = 4

    /// A playlist that a player has received.
    private struct Version {
        let end: Instant
        let key: (generation: Int, sequence: Int)
        let targetDuration: MediaTime

        /// The complete playlist, in which no segments are skipped.
        let playlist: MediaPlaylist
        /// The instant at which the player requested the playlist.
        let start: Instant

        init?(_ playlist: MediaPlaylist, from start: Instant, at end: Instant) {
            guard let last = playlist.segments.last else { return nil }
            self.playlist = playlist
            self.start = start
            self.end = end
            key = Self.key(of: last.uri[...])
            targetDuration = playlist.targetDuration ?? .zero
        }

        /// Returns whether the playlist lists a segment or part, or announces it in a preload hint.
        func lists(_ name: Substring) -> Bool {
            if playlist.preloadHints.contains(where: { $0.uri == name })
                || playlist.trailingParts.contains(where: { !$0.isGap && $0.uri == name })
            {
                return true
            }
            // The search starts at the end, because most requests are for one of the newest
            // segments.
            return playlist.segments.reversed().contains { segment in
                !segment.isGap && segment.uri == name
                    || segment.parts.contains { !$0.isGap && $0.uri == name }
            }
        }

        /// Returns the sort key of a segment name.
        ///
        /// The key is the number of resets of the media sequence numbers before the segment, and
        /// the number of the segment.
        static func key(of name: Substring) -> (generation: Int, sequence: Int) {
            var key = (generation: 0, sequence: 0)
            var isFirst = true
            let end = name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
            var rest = name.utf8[..<end]
            while !rest.isEmpty {
                let piece = rest.prefix { $0 != UInt8(ascii: "-") }
                rest = rest[piece.endIndex...].dropFirst()
                guard let letter = piece.first else { continue }
                guard isFirst || letter == UInt8(ascii: "g") else { continue }
                let digits = piece.dropFirst().prefix { $0 != UInt8(ascii: ".") }
                let number = Int(Substring(digits)) ?? 0
                if isFirst { key.sequence = number }
                if letter == UInt8(ascii: "g") {
                    key.generation = number
                    break
                }
                isFirst = false
            }
            return key
        }
    }

    /// A playlist response that the player has not received yet.
    private struct Answer {
        let playlist: MediaPlaylist
        /// The complete playlist of the origin, in which no segments are skipped.
        let whole: MediaPlaylist
        let request: RequestRecord
        let end: Instant
        /// Whether the player received the origin's playlist, unchanged by a fault.
        let isKnown: Bool
    }

    private let origin: LiveOrigin
    private let tuning: LiveTuning
    /// The responses that the player has not received yet, in the order of their requests.
    private var pending: [Answer] = []
    private var newest: Version?
    /// The newest version of the playlist that arrived at an earlier instant than `newest`.
    private var previous: Version?
    private var ordinal = 0
    private var starts: [Instant] = []
    /// The segment that was requested last.
    private var latest: (key: (generation: Int, sequence: Int), name: Substring, start: Instant)?
    /// Whether no segment was requested that follows the segment of the request before it.
    private var isAtStart = true
    private var pace: FolderPace
    /// The origin's complete playlist for the request answered last; `nil` before the first answer.
    private(set) var whole: MediaPlaylist?
    /// Whether a fault has made the content of the player's newest playlist unknown to the checks.
    private var isUnknown = false
    /// Whether the newest playlist is a delta update of a playlist that is unknown to the checks.
    ///
    /// The player may have merged the update with its own playlist. If the player could merge it,
    /// the content is known again when the next response arrives.
    private var isSettling = false

    /// The folder relative to the origin, with a slash at its end.
    private let folder: String

    /// Creates a folder without any received playlist.
    ///
    /// - Parameters:
    ///   - origin: The origin of the broadcast.
    ///   - folder: The folder relative to the origin, with a slash at its end.
    ///   - tuning: The behaviour of the player in broadcasts.
    ///   - requests: The player's rules for the order of requests.
    init(
        _ origin: LiveOrigin, _ folder: String, _ tuning: LiveTuning, _ requests: RequestRules
    ) {
        self.origin = origin
        self.folder = folder
        self.tuning = tuning
        pace = FolderPace(tuning, requests)
    }

    /// The end of a playlist, as a programme time.
    struct ProgrammeEnd {
        let time: MediaTime
        /// The total duration of the listed parts of the last segment, which is not complete yet.
        let open: MediaTime
        /// The instant at which the playlist was received.
        let received: Instant
    }

    /// The programme time at the end of the newest playlist; `nil` when it is unknown.
    var programmeEnd: ProgrammeEnd? {
        guard !isUnknown, let newest, let last = newest.playlist.segments.last,
            let start = origin.programmePlace(of: folder + last.uri)?.time
        else { return nil }
        let open = newest.playlist.trailingParts.reduce(MediaTime.zero) { $0 + $1.duration }
        return ProgrammeEnd(time: start + last.duration, open: open, received: newest.end)
    }

    /// Discards the received playlists and the segment requests, because the app was relaunched.
    mutating func relaunch() {
        pending = []
        newest = nil
        previous = nil
        latest = nil
        isAtStart = true
        starts = []
        pace.forget()
    }

    /// Processes the end of the run.
    ///
    /// - Parameters:
    ///   - instant: The last instant at which the playlist was needed.
    ///   - freedom: Returns the freedom of the player from the reload schedule since an instant.
    ///   - turns: The periods in which a request waits for other requests of the player.
    ///   - defects: Receives the defects.
    mutating func end(
        at instant: Instant, freedom: (Instant) -> PaceLeeway.Freedom, _ turns: RequestTurns,
        _ defects: inout RequestDefects
    ) {
        receive(until: instant, &defects)
        guard !isUnknown, pending.isEmpty,
            let defect = pace.defect(without: instant, freedom: freedom, turns)
        else { return }
        defects.paces.append(
            RequestDefects.Found(
                expected: "\(defect.expected) of \(folder)index.m3u8", found: defect.found,
                instant: instant))
    }

    /// Records the next request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - name: The name of the resource within the folder.
    ///   - freedom: Returns the freedom of the player from the reload schedule since an instant.
    ///   - isMoved: Returns whether, since a given instant, the player has had a reason to request
    ///     earlier segments again.
    ///   - turns: The periods in which a request waits for other requests of the player.
    ///   - defects: Receives the defects.
    mutating func take(
        _ request: RequestRecord, name: Substring,
        freedom: (Instant) -> PaceLeeway.Freedom, isMoved: (Instant) -> Bool,
        _ turns: RequestTurns, _ defects: inout RequestDefects
    ) {
        switch request.kind {
        case .mediaPlaylist: takePlaylist(request, name, freedom, turns, &defects)
        case .segment where request.attempt == 1, .subtitle where request.attempt == 1:
            checkOrder(of: request, name, isMoved, &defects)
            takeSegment(request, name, &defects)
        default: break
        }
    }

    private mutating func takePlaylist(
        _ request: RequestRecord, _ name: Substring, _ freedom: (Instant) -> PaceLeeway.Freedom,
        _ turns: RequestTurns, _ defects: inout RequestDefects
    ) {
        // The location relative to the origin, with its query.
        let location = folder + request.url[name.startIndex...]
        let question = OriginRequest(location, ordinal: ordinal)
        ordinal += 1
        checkRate(of: request, &defects)
        receive(until: request.start, &defects)
        checkPace(of: request, freedom, turns, &defects)
        let directives = RequestedDirectives(location)
        if !isUnknown {
            let copies = [newest, newest?.end == request.start ? previous : nil].compactMap { $0 }
            let broken = copies.map {
                directives.breach(
                    of: tuning, after: $0.playlist, age: $0.start.duration(to: request.start))
            }
            if let expected = broken.first ?? nil, !broken.contains(nil) {
                defects.directives.append(
                    RequestDefects.Found(
                        expected: expected, found: PlaceText.lastPart(of: request.url),
                        instant: request.start))
            }
        }
        guard case .received = request.outcome, let end = request.end,
            case let answer = origin.answer(question, arrivingAt: request.start),
            let playlist = answer.mediaPlaylist
        else { return }
        // A merged delta update is compared with the full playlist from which the origin made the
        // update.
        let whole = answer.whole ?? playlist
        self.whole = whole
        pending.append(
            Answer(
                playlist: playlist, whole: whole, request: request, end: end,
                isKnown: !(request.fault?.mayChangePlaylist ?? false)))
    }

    /// Checks that a playlist request comes at a permitted time, and not after EXT-X-ENDLIST.
    private mutating func checkPace(
        of request: RequestRecord, _ freedom: (Instant) -> PaceLeeway.Freedom,
        _ turns: RequestTurns, _ defects: inout RequestDefects
    ) {
        defer { pace.record(request.start) }
        guard !isUnknown, request.attempt == 1 else { return }
        if let defect = pace.defect(at: request.start, freedom: freedom, turns) {
            defects.paces.append(
                RequestDefects.Found(
                    expected: "\(defect.expected) of \(folder)index.m3u8", found: defect.found,
                    instant: request.start))
        }
        if let newest, newest.playlist.hasEndList, freedom(newest.start) == .none {
            defects.afterEnd.append(
                RequestDefects.Found(
                    expected: "no request for \(folder)index.m3u8 after EXT-X-ENDLIST",
                    found: "one at \(request.start)", instant: request.start))
        }
    }

    /// Checks that a playlist request does not follow earlier playlist requests too closely.
    private mutating func checkRate(of request: RequestRecord, _ defects: inout RequestDefects) {
        let most = newest.map { mostRequests(after: $0.playlist) } ?? Self.mostRequests
        starts.append(request.start)
        if starts.count > most { starts.removeFirst(starts.count - most) }
        guard starts.count == most, let newest, let first = starts.first else { return }
        let span = Duration(playing: max(newest.targetDuration, .seconds(1)), at: .normal)
        guard first.duration(to: request.start) < span else { return }
        defects.storms.append(
            RequestDefects.Found(
                expected: "less than \(most) requests for"
                    + " \(PlaceText.lastPart(of: request.url)) in \(newest.targetDuration) s",
                found: "\(most) from \(first) to \(request.start)", instant: request.start))
    }

    /// Returns the number of playlist requests within one target duration that counts as a defect.
    ///
    /// For a player that loads parts, the number depends on the duration of the parts.
    private func mostRequests(after playlist: MediaPlaylist) -> Int {
        guard tuning.loadsParts, let part = playlist.partInformation?.targetDuration, part > .zero
        else { return Self.mostRequests }
        let parts = (ReloadPace.target(of: playlist).ticks + part.ticks - 1) / part.ticks
        return 2 + 2 * Int(parts)
    }

    /// Checks that segments are requested in the order of their numbers.
    ///
    /// A player that finds its first segment by timestamps may request one segment after another
    /// backwards, because the position of a playlist without dates is an estimate.
    private mutating func checkOrder(
        of request: RequestRecord, _ name: Substring, _ isMoved: (Instant) -> Bool,
        _ defects: inout RequestDefects
    ) {
        let key = Version.key(of: name)
        defer { latest = (key, name, request.start) }
        guard let latest, key != latest.key else { return }
        guard key < latest.key else { return isAtStart = false }
        if isAtStart, key == (latest.key.generation, latest.key.sequence - 1),
            newest?.playlist.segments.allSatisfy({ $0.programDateTime == nil }) == true
        {
            return
        }
        guard !isMoved(latest.start) else { return }
        defects.order.append(
            RequestDefects.Found(
                expected: "segments of \(folder) in their order, after \(latest.name)",
                found: PlaceText.lastPart(of: request.url), instant: request.start))
    }

    private mutating func takeSegment(
        _ request: RequestRecord, _ name: Substring, _ defects: inout RequestDefects
    ) {
        receive(until: request.start, &defects)
        guard !isUnknown else { return }
        let isListed = newest?.lists(name) ?? false
        // If a playlist arrives at the instant of a segment request, the player may have made the
        // request before the playlist arrived.
        let wasListed =
            newest?.end == request.start && previous?.lists(name) ?? false
        guard !isListed, !wasListed else { return }
        defects.unlisted.append(
            RequestDefects.Found(
                expected: "requests for segments in the newest playlist",
                found: PlaceText.lastPart(of: request.url), instant: request.start))
    }

    private mutating func receive(until instant: Instant, _ defects: inout RequestDefects) {
        while let next = pending.first, next.end <= instant {
            pending.removeFirst()
            take(next, &defects)
        }
    }

    private mutating func take(_ answer: Answer, _ defects: inout RequestDefects) {
        var playlist = answer.playlist
        if isUnknown || !answer.isKnown { return takeUnknown(answer) }
        if playlist.skipped != nil {
            // If a delta update cannot be merged, it is ignored, because the player then loads the
            // full playlist.
            guard let merged = newest.flatMap({ try? $0.playlist.merging(delta: playlist) }) else {
                return
            }
            if !DeltaComparison(
                merged, answer.whole, ignoringLocations: origin.changesLocations
            ).isEqual {
                defects.deltas.append(
                    RequestDefects.Found(
                        expected: "a delta update that is merged into the full playlist",
                        found: PlaceText.lastPart(of: answer.request.url), instant: answer.end))
            }
            playlist = merged
        }
        guard let version = Version(playlist, from: answer.request.start, at: answer.end) else {
            return
        }
        if let newest, version.key < newest.key {
            return pace.receive(
                from: answer.request.start, to: answer.end, newest.playlist, isChanged: false)
        }
        pace.receive(
            from: answer.request.start, to: answer.end, playlist,
            isChanged: newest?.playlist != playlist)
        if newest?.end != version.end { previous = newest }
        newest = version
    }

    /// Processes a response that a fault has changed, or a response that follows such a change.
    ///
    /// The content of the player's playlist is unknown until the next full playlist arrives. If a
    /// delta update arrives first, the content is known only when the next response after the
    /// update arrives: a player that cannot merge the update loads the full playlist immediately.
    private mutating func takeUnknown(_ answer: Answer) {
        pace.forget()
        guard answer.isKnown,
            let version = Version(answer.whole, from: answer.request.start, at: answer.end)
        else {
            (isUnknown, isSettling) = (true, false)
            return
        }
        let isWhole = answer.playlist.skipped == nil
        isUnknown = !isWhole && !isSettling
        isSettling = isUnknown
        if newest?.end != version.end { previous = newest }
        newest = version
    }
}

extension ResourceFault {
    /// Whether a response can still arrive with this fault, and may then have different content.
    fileprivate var mayChangePlaylist: Bool {
        switch self {
        case .hang, .slowBody, .delay, .reset, .wrongKey: false
        case .status, .truncation, .truncationToShare, .zeroedBytes, .stale: true
        }
    }
}
