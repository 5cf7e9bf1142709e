package import Presentation
package import VirtualTime

/// Decides what a session reports, when its playhead moves, and how it ends.
///
/// The machine is a value: it receives commands, the time and the readiness of the tracks, and
/// collects effects that its session performs in order. It never calls the session.
package struct PlaybackMachine {
    package let rules: PlaybackRules
    /// The readiness of the tracks, updated by the session before each input.
    package var tracks = TrackReadiness()
    /// Whether the session plays automatically once it is ready.
    package var playsByItself = false

    package private(set) var phase = Phase.idle
    package private(set) var waiting: Waiting? = .start
    /// The instant at which the wait of the playhead ends; `nil` until enough media is buffered.
    package private(set) var waitEnd: Instant?
    /// The number of segments that had arrived when the wait of the playhead began.
    private var arrivedBefore = 0
    /// Whether the session is in play mode, even if its playhead waits.
    package internal(set) var isInPlayMode = false
    /// Whether the session was ever played to its end.
    package internal(set) var reachedEnd = false
    /// The reason why the session cannot continue; `nil` while it can continue.
    package internal(set) var failure: PlaybackError?
    package internal(set) var playhead = Playhead()
    package internal(set) var played: PlayedMedia
    /// The rate that the app has chosen, and the rate that follows the latency of a broadcast.
    package private(set) var rates: PlaybackRates
    /// The number of stalls since the source was loaded.
    package private(set) var stalls = 0
    /// The stretch of media after the playhead in which the session only reports progress.
    ///
    /// It is `nil` if the session evaluates its whole state when it wakes next.
    package var quiet: QuietStretch?
    var syncSamples = SyncSamples()
    var reporter: PlaybackReporter
    private var hasNotifiedPlaying = false
    var boundaries = BoundaryObservers()
    var nextTick = MediaTime.zero

    /// Creates a machine that is idle until it loads.
    ///
    /// - Parameters:
    ///   - rules: The rules for starting, resuming and reporting.
    ///   - cuePoints: The cue points of the video.
    ///   - rate: The speed of the playhead.
    ///   - now: The time of the virtual clock.
    package init(
        rules: PlaybackRules, cuePoints: CuePointCollection, rate: PlaybackRate, at now: Instant
    ) {
        precondition(rules.progressInterval > .zero, "progress is reported at positive intervals")
        self.rules = rules
        reporter = PlaybackReporter(rules: rules, cuePoints: cuePoints)
        played = PlayedMedia(start: now)
        rates = PlaybackRates(rate)
        playhead.setRate(rate, at: now)
    }

    /// The end of the presentation, or of the played media if later; indefinite for a broadcast.
    private var fullLength: MediaTime { tracks.length(ofPlayed: played.end) }

    /// Whether the session is paused after playback has begun.
    package var isPaused: Bool { phase == .ready && !isInPlayMode && played.total > .zero }

    /// Whether the session fetches media.
    package var isFetching: Bool { phase.fetches }

    /// Whether a stall has been reported, but not its recovery.
    var isStalled: Bool { waiting?.isStall ?? false }

    /// Returns the position of the playhead, or the target of a seek in progress.
    package func placeOfInterest(at now: Instant) -> MediaTime {
        placeOfInterest(playhead.position(at: now))
    }

    /// Returns the target of a seek in progress, or otherwise the position of the playhead.
    func placeOfInterest(_ position: MediaTime) -> MediaTime {
        if case .seek(let seek) = waiting { return seek.target }
        return position
    }

    /// The next position at which a moving playhead causes a report or another action.
    package var nextPlace: MediaTime { min(nextReport, nextStop) }

    /// The next position at which a moving playhead causes an action other than a report.
    package var nextStop: MediaTime {
        var end = tracks.isReadyToEnd ? tracks.presentationEnd : tracks.readyEnd
        if let jump = nextJump(from: played.end) { end = min(end, jump.start) }
        return boundaries.next.map { min($0, end) } ?? end
    }

    /// The next position at which progress or a subtitle cue is reported.
    package var nextReport: MediaTime { min(nextTick, reporter.nextCue ?? nextTick) }

    /// Begins a wait of the playhead, and replaces the reason for an earlier wait.
    mutating func beginWait(_ reason: Waiting) {
        waiting = reason
        waitEnd = nil
        arrivedBefore = tracks.arrived
    }

    /// Ends the wait of the playhead.
    mutating func endWait() {
        waiting = nil
        waitEnd = nil
    }

    mutating func become(_ next: Phase) {
        phase = next
        reporter.silence = next.silence
    }

    /// Moves the pending effects into an empty list.
    package mutating func takeEffects(into list: inout [PlaybackEffect]) {
        reporter.takeEffects(into: &list)
    }

    func moment(at now: Instant, _ place: MediaTime? = nil) -> PlaybackReporter.Moment {
        .init(
            now: now, place: place ?? playhead.position(at: now), fullLength: fullLength,
            seekable: tracks.live?.seekable, isFinished: phase == .finished)
    }

    /// Reports the events of one instant, in the order that ``EventOrder`` defines.
    mutating func report(
        _ steps: [EventOrder.Step], at now: Instant, _ place: MediaTime? = nil
    ) {
        reporter.report(steps, moment(at: now, place))
    }
}

