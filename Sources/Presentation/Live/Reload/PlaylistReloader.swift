package import Playlists
package import VirtualTime

/// Schedules the requests for the playlist of a live rendition, and judges the responses.
///
/// It decides the instant and the directives of each request, and whether a response is accepted.
/// The reloader is a value without a clock. At the instant that a ``ReloadStep`` states,
/// ``request(at:)`` returns the directives of the request; the response is passed to
/// ``receive(_:at:age:distance:)`` or ``fail(status:at:)``. At most one request is in progress.
///
/// Reference: rfc8216bis, sections 6.3.4 (Reloading the Media Playlist File) and 6.2.5 (Delivery
/// Directives Interface).
package struct PlaylistReloader: Equatable, Sendable {
    /// The age of the playlist, in target durations, above which no blocking reload is requested.
    private static let oldTargetDurations = 3
    /// The time without a new version, in target durations, after which a restart is plausible.
    ///
    /// After that time, a version with older dates than the known version can be accepted as a
    /// restart.
    private static let standingTargetDurations = 10
    /// The number of consecutive failed merges after which no delta update is requested.
    private static let mostFailedMerges = 3

    /// The longest duration of unlisted media that is assumed to be missing between two versions.
    static let longestHole = MediaTime.seconds(366 * 86_400)

    /// A request in progress.
    private struct Pending: Equatable {
        var directives: ReloadDirectives
        var issued: Instant
    }

    /// The constants of the modelled player.
    package let tuning: LiveTuning
    /// The newest accepted version; `nil` before the first version.
    package private(set) var playlist: MediaPlaylist?
    /// The number of accepted restarts of the media sequence numbers.
    package private(set) var epoch = 0
    /// The instant of the next request; `nil` if none follows, or while one is in progress.
    package private(set) var next: Instant?
    /// Whether reloads are suspended.
    package private(set) var isSuspended = false
    /// The number of consecutive loads that did not change the playlist.
    package private(set) var unchangedCount = 0
    /// The number of consecutive failed loads.
    package private(set) var failureCount = 0

    private var pending: Pending?
    private var first = ReloadDirectives.none
    private var followsPause = false
    /// Whether the next request has no directives.
    private var isPlain = false
    private var failedMerges = 0
    /// The newest version that may show a restart; `nil` when there is none.
    ///
    /// The version is ignored until a second response confirms the restart.
    private var suspect: MediaPlaylist?
    /// The instant at which the first of several consecutive suspect versions arrived.
    private var suspectedAt: Instant?
    /// The last version before the newest restart.
    ///
    /// The value becomes `nil` once the media sequence numbers of an accepted version reach the
    /// first number of the retired version.
    private var retired: MediaPlaylist?
    private var rate = RequestRate()
    /// The start instant of the load that returned the newest copy of the playlist.
    private var copiedAt = Instant.start
    private var receivedAt = Instant.start
    private var changedAt = Instant.start
    private var hasReportedStale = false
    /// The age that the newest response had when it arrived.
    private var cachedFor = Duration.zero
    private var tuneIn = CacheTuneIn()
    private let pace: ReloadPace

    /// Creates a reloader that has not started.
    ///
    /// - Parameter tuning: The constants of the modelled player.
    package init(_ tuning: LiveTuning) {
        self.tuning = tuning
        pace = ReloadPace(tuning)
    }

    /// Whether a request is in progress.
    package var isLoading: Bool { pending != nil }

    // MARK: Requests

    /// Starts to load the playlist.
    ///
    /// - Parameters:
    ///   - instant: The current instant.
    ///   - first: The directives of the first request, taken from a rendition report.
    /// - Returns: The instant of the first request.
    package mutating func start(
        at instant: Instant, with first: ReloadDirectives = .none
    ) -> ReloadStep {
        self.first = tuning.usesLowLatency ? first : .none
        return schedule(at: instant)
    }

    /// Returns the directives of the request that is due, and records the request.
    ///
    /// The request counts as in progress from then on.
    ///
    /// - Parameter instant: The current instant.
    /// - Returns: The directives to send with the request.
    package mutating func request(at instant: Instant) -> ReloadDirectives {
        let directives = directives(at: instant)
        request(directives, at: instant)
        return directives
    }

    /// Records a request; it counts as in progress from then on.
    ///
    /// - Parameters:
    ///   - directives: The directives of the request.
    ///   - instant: The instant at which the request is sent.
    package mutating func request(_ directives: ReloadDirectives, at instant: Instant) {
        precondition(pending == nil, "a playlist is requested once at a time")
        first = .none
        isPlain = false
        next = nil
        pending = Pending(directives: directives, issued: instant)
        rate.record(instant)
    }

    /// Suspends reloads, such as during a pause.
    ///
    /// The response to a request in progress is still accepted or ignored as usual.
    package mutating func suspend() {
        isSuspended = true
        next = nil
    }

    /// Resumes reloads, starting with an immediate request.
    package mutating func resume(at instant: Instant) -> ReloadStep {
        guard isSuspended else { return ReloadStep(next: next) }
        isSuspended = false
        followsPause = true
        changedAt = max(changedAt, instant)
        return pending == nil ? schedule(at: instant) : ReloadStep()
    }

    /// Brings the next request forward, for example after the server refused a hinted part.
    ///
    /// The request is due as soon as the limit of the request rate permits it.
    package mutating func refresh(at instant: Instant) -> ReloadStep {
        guard pending == nil, !isSuspended, let next else { return ReloadStep() }
        return schedule(at: min(next, instant))
    }

    private mutating func directives(at instant: Instant) -> ReloadDirectives {
        guard tuning.usesLowLatency, !isPlain else { return .none }
        guard let playlist else { return first }
        guard !playlist.hasEndList, let control = playlist.serverControl else { return .none }
        let target = Duration(playing: ReloadPace.target(of: playlist), at: .normal)
        let oldest = target * Self.oldTargetDurations
        var directives = ReloadDirectives.none
        if control.canBlockReload, receivedAt.duration(to: instant) <= oldest {
            directives = awaited(after: playlist)
            if tuning.tunesIn {
                let age = changedAt.duration(to: instant) + cachedFor
                directives = tuneIn.directives(from: directives, age: age, of: playlist)
            }
        }
        if let boundary = control.canSkipUntil, failedMerges < Self.mostFailedMerges,
            tuning.skipsAlways
                || copiedAt.duration(to: instant) * 2 < Duration(playing: boundary, at: .normal)
        {
            let skipsRanges = control.canSkipDateRanges && tuning.skipsDateRanges
            directives.skip = skipsRanges ? .dateRanges : .segments
        }
        return directives
    }

    /// Returns the directives that ask for the segment or part after the last listed one.
    ///
    /// Preload hints do not count as parts.
    private func awaited(after playlist: MediaPlaylist) -> ReloadDirectives {
        let end = playlist.sequenceNumbers.upperBound
        let hasParts = tuning.loadsParts && ReloadPace.partTarget(of: playlist) != nil
        guard hasParts, !tuning.partNeedsHint || !playlist.preloadHints.isEmpty else {
            return ReloadDirectives(sequence: end)
        }
        return ReloadDirectives(sequence: end, part: playlist.trailingParts.count)
    }

    // MARK: Answers

    /// Accepts or ignores the response to the pending request.
    ///
    /// - Parameters:
    ///   - answer: The playlist as it was parsed.
    ///   - instant: The instant at which the response was complete.
    ///   - age: The time that the response spent in caches.
    ///   - distance: The distance of the playhead from the live edge; `nil` when it is unknown.
    /// - Returns: The next request, the accepted version if there is one, and any irregularities.
    package mutating func receive(
        _ answer: MediaPlaylist, at instant: Instant, age: Duration = .zero,
        distance: MediaTime? = nil
    ) -> ReloadStep {
        let request = takePending(at: instant)
        cachedFor = max(age, .zero)
        var step = ReloadStep()
        guard let whole = merged(answer) else {
            step.notices = [.unmergedDelta]
            failedMerges += 1
            let isAsked = request.directives.skip != nil
            isPlain = true
            let wait = isAsked ? .zero : failureWait
            return finish(step, at: max(instant, request.issued.advanced(by: wait)), now: instant)
        }
        if answer.skipped != nil { failedMerges = 0 }
        failureCount = 0
        receivedAt = instant
        let isChanged = accept(
            whole, skipping: answer.skipped, request, at: instant, &step)
        let version = playlist ?? whole
        if version.hasEndList {
            next = nil
            return step
        }
        if isChanged {
            unchangedCount = 0
            changedAt = instant
            hasReportedStale = false
        } else {
            unchangedCount += 1
            if request.directives.sequence != nil { step.notices.append(.unchangedAnswer) }
            if unchangedCount == tuning.unchangedLimit {
                step.notices.append(.unchangedLoads(unchangedCount))
            }
        }
        let wait = pace.wait(after: version, isChanged: isChanged, distance: distance)
        let from = tuning.waitsFromEnd ? instant : request.issued
        return finish(step, at: max(instant, from.advanced(by: wait)), now: instant)
    }

    /// Records a load that failed.
    ///
    /// - Parameters:
    ///   - status: The status of the response; `nil` if no response arrived, for example because a
    ///     time limit was reached.
    ///   - instant: The instant of the failure.
    /// - Returns: The next request, and whether the player can continue with this playlist.
    package mutating func fail(status: Int?, at instant: Instant) -> ReloadStep {
        let request = takePending(at: instant)
        failureCount += 1
        var step = ReloadStep()
        if request.directives != .none, ReloadDirectives.mayBeRefused(status) {
            // The directives probably caused the failure. Therefore the failure is not counted, and
            // the next request has no directives.
            failureCount -= 1
            isPlain = true
            return finish(step, at: instant, now: instant)
        }
        step.notices = [.failure(status: status, count: failureCount)]
        let due = max(instant, request.issued.advanced(by: failureWait))
        return finish(step, at: due, now: instant)
    }

    private mutating func takePending(at instant: Instant) -> Pending {
        guard let request = pending else { preconditionFailure("an answer follows a request") }
        precondition(instant >= request.issued, "an answer comes after its request")
        pending = nil
        return request
    }

    private func merged(_ answer: MediaPlaylist) -> MediaPlaylist? {
        guard answer.skipped != nil else { return answer }
        guard let playlist else { return nil }
        return try? playlist.merging(delta: answer)
    }

    /// Adopts a version if it contains anything new.
    ///
    /// - Returns: Whether the playlist changed.
    private mutating func accept(
        _ whole: MediaPlaylist, skipping skipped: SkippedSegments?, _ request: Pending,
        at instant: Instant, _ step: inout ReloadStep
    ) -> Bool {
        if whole.segments.isEmpty { step.notices.append(.empty) }
        guard let known = playlist else {
            replace(by: LiveUpdate(whole), request, &step)
            return true
        }
        let patience =
            Duration(playing: ReloadPace.target(of: known), at: .normal)
            * Self.standingTargetDurations
        let isStandingStill = changedAt.duration(to: instant) >= patience
        let isLost = suspectedAt.map { $0.duration(to: instant) >= patience } ?? false
        let judgement = VersionJudgement(
            tuning: tuning, known: known, suspect: suspect, retired: retired,
            isStandingStill: isStandingStill, isLost: isStandingStill && isLost)
        let verdict = judgement.verdict(on: whole)
        suspect = nil
        defer { suspectedAt = suspect == nil ? nil : suspectedAt ?? instant }
        switch verdict {
        case .same:
            copiedAt = request.issued
            return false
        case .newer(let missing):
            step.notices += known.breaches(by: whole, skipping: skipped).map { .breach($0) }
            let hole = missing > 0 ? hole(from: known, to: whole, missing: missing) : .zero
            replace(
                by: LiveUpdate(whole, epoch: epoch, missing: missing, hole: hole), request, &step)
            return true
        case .older:
            if judgement.isForeign(whole) { suspect = whole }
            step.notices.append(.older)
            return false
        case .ended:
            var ended = known
            ended.hasEndList = true
            ended.preloadHints = []
            step.notices.append(.older)
            replace(by: LiveUpdate(ended, epoch: epoch), request, &step)
            return true
        case .suspect:
            suspect = whole
            step.notices.append(.suspectedRestart)
            return false
        case .restart:
            step.notices.append(.restart)
            guard tuning.restart == .follow else {
                step.hasFailed = true
                isSuspended = true
                return false
            }
            epoch += 1
            retired = known
            // Dates are rounded, so a short distance does not count as a hole in the timeline.
            var hole = hole(from: known, to: whole, missing: 0)
            if hole <= TrackTimeline.tolerance { hole = .zero }
            replace(by: LiveUpdate(whole, epoch: epoch, hole: hole), request, &step)
            return true
        }
    }

    private func hole(
        from known: MediaPlaylist, to newer: MediaPlaylist, missing: Int
    ) -> MediaTime {
        min(known.span(to: newer, missing: missing), Self.longestHole)
    }

    private mutating func replace(
        by update: LiveUpdate, _ request: Pending, _ step: inout ReloadStep
    ) {
        playlist = update.playlist
        if let retired,
            update.playlist.sequenceNumbers.upperBound > retired.sequenceNumbers.lowerBound
        {
            self.retired = nil
        }
        copiedAt = request.issued
        var update = update
        update.followsPause = followsPause
        followsPause = false
        step.update = update
    }

    // MARK: Instants

    private var failureWait: Duration {
        guard tuning.failureWaits.isEmpty else {
            let index = min(max(failureCount, 1), tuning.failureWaits.count) - 1
            return tuning.failureWaits[index]
        }
        return Duration(playing: target, at: .normal) / 2
    }

    private var target: MediaTime { ReloadPace.target(of: playlist ?? MediaPlaylist()) }

    /// Schedules the next request, and reports the playlist if it has stopped changing.
    private mutating func finish(_ step: ReloadStep, at due: Instant, now: Instant) -> ReloadStep {
        var step = step
        if let halves = tuning.staleHalves, playlist != nil, !hasReportedStale {
            let span = changedAt.duration(to: now)
            if span * 2 >= Duration(playing: target, at: .normal) * halves {
                hasReportedStale = true
                step.notices.append(.stale(span))
            }
        }
        step.next = schedule(at: due).next
        return step
    }

    private mutating func schedule(at instant: Instant) -> ReloadStep {
        guard !isSuspended, playlist?.hasEndList != true else {
            next = nil
            return ReloadStep()
        }
        let part = playlist.flatMap { ReloadPace.partTarget(of: $0) }
        // Before the first playlist is received, the shortest target duration is assumed.
        next = rate.earliest(instant, target: playlist == nil ? .zero : target, part: part)
        return ReloadStep(next: next)
    }
}
