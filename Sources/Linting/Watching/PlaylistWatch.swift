import Formats
package import Playlists
package import Presentation
package import VirtualTime

/// Checks the versions of one live playlist against the rules for an origin server.
///
/// The watch schedules requests like a player that follows the specification, or receives the
/// requests of a player. It judges each response. It has no clock and makes no requests.
package struct PlaylistWatch: Equatable, Sendable {
    /// The results of judging one response.
    package struct Step: Equatable, Sendable {
        /// The instant of the next request; `nil` when none follows.
        package var next: Instant?
        /// The breaches that were noticed, in order.
        package var findings: [LintFinding] = []
        /// Whether the response contains a new version of the playlist.
        package var hasNewVersion = false
        /// The segments that must be available, each to be checked with a request for its start.
        package var probes: [MediaSegment] = []
        /// The newest part, to be checked with a request for its start.
        ///
        /// The value is `nil` if this version adds no part.
        package var newestPart: NewestPart?
    }

    /// The longest permitted time without a new segment, in half target durations.
    private static let updateHalves = 3
    /// The longest time for which a server may hold a blocking reload, in target durations.
    private static let longestHold = 3
    /// The assumed target duration of a playlist that has never been loaded.
    private static let assumedTarget = MediaTime.seconds(10)
    /// The largest error of a segment's date that counts as a rounding error.
    private static let dateTolerance = MediaTime.milliseconds(500)
    /// The additional error of a date that was rounded to whole seconds.
    private static let dateRounding = MediaTime.milliseconds(500)

    /// The name of the playlist in findings.
    package let name: String
    /// The newest version; `nil` before the first version.
    package private(set) var playlist: MediaPlaylist?
    /// The number of versions, including the first one.
    package private(set) var versionCount = 0
    /// The rules that have been checked, in the order of their first check.
    ///
    /// This is an array because the rules are few. A set would hash the codes of the same rules for
    /// each version.
    package private(set) var examined: [LintRule] = []

    private var reloader: PlaylistReloader
    private var changedAt = Instant.start
    private var issued = Instant.start
    private var directives = ReloadDirectives.none
    private var isLate = false
    /// Whether a player makes the requests; a player may interrupt them for a time.
    private let followsPlayer: Bool
    /// The instant of the latest request with a response; `nil` before the first response.
    private var answered: Instant?
    private var dates = DateSum()
    /// Whether dates seem to be rounded to whole seconds.
    private var hasRoundedDates = false
    /// The media sequence number of the unfinished segment most recently reported as too long.
    private var overlong: Int?
    /// Whether the playlist was requested again after it had ended.
    private var hasConfirmedEnd = false
    /// The version whose preload hints the next version must fulfil; `nil` before any version.
    private var hinting: MediaPlaylist?

    /// Creates a watch over a playlist.
    ///
    /// - Parameters:
    ///   - name: The name of the playlist in reports.
    ///   - followsPlayer: Whether a player makes the requests, with ``follow(_:at:)``.
    package init(_ name: String, followsPlayer: Bool = false) {
        self.name = name
        self.followsPlayer = followsPlayer
        var tuning = LiveTuning(.rfc8216)
        tuning.usesLowLatency = true
        tuning.pace = .lastDuration
        reloader = PlaylistReloader(tuning)
    }

    /// Whether the playlist has ended, so that no newer version follows.
    ///
    /// If no player makes the requests and the playlist ends during the watch, it counts as ended
    /// only after one more request.
    package var hasEnded: Bool { playlist?.hasEndList == true && !awaitsConfirmation }

    /// Whether the playlist has ended, and one more request must confirm the end.
    ///
    /// The value is `false` for a playlist that had ended when it was first loaded, and for a
    /// playlist that a player requests.
    private var awaitsConfirmation: Bool {
        !followsPlayer && versionCount > 1 && !hasConfirmedEnd && playlist?.hasEndList == true
    }

    /// Starts the watch.
    ///
    /// - Returns: The instant of the first request.
    package mutating func start(at instant: Instant) -> Instant? {
        reloader.start(at: instant).next
    }

    /// Records that the due request is made, and returns its delivery directives.
    package mutating func request(at instant: Instant) -> ReloadDirectives {
        issued = instant
        directives = reloader.request(at: instant)
        return directives
    }

    /// Records a request that a player made.
    ///
    /// - Parameters:
    ///   - request: The delivery directives of the request.
    ///   - instant: The instant of the request.
    package mutating func follow(_ request: ReloadDirectives, at instant: Instant) {
        issued = instant
        directives = request
        reloader.request(request, at: instant)
    }

    /// Checks a request that is still unanswered when the watch ends.
    ///
    /// - Parameter instant: The instant at which the watch ends.
    /// - Returns: The breach; `nil` while the response may still be in time.
    package mutating func abandon(at instant: Instant) -> LintFinding? {
        guard reloader.isLoading else { return nil }
        let target = playlist.map(ReloadPace.target(of:)) ?? Self.assumedTarget
        let longest = directives.sequence == nil ? target : target * Self.longestHold
        let wait = MediaTime(elapsed: issued.duration(to: instant), rate: .normal)
        guard wait > longest else { return nil }
        examine(.playlists)
        return LintFinding(
            .playlists, in: name, at: instant, expected: "an answer within \(longest) s",
            found: "none after \(wait) s")
    }

    /// Judges a load that failed.
    ///
    /// - Parameters:
    ///   - status: The HTTP status of the response; `nil` if there was no response.
    ///   - cause: The error as text.
    ///   - instant: The instant of the failure.
    /// - Returns: The next request and the breaches.
    package mutating func fail(status: Int?, _ cause: String, at instant: Instant) -> Step {
        var step = Step()
        // A server may remove a playlist that has ended, so the failure is not a breach.
        if awaitsConfirmation {
            hasConfirmedEnd = true
            _ = reloader.fail(status: status, at: instant)
            return step
        }
        examine(.playlists)
        // The status 503 is not a breach: a server responds with it if it cannot answer a blocking
        // reload in time.
        if directives.sequence == nil || status != 503 {
            step.add(.playlists, name, instant, "the playlist", cause)
        } else if let playlist {
            examine(.blocking)
            let longest = ReloadPace.target(of: playlist) * Self.longestHold
            let held = MediaTime(elapsed: issued.duration(to: instant), rate: .normal)
            if held < longest {
                step.add(
                    .blocking, name, instant, "a refusal after \(longest) s at the earliest",
                    "status 503 after \(held) s")
            }
        }
        step.next = reloader.fail(status: status, at: instant).next
        return step
    }

    /// Judges a received version of the playlist.
    ///
    /// - Parameters:
    ///   - answer: The parsed version.
    ///   - instant: The instant at which it arrived.
    ///   - sent: The instant at which the server sent a response that it had delayed; `nil` if only
    ///     the instant of its arrival is known.
    /// - Returns: The next request, the breaches, and the segments that must be available.
    package mutating func take(
        _ answer: MediaPlaylist, at instant: Instant, sentAt sent: Instant? = nil
    ) -> Step {
        defer { answered = issued }
        let known = playlist
        let confirmsEnd = awaitsConfirmation
        let result = reloader.receive(answer, at: instant)
        var step = Step(next: result.next)
        examine(.playlists)
        if answer.segments.isEmpty, answer.skipped == nil {
            step.add(.playlists, name, instant, "segments", "a playlist without any")
        }
        for notice in result.notices { judge(notice, at: instant, &step) }
        judgeHold(at: sent ?? instant, &step)
        if confirmsEnd { hasConfirmedEnd = true }
        judgeHints(in: answer.skipped == nil ? answer : result.update?.playlist, at: instant, &step)
        guard let update = result.update else {
            judgeSilence(at: instant, &step)
            return step
        }
        versionCount += 1
        step.hasNewVersion = true
        playlist = update.playlist
        let isNewer =
            known?.sequenceNumbers.upperBound != update.playlist.sequenceNumbers.upperBound
        let hasNews = known == nil || isNewer || update.playlist.hasEndList
        // A new segment that a player receives may have been published while the player made no
        // requests. In this case, the time without a new segment is not checked.
        if known != nil, !(hasNews && followsPlayer) { judgeSilence(at: instant, &step) }
        if hasNews {
            changedAt = instant
            isLate = false
        }
        if known != nil { [.edits, .counters, .updates].forEach { examine($0) } }
        judge(update, after: known, at: instant, &step)
        if awaitsConfirmation {
            step.next = instant.advanced(
                by: Duration(playing: ReloadPace.target(of: update.playlist), at: .normal))
        }
        return step
    }

    /// Returns whether the response to the current request must be newer than a known version.
    private func awaitsMore(than playlist: MediaPlaylist) -> Bool {
        guard let sequence = directives.sequence else { return false }
        let end = playlist.sequenceNumbers.upperBound
        guard sequence == end, let part = directives.part else { return sequence >= end }
        return part >= playlist.trailingParts.count
    }

    /// Returns whether a player paused so long that it may have missed some segments.
    ///
    /// The pause is the time between the request for the last response and the current request. If
    /// it is at least as long as the playlist, segments may have been published and removed in
    /// between.
    private func mayHaveMissed(all playlist: MediaPlaylist) -> Bool {
        guard followsPlayer, let answered else { return false }
        return MediaTime(elapsed: answered.duration(to: issued), rate: .normal)
            >= playlist.duration
    }

    private mutating func examine(_ rule: LintRule) {
        if !examined.contains(rule) { examined.append(rule) }
    }
}