// MARK: - Commands

extension PlaybackMachine {
    /// Starts to load the source, for the first time or again.
    package mutating func load(for purpose: LoadPurpose, at now: Instant) {
        become(.loading(purpose))
        isInPlayMode = isInPlayMode && purpose == .start
        syncSamples = SyncSamples()
        beginWait(.start)
        stalls = 0
        setRates(at: now) { $0.follow(at: .normal) }
        reporter.load()
        hasNotifiedPlaying = false
        enter(.startup, at: now)
    }

    /// Reports that a load has begun.
    package mutating func reportLoad(at now: Instant) { report(EventOrder.start, at: now) }

    /// Begins a resumption, which ends a seek or resumption in progress.
    package mutating func beginResumption(at now: Instant) {
        leavePlayhead(at: now)
        abandonSeek()
        reporter.add(.release)
        failure = nil
        reporter.report(.resumeBegin)
    }

    /// Moves the playhead to the position at which playback of the loaded media starts.
    package mutating func start(at position: MediaTime, now: Instant) {
        report(EventOrder.loaded, at: now)
        playhead.jump(to: position, at: now)
        played.jump(to: position)
        nextTick = position.nextMultiple(of: rules.progressInterval)
    }

    /// Puts the session in play mode; after the end, playback starts from the beginning.
    ///
    /// - Returns: Whether the session entered play mode, so that it may have to request media.
    package mutating func play(at now: Instant) -> Bool {
        switch phase {
        case .failed, .terminated: return false
        case .finished: startOver(at: now)
        case .loading(.resumption(let position, _)):
            become(.loading(.resumption(position, autoPlay: true)))
            return false
        case .idle, .loading, .ready: break
        }
        guard !isInPlayMode else { return false }
        isInPlayMode = true
        report(EventOrder.play, at: now)
        return true
    }

    /// Cancels the automatic start of playback that would follow when the load ends.
    package mutating func pauseBeforeReady() {
        playsByItself = false
        if case .loading(.resumption(let position, _)) = phase {
            become(.loading(.resumption(position, autoPlay: false)))
        }
    }

    /// Puts the session in pause mode, on request or automatically.
    package mutating func pause(at now: Instant, isRequested: Bool = true) {
        guard isInPlayMode else { return }
        isInPlayMode = false
        stopPlayhead(at: now)
        followActivity(at: now)
        report(EventOrder.pause(isRequested: isRequested, isReady: phase == .ready), at: now)
    }

