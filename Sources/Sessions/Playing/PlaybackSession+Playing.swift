import Containers
import Presentation
import Transport
package import VirtualTime

extension PlaybackSession {
    // MARK: Commands

    /// Puts the session in play mode; after the end it starts over.
    package func play() {
        switch phase {
        case .failed, .terminated: return
        case .finished: startOver()
        case .loading(.resumption(let position, _)):
            phase = .loading(.resumption(position, autoPlay: true))
            return
        case .idle, .loading, .ready: break
        }
        guard !isInPlayMode else { return }
        isInPlayMode = true
        tell(EventOrder.play)
        step()
    }

    /// Puts the session in pause mode.
    ///
    /// A session that was to play once it is loaded does not, then.
    package func pause() {
        playsByItself = false
        if case .loading(.resumption(let position, _)) = phase {
            phase = .loading(.resumption(position, autoPlay: false))
        }
        guard isInPlayMode else { return }
        step()
        guard isInPlayMode else { return }
        isInPlayMode = false
        stopPlayhead()
        followActivity()
        tell(EventOrder.pause)
    }

    /// Changes how fast the session plays.
    package func setRate(_ rate: PlaybackRate) {
        step()
        let now = world.loop.now
        record.clock.enter(record.clock.activity, at: now, rate: playhead.rate)
        playhead.setRate(rate, at: now)
        step()
    }

    /// Changes the highest bandwidth that variants may have from the next segment on; 0 means any.
    package func setPreferredPeakBitRate(_ bitRate: Int64) {
        preferredPeakBitRate = bitRate
        selector.preferredPeakBitRate = bitRate
    }

    private func startOver() {
        phase = .ready
        waiting = .start
        playhead.jump(to: .zero, at: world.loop.now)
        record.passedUpTo = .zero
        tracker.reset(to: .at(.zero))
        boundaries.startOver()
        toldProgress = nil
        nextTick = options.progressInterval
        tell(EventOrder.startOver)
        dropReplacedAudio(at: .zero)
        for feeder in allFeeders { feeder.seek(to: .zero) }
    }

    // MARK: Where things end

    /// The end of the presentation, as far as is known.
    var presentationEnd: MediaTime {
        feeders.filter { $0.role.blocksPlayhead && $0.end == nil }
            .map(\.media.timeline.end).max() ?? .zero
    }

    /// Up to where everything that the playhead waits for lies ready.
    var resolvedEnd: MediaTime {
        let open = feeders.filter { $0.role.blocksPlayhead && !$0.isAtEnd }
        return open.map(\.resolvedEnd).min() ?? presentationEnd
    }

    private var isResolvedToEnd: Bool {
        feeders.allSatisfy { $0.isAtEnd || !$0.role.blocksPlayhead }
    }

    // MARK: The step

    /// Brings the session up to now: every turn in which something changed ends here.
    func step() {
        advance()
        placeCues()
        fill()
        letAudioJoinIfReady()
        retireAudioIfReplaced()
        becomeReadyIfLoaded()
        failIfPlayedOut()
        endWaitIfEnoughIsReady()
        movePlayhead()
        tellDurationIfRefined()
        scheduleWake()
    }

    /// Follows the playhead to where it is now.
    private func advance() {
        guard playhead.isMoving else { return }
        let end = presentationEnd
        let ready = resolvedEnd
        let position = playhead.position(at: world.loop.now)
        while nextPlace <= min(position, ready, end) {
            let place = nextPlace
            passUpTo(place)
            if place == nextTick {
                nextTick += options.progressInterval
                tell(EventOrder.tick, at: place)
            } else {
                tell(EventOrder.cueChange, at: place)
            }
            guard playhead.isMoving else { return }
        }
        passUpTo(min(position, max(ready, record.passedUpTo)))
        tellBoundaries()
        if isResolvedToEnd, position >= end {
            finish(at: max(end, record.passedUpTo))
        } else if position >= ready, !isResolvedToEnd {
            stopPlayhead(at: max(ready, record.passedUpTo))
            if !failIfPlayedOut() { stall() }
        }
    }

    /// Where the playhead comes next to something that is to be told.
    private var nextPlace: MediaTime { min(nextTick, subtitleCues.track.next ?? nextTick) }

    /// Fails once all is played that lies ahead of what cannot be had.
    @discardableResult
    private func failIfPlayedOut() -> Bool {
        guard case .ready = phase else { return false }
        let place = placeOfInterest
        guard let feeder = feeders.first(where: { $0.isStuck(by: place) }),
            let error = feeder.failure
        else { return false }
        if waiting == nil, mayHaveCome(feeder, error) {
            feeder.failure = nil
            feeder.lastTryIndex = feeder.nextIndex
            return false
        }
        fail(error)
        return true
    }

    /// Whether it is worth asking once more for what could not be had while other media played.
    ///
    /// Where a plan says where bytes come from, they may come from elsewhere by now: a download has
    /// got there, or its network is back.
    private func mayHaveCome(_ feeder: TrackFeeder, _ error: SessionError) -> Bool {
        plan.loaderSource != nil && error.mayPass && feeder.lastTryIndex != feeder.nextIndex
    }