// MARK: - Judging responses

extension PlaylistWatch {
    private mutating func judge(_ notice: LiveNotice, at instant: Instant, _ step: inout Step) {
        switch notice {
        case .older:
            examine(.edits)
            step.add(.edits, name, instant, "a version as new as the last one", "an older one")
        case .restart:
            step.add(
                .edits, name, instant, "media sequence numbers that continue",
                "numbers that start again")
        case .unmergedDelta:
            step.add(
                .edits, name, instant, "a delta update of the known version",
                "one that skips unknown segments")
        // An unchanged response is a breach only when the request was for a newer version. A player
        // that returns to a rendition also requests an already known version.
        case .unchangedAnswer where playlist.map(awaitsMore) ?? true:
            step.add(
                .blocking, name, instant, "an answer with a new segment or part",
                "an unchanged playlist")
        case .breach(let breach):
            let words = breach.words
            step.add(breach.rule, name, instant, words.expected, words.found)
        case .failure, .suspectedRestart, .stale, .unchangedLoads, .unchangedAnswer, .empty:
            break
        }
    }

    /// Detects a blocking reload that the server delayed for too long.
    private mutating func judgeHold(at instant: Instant, _ step: inout Step) {
        guard directives.sequence != nil, let playlist else { return }
        examine(.blocking)
        let longest = ReloadPace.target(of: playlist) * Self.longestHold
        let held = MediaTime(elapsed: issued.duration(to: instant), rate: .normal)
        guard held > longest else { return }
        step.add(.blocking, name, instant, "an answer within \(longest) s", "one after \(held) s")
    }