    /// Changes how fast the playhead moves.
    package mutating func setRates(at now: Instant, _ change: (inout PlaybackRates) -> Void) {
        enter(played.clock.activity, at: now)
        change(&rates)
        playhead.setRate(rates.effective, at: now)
    }

    /// Begins a seek.
    ///
    /// - Parameters:
    ///   - target: The position, clamped to the presentation.
    ///   - before: The greatest distance before the target at which the seek may land on a sync
    ///     sample.
    ///   - after: The greatest distance after the target at which the seek may land on a sync
    ///     sample.
    ///   - completion: The number of the closure to call when the seek ends.
    ///   - now: The time of the virtual clock.
    /// - Returns: Whether the seek is in progress; otherwise it is complete or was refused.
    package mutating func seek(
        to target: MediaTime, toleranceBefore before: MediaTime, toleranceAfter after: MediaTime,
        completion: CallTable.Number, at now: Instant
    ) -> Bool {
        switch phase {
        case .ready: reporter.catchUpCuePoints(at: playhead.position(at: now))
        case .finished:
            // A finished session is already at its end, so a seek to the end is complete at once.
            guard target < tracks.presentationEnd else {
                reporter.call(completion, finished: true)
                return false
            }
            become(.ready)
            reporter.skipCuePoints(to: playhead.position(at: now))
        case .idle, .loading, .failed, .terminated:
            reporter.call(completion, finished: false)
            return false
        }
        let endsStall = isStalled
        abandonSeek()
        stopPlayhead(at: now)
        let seek = Seek(
            target: rules.seeks.landing(
                of: target, in: tracks.seekable, isLive: tracks.live != nil),
            toleranceBefore: max(before, .zero), toleranceAfter: max(after, .zero),
            endsStall: endsStall, completion: completion)
        beginWait(.seek(seek))
        report(EventOrder.seekStart, at: now)
        reporter.add(.putTracks(at: seek.target))
        return true
    }

    /// Calls a closure once when the playhead reaches a position by playing.
    package mutating func waitForPlayhead(at position: MediaTime, _ number: CallTable.Number) {
        boundaries.add(at: position, number)
    }

    private mutating func startOver(at now: Instant) {
        let start = tracks.seekable.lowerBound
        become(.ready)
        beginWait(.start)
        playhead.jump(to: start, at: now)
        played.jump(to: start)
        reporter.restart(at: start)
        boundaries.startOver()
        nextTick = start.nextMultiple(of: rules.progressInterval)
        report(EventOrder.startOver, at: now)
        reporter.add(.putTracks(at: start))
    }
}

// MARK: - Playing

extension PlaybackMachine {
    /// Advances the state of the machine to the current position of a moving playhead.
    package mutating func advance(at now: Instant) {
        guard playhead.isMoving else { return }
        let end = tracks.presentationEnd
        let jump = nextJump(from: played.end)
        let ready = min(tracks.readyEnd, jump?.start ?? tracks.readyEnd)
        let position = playhead.position(at: now)
        reportProgress(upTo: min(position, ready, end), at: now)
        pass(to: min(position, max(ready, played.end)))
        callBoundaries()
        if let jump, position >= jump.start, jump.start <= tracks.readyEnd {
            stopPlayhead(at: now, jump.start)
            enterHole(jump, at: now)
        } else if tracks.isReadyToEnd, position >= end {
            finish(at: max(end, played.end), now)
        } else if position >= ready {
            stopPlayhead(at: now, max(ready, played.end))
            if !failIfPlayedOut(at: now) { stall(at: now) }
        }
    }