    /// Writes down what the playhead passed, and which tracks were late for it.
    private func passUpTo(_ position: MediaTime) {
        guard let passed = record.pass(to: position, withSubtitles: readsSubtitles) else { return }
        world.segmentObserver?.session(number, didPass: passed)
        plan.segmentObserver?.session(number, didPass: passed)
        for feeder in feeders where feeder.role == .subtitles && readsSubtitles && !feeder.isAtEnd {
            let late = max(feeder.resolvedEnd, passed.lowerBound)
            guard late < passed.upperBound else { continue }
            record.update(TrackFeeder.Role.subtitles.rawValue) {
                $0.passLate(late..<passed.upperBound)
            }
        }
    }

    /// Whether there are subtitles to read: those just selected count once their first text is there.
    var readsSubtitles: Bool {
        feeders.contains { $0.role == .subtitles && $0.hasResolved }
    }

    private func tellBoundaries() {
        for action in boundaries.take(upTo: record.passedUpTo) { call(action) }
    }

    /// Calls a closure once when the playhead comes to a place by playing.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - action: What to call, at the end of the turn.
    package func whenPlayheadReaches(_ place: MediaTime, _ action: @escaping () -> Void) {
        boundaries.add(at: place, action)
        step()
    }

    private func stall() {
        waiting = .stall
        followActivity()
        tell(EventOrder.stall)
    }

    private func finish(at position: MediaTime) {
        stopPlayhead(at: position)
        record.clock.enter(.ended, at: world.loop.now, rate: playhead.rate)
        isInPlayMode = false
        phase = .finished
        reachedEnd = true
        wake = nil
        tell(EventOrder.naturalEnd)
    }

    private func endWaitIfEnoughIsReady() {
        guard case .ready = phase, let waiting else { return }
        let ready = resolvedEnd
        let isAllThereIs = isResolvedToEnd || feeders.contains { $0.isStuck(by: ready) }
        guard isAllThereIs || ready - placeOfInterest >= Self.resumeLead else { return }
        self.waiting = nil
        switch waiting {
        case .start: tell(EventOrder.keepsUp)
        case .stall: tell(EventOrder.recovery)
        case .seek(let seek): land(seek)
        }
    }

    private func movePlayhead() {
        guard case .ready = phase else { return }
        followActivity()
        guard isInPlayMode, waiting == nil, !playhead.isMoving else { return }
        let now = world.loop.now
        playhead.start(at: now)
        if !hasToldPlaying {
            hasToldPlaying = true
            tellCompanions { $0.sessionPlays() }
        }
        if toldProgress == nil {
            // A start in the middle counts as a seek there: what lies before it is told by itself.
            nextCueLook = now
            tell(EventOrder.tick)
        }
        tellBoundaries()
        if isResolvedToEnd, position >= presentationEnd { finish(at: position) }
    }

    /// Lets the clock know what a session that is ready does.
    private func followActivity() {
        let activity: ActivityClock.Activity =
            switch waiting {
            case _ where !isInPlayMode: .paused
            case .start: .startup
            case .stall: .rebuffering
            case .seek: .seeking
            case nil: .playing
            }
        guard record.clock.activity != activity else { return }
        record.clock.enter(activity, at: world.loop.now, rate: playhead.rate)
    }

    /// Stops the playhead, at a position or where it is.
    func stopPlayhead(at position: MediaTime? = nil) {
        guard playhead.isMoving else { return }
        let now = world.loop.now
        let place = position ?? playhead.position(at: now)
        passUpTo(place)
        playhead.stop(at: now)
        playhead.jump(to: place, at: now)
        record.clock.enter(.paused, at: now, rate: playhead.rate)
    }

    /// Schedules the next step that is due by time alone.
    private func scheduleWake() {
        guard playhead.isMoving else {
            wake = nil
            return
        }
        let goal = bufferGoal
        var places = [nextPlace, isResolvedToEnd ? presentationEnd : resolvedEnd]
        if let boundary = boundaries.next { places.append(boundary) }
        // A feeder below its goal that asks for nothing waits for something else, which steps.
        for feeder in allFeeders where !feeder.isBusy && !feeder.isAtEnd {
            if feeder.failure != nil {
                places.append(feeder.resolvedEnd)
                continue
            }
            let place = feeder.resolvedEnd - goal
            if place >= position { places.append(place + MediaTime(ticks: 1)) }
        }
        guard let next = places.min().flatMap(playhead.arrival) else { return }
        wake = world.loop.schedule(at: next) { [weak self] in self?.step() }
    }

    private func tellDurationIfRefined() {
        guard let told = toldDuration, !feeders.isEmpty else { return }
        let change = max(presentationEnd, record.passedUpTo) - told
        let isFinal = feeders.allSatisfy {
            $0.media.timeline.isEndMeasured || !$0.role.blocksPlayhead
        }
        // Playing to the end is to end where the duration says, to the tick.
        if isFinal, change > .zero { return tell(EventOrder.loaded) }
        guard max(change, -change) >= (isFinal ? .milliseconds(1) : Self.durationStep) else {
            return
        }
        tell(EventOrder.loaded)
    }
}