    /// Reports that the server listed no new segment for too long.
    ///
    /// The measured time starts when the latest version with a new segment arrived. It ends when
    /// the response that is being checked was requested. The server is assumed to have published no
    /// newer version before that request.
    private mutating func judgeSilence(at instant: Instant, _ step: inout Step) {
        guard let playlist, versionCount > 0, !isLate, !playlist.hasEndList else { return }
        let target = ReloadPace.target(of: playlist)
        let longest = (target * Self.updateHalves).half
        let silence = MediaTime(elapsed: changedAt.duration(to: issued), rate: .normal)
        guard silence > longest else { return }
        isLate = true
        examine(.updates)
        step.add(
            .updates, name, instant, "a new segment within \(longest) s", "none for \(silence) s")
    }

    // MARK: Segments

    private mutating func judge(
        _ update: LiveUpdate, after known: MediaPlaylist?, at instant: Instant, _ step: inout Step
    ) {
        let newer = update.playlist
        let end = known?.sequenceNumbers.upperBound ?? newer.sequenceNumbers.lowerBound
        let isRestart = newer.sequenceNumbers.upperBound < end
        let added = isRestart ? 0 : max(0, end - newer.sequenceNumbers.lowerBound)
        for index in min(added, newer.segments.count)..<newer.segments.count {
            judgeDurations(newer.segments[index], of: newer, at: instant, &step)
            if index > 0 { judgeDate(index, of: newer, at: instant, &step) }
        }
        judgeUnfinished(newer, at: instant, &step)
        if update.missing > 0, !(known.map(mayHaveMissed) ?? false) {
            step.add(
                .edits, name, instant, "versions that have segments in common",
                "\(update.missing) segments that were never listed")
        }
        if newer.sequenceNumbers.lowerBound > known?.sequenceNumbers.lowerBound ?? .max {
            examine(.window)
        }
        if let last = newer.segments.last, !last.isGap, added < newer.segments.count {
            step.probes.append(last)
        }
        if let newest = newer.newestPart, newest != known?.newestPart { step.newestPart = newest }
        guard let known, !isRestart else { return }
        let removed = newer.sequenceNumbers.lowerBound - known.sequenceNumbers.lowerBound
        if known.segments.indices.contains(removed - 1), !known.segments[removed - 1].isGap {
            step.probes.append(known.segments[removed - 1])
        }
    }