    /// Advances the playhead through a quiet stretch, in which only progress is reported.
    ///
    /// - Parameters:
    ///   - now: The time of the virtual clock.
    ///   - effects: An empty list, which receives the effects to perform.
    /// - Returns: The instant of the next wake. `nil` when the playhead is not in a quiet stretch:
    ///   the function has then done nothing, and a step is due.
    package mutating func tick(at now: Instant, into effects: inout [PlaybackEffect]) -> Instant? {
        guard let quiet, playhead.isMoving else { return nil }
        let position = quiet.place(at: now) ?? playhead.position(at: now)
        guard position < quiet.end else { return nil }
        reportProgress(upTo: position, at: now)
        pass(to: position)
        boundaries.pass(position)
        takeEffects(into: &effects)
        return wake(before: quiet.stop)
    }

    /// Returns the instant at which a moving playhead reaches its next report position or `stop`.
    ///
    /// The nearer of the two positions counts.
    ///
    /// - Parameter stop: The position.
    /// - Returns: The instant; `nil` while the playhead does not move.
    package mutating func wake(before stop: MediaTime) -> Instant? {
        let place = min(nextReport, stop)
        guard let instant = playhead.arrival(at: place) else { return nil }
        quiet?.expectWake(at: instant, place > played.end ? place : nil)
        return instant
    }

    private mutating func reportProgress(upTo position: MediaTime, at now: Instant) {
        while nextReport <= position {
            let place = nextReport
            pass(to: place)
            if place == nextTick {
                nextTick += rules.progressInterval
                report(EventOrder.tick, at: now, place)
            } else {
                report(EventOrder.cueChange, at: now, place)
            }
        }
    }

    /// Evaluates the tracks' readiness: the session may become ready, end a wait or fail.
    package mutating func settle(at now: Instant) {
        becomeReadyIfLoaded(at: now)
        failIfPlayedOut(at: now)
        endWaitIfEnoughIsReady(at: now)
        movePlayhead(at: now)
        if tracks.isLoaded {
            reporter.reportDurationIfRefined(moment(at: now), isFinal: tracks.isEndMeasured)
            reporter.reportSeekableIfMoved(moment(at: now))
            reporter.reportListed()
        }
    }

    private mutating func becomeReadyIfLoaded(at now: Instant) {
        guard case .loading(let purpose) = phase, tracks.hasStart else { return }
        switch purpose {
        case .start:
            become(.ready)
            report(EventOrder.ready, at: now)
            if playsByItself { _ = play(at: now) }
        case .resumption(_, let autoPlay):
            reporter.report(.resumeComplete)
            become(.ready)
            reporter.skipCuePoints(to: playhead.position(at: now))
            report(EventOrder.resumed, at: now)
            if autoPlay { _ = play(at: now) }
        }
    }

    /// Fails if the playhead has reached the position at which a track ends early after a failure.
    ///
    /// If the playhead does not wait and the cause of the failure may have passed, the function
    /// requests the media of the track once more, and playback does not fail yet.
    @discardableResult
    private mutating func failIfPlayedOut(at now: Instant) -> Bool {
        guard phase == .ready, let deadEnd = tracks.deadEnd(upTo: placeOfInterest(at: now))
        else { return false }
        if waiting == nil, deadEnd.mayBeAskedAgain {
            tracks.deadEnds.removeAll { $0 == deadEnd }
            reporter.add(.askAgain(track: deadEnd.track))
            return false
        }
        fail(deadEnd.error, at: now)
        return true
    }

    private mutating func endWaitIfEnoughIsReady(at now: Instant) {
        guard phase == .ready, let waiting else { return }
        let ready = tracks.readyEnd
        let isAllThereIs =
            tracks.isReadyToEnd || tracks.deadEnds.contains { $0.position <= ready }
        let rule = rules.rule(of: waiting)
        let place = placeOfInterest(at: now)
        let jump = jump(at: place)
        // At a hole, the media after it may have arrived before the stall began, so the number of
        // segments that have arrived since then does not matter.
        let arrived =
            jump != nil && waiting == .stall ? rule.segments : tracks.arrived - arrivedBefore
        let isEnough = rule.holds(
            ready: ready - (jump?.target ?? place), arrived: arrived,
            reachable: tracks.live?.reachableLead, average: tracks.averageSegment)
        guard isAllThereIs || isEnough else { return }
        let delay = jump == nil ? rule.delay : max(rule.delay, rules.gaps?.delay ?? .zero)
        let end = waitEnd ?? now.advanced(by: delay)
        waitEnd = end
        guard now >= end else { return }
        endWait()
        switch waiting {
        case .start:
            leaveHole(at: now)
            report(EventOrder.keepsUp, at: now)
        case .stall:
            leaveHole(at: now)
            // No recovery is reported when the playhead has reached the end of a broadcast.
            let place = playhead.position(at: now)
            if !tracks.isReadyToEnd || place < tracks.presentationEnd {
                report(EventOrder.recovery, at: now)
            }
        case .seek(let seek): land(seek, at: now)
        }
    }