    private mutating func judgeDurations(
        _ segment: MediaSegment, of playlist: MediaPlaylist, at instant: Instant, _ step: inout Step
    ) {
        if let target = playlist.targetDuration {
            examine(.durations)
            // Durations are compared after rounding to seconds.
            if segment.duration >= target + .milliseconds(500) {
                step.add(
                    .durations, name, instant, "segments of \(target) s at most",
                    "\(segment.duration) s: \(segment.uri)")
            }
        }
        guard let target = ReloadPace.partTarget(of: playlist) else { return }
        for (index, part) in segment.parts.enumerated() {
            let isLast = index == segment.parts.count - 1
            let isShort = part.isTooShort(for: target) && !isLast && !part.isGap
            guard part.duration > target || isShort else { continue }
            step.add(
                .durations, name, instant, "parts of \(target) s, or 85 % of it at least",
                "\(part.duration) s: \(part.uri)")
        }
    }

    /// Detects an unfinished segment whose parts are already longer than a segment may be.
    private mutating func judgeUnfinished(
        _ playlist: MediaPlaylist, at instant: Instant, _ step: inout Step
    ) {
        let number = playlist.sequenceNumbers.upperBound
        guard let target = playlist.targetDuration, overlong != number else { return }
        let length = playlist.trailingParts.reduce(MediaTime.zero) { $0 + $1.duration }
        guard length >= target + .milliseconds(500) else { return }
        overlong = number
        step.add(
            .durations, name, instant, "segments of \(target) s at most",
            "\(length) s of parts in the unfinished segment \(number)")
    }

    private mutating func judgeDate(
        _ index: Int, of playlist: MediaPlaylist, at instant: Instant, _ step: inout Step
    ) {
        let (earlier, later) = (playlist.segments[index - 1], playlist.segments[index])
        guard !later.startsDiscontinuity,
            let start = earlier.programDateTime?.millisecondsSince1970,
            let end = later.programDateTime?.millisecondsSince1970
        else { return }
        examine(.dates)
        let (milliseconds, overflow) = end.subtractingReportingOverflow(start)
        let distance = overflow ? MediaTime(ticks: .max) : .milliseconds(milliseconds)
        let error = distance - earlier.duration
        let isRounded =
            start % 1000 == 0 && end % 1000 == 0
            && earlier.duration.isFractional(within: earlier.duration.roundingError)
        if isRounded, !hasRoundedDates {
            hasRoundedDates = true
            dates = DateSum(rounding: Self.dateRounding)
        }
        let most = Self.dateTolerance + (isRounded ? Self.dateRounding : .zero)
        guard max(error, .zero - error) <= most else {
            dates = DateSum(rounding: hasRoundedDates ? Self.dateRounding : .zero)
            step.add(
                .dates, name, instant, "dates \(earlier.duration) s apart",
                "\(distance) s: \(later.uri)")
            return
        }
        // The sum of the durations is not checked in playlists below version 3, because the
        // rounding errors of whole seconds add up.
        guard playlist.version >= 3 else { return }
        let number = playlist.sequenceNumbers.lowerBound + index
        let sum = dates.add(
            start, end, after: earlier.duration, error: earlier.duration.roundingError,
            number: number)
        guard let sum else { return }
        step.add(
            .dates, name, instant,
            "dates \(sum.duration) s apart over \(sum.count) segments",
            "\(sum.distance) s: \(later.uri)")
    }

    // MARK: Hints

    private mutating func judgeHints(
        in version: MediaPlaylist?, at instant: Instant, _ step: inout Step
    ) {
        // If a player makes the requests, hints are not checked here: the player notices a wrong
        // hint when it requests the part.
        guard !followsPlayer, let version else { return }
        let hints = PartHints(of: version)
        if !hints.isEmpty { examine(.hints) }
        let known = hinting
        hinting = version
        // An unchanged version has already been checked.
        if let part = hints.listed, version != known {
            step.add(
                .hints, name, instant, "a hint of a part that is not listed yet", part,
                ofAsset: WatchedRules.listedHints)
        }
        guard let known,
            known.sequenceNumbers.lowerBound <= version.sequenceNumbers.lowerBound,
            let broken = PartHints(of: known).broken(by: version)
        else { return }
        step.add(
            .hints, name, instant, "the hinted part \(broken.hint)", broken.found)
    }
}

extension PlaylistWatch.Step {
    fileprivate mutating func add(
        _ rule: LintRule, _ playlist: String, _ instant: Instant, _ expected: String,
        _ found: String, ofAsset assetRule: LintRule? = nil
    ) {
        findings.append(
            LintFinding(
                rule, in: playlist, at: instant, expected: expected, found: found,
                ofAsset: assetRule))
    }
}