    /// Moves the playhead to the target of a seek, because media is buffered there.
    private mutating func land(_ seek: Seek, at now: Instant) {
        let window = (seek.target - seek.toleranceBefore)...(seek.target + seek.toleranceAfter)
        let nearest = syncSamples.nearest(to: seek.target, in: window)
        let place = min(
            max(nearest ?? seek.target, .zero), max(seek.target, tracks.presentationEnd))
        playhead.jump(to: place, at: now)
        played.jump(to: place)
        boundaries.jump(to: place)
        nextTick = place.nextMultiple(of: rules.progressInterval)
        reporter.land(seek.completion)
        leaveHole(at: now)
        report(seek.endsStall ? EventOrder.seekEndOfStall : EventOrder.seekEnd, at: now)
    }

    private mutating func movePlayhead(at now: Instant) {
        guard phase == .ready else { return }
        followActivity(at: now)
        guard isInPlayMode, waiting == nil, !playhead.isMoving else { return }
        playhead.start(at: now)
        if !hasNotifiedPlaying {
            hasNotifiedPlaying = true
            reporter.add(.notifyPlaying)
        }
        if !reporter.hasReportedProgress {
            // A start in the middle of the video reports the earlier cue points, as a seek does.
            // Cue points at or before zero were reported when playback was first requested.
            reporter.lookAtCuePoints(at: now)
            report(EventOrder.tick, at: now)
        }
        callBoundaries()
        let position = playhead.position(at: now)
        if tracks.isReadyToEnd, position >= tracks.presentationEnd { finish(at: position, now) }
    }

    mutating func stall(at now: Instant) {
        beginWait(.stall)
        stalls += 1
        followActivity(at: now)
        report(EventOrder.stall, at: now)
    }

    /// Stops the playhead, at a given position or at its current one.
    mutating func stopPlayhead(at now: Instant, _ position: MediaTime? = nil) {
        guard playhead.isMoving else { return }
        let place = position ?? playhead.position(at: now)
        pass(to: place)
        // In real time, a wake can be late. The playhead then counts as stopped from the instant at
        // which it reached the position.
        let isLate = place < playhead.position(at: now)
        let arrival = isLate ? playhead.arrival(at: place) : nil
        playhead.stop(at: now)
        playhead.jump(to: place, at: now)
        enter(.paused, at: min(arrival ?? now, now))
    }

    private mutating func pass(to position: MediaTime) {
        if let interval = played.pass(to: position, subtitles: tracks.hasSubtitles) {
            reporter.add(.pass(interval, subtitles: tracks.subtitles))
        }
    }

    private mutating func callBoundaries() {
        for number in boundaries.take(upTo: played.end) { reporter.call(number, finished: true) }
    }

    mutating func enter(_ activity: ActivityClock.Activity, at now: Instant) {
        played.clock.enter(activity, at: now, rate: playhead.rate)
    }

    /// Records the activity of a ready session.
    private mutating func followActivity(at now: Instant) {
        let activity = Waiting.activity(of: waiting, isInPlayMode: isInPlayMode)
        if played.clock.activity != activity { enter(activity, at: now) }
    }
}
