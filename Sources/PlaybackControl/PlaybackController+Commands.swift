import Sessions
import VirtualTime

extension PlaybackController {
    /// Plays the current video or, if there is none, the first video that becomes current.
    public func play() {
        note(.play)
        world.loop.turn {
            guard let currentSession else {
                playsFirstSession = true
                return
            }
            currentSession.play()
        }
    }

    /// Pauses the current video.
    public func pause() {
        note(.pause)
        world.loop.turn {
            systemControls.rules.pauseIsWanted()
            playsFirstSession = false
            currentSession?.pause()
        }
    }

    /// Seeks to a position in the current video.
    ///
    /// Before `Ready`, a seek has no effect, and the completion is never called.
    ///
    /// - Parameters:
    ///   - time: The position in seconds, clamped to the seekable range.
    ///   - toleranceBefore: The maximum number of seconds by which the playhead may land before the
    ///     position, at a sync sample.
    ///   - toleranceAfter: The maximum number of seconds by which the playhead may land after the
    ///     position, at a sync sample.
    ///   - completion: Called with `true` when the playhead has landed, or with `false` when
    ///     another seek or the end of the session came first.
    public func seek(
        to time: Double, toleranceBefore: Double = 0.1, toleranceAfter: Double = 0.1,
        completion: @escaping (Bool) -> Void = { _ in }
    ) {
        note(.seek(to: time))
        let longest = MediaTime(ticks: .max / 4)
        func span(_ seconds: Double) -> MediaTime {
            MediaTime(seconds: min(max(seconds, 0), longest.seconds)) ?? .zero
        }
        guard !time.isNaN else { return }
        world.loop.turn {
            currentSession?.seek(
                to: span(time), toleranceBefore: span(toleranceBefore),
                toleranceAfter: span(toleranceAfter), completion: completion)
        }
    }

    /// Seeks in a broadcast to the end of its seekable range, or to a position before the end.
    ///
    /// The SDK for Android has this command; on iOS, the live button of the SDK's interface has the
    /// same effect.
    ///
    /// - Parameters:
    ///   - distance: The number of seconds before the end, limited to the length of the seekable
    ///     range.
    ///   - completion: Called with `true` when the playhead has landed, or with `false` when
    ///     another seek or the end of the session came first. Without a seekable range, it is
    ///     called with `false` immediately.
    public func seekToLive(
        minus distance: Double = 0, completion: @escaping (Bool) -> Void = { _ in }
    ) {
        guard let range = currentSession?.seekableRanges.last, !distance.isNaN else {
            return completion(false)
        }
        let target = range.upperBound.seconds - max(distance, 0)
        seek(
            to: max(range.lowerBound.seconds, target), toleranceBefore: 0, toleranceAfter: 0,
            completion: completion)
    }

    /// Calls a closure once when the playhead of the current session reaches a position by playing.
    ///
    /// A seek across the position does not call the closure. When the session ends, the closure is
    /// discarded.
    ///
    /// - Parameters:
    ///   - time: The position in seconds.
    ///   - action: The closure, called at the end of the event-loop turn.
    public func whenPlayheadReaches(_ time: Double, perform action: @escaping () -> Void) {
        note(.waitForPlayhead(at: time))
        guard let place = MediaTime(seconds: time) else { return }
        world.loop.turn { currentSession?.whenPlayheadReaches(place, action) }
    }

    /// Loads the current video again and resumes at a position, for example after a failure.
    ///
    /// `ResumeBegin` is reported at once, followed by `ResumeComplete` or `ResumeFail`. A session
    /// that ends before it is loaded reports `ResumeFail` just before `Terminate`.
    ///
    /// - Parameters:
    ///   - time: The position in seconds.
    ///   - autoPlay: Whether playback starts as soon as the video is loaded.
    public func resumeVideo(at time: Double, autoPlay: Bool) {
        note(.resume(at: time))
        guard let position = MediaTime(seconds: time) else { return }
        world.loop.turn { currentSession?.resume(at: position, autoPlay: autoPlay) }
    }

    /// Sets the maximum bandwidth of the variant streams to select.
    ///
    /// The maximum applies to the current and to later sessions.
    ///
    /// - Parameter bitrate: The bandwidth in bits per second; 0 permits any.
    public func setPreferredPeakBitRate(_ bitrate: Int64) {
        world.options.preferredPeakBitRate = bitrate
        world.loop.turn { currentSession?.setPreferredPeakBitRate(bitrate) }
    }

    func setRate(_ value: Double) {
        note(.setRate(value))
        rate = PlaybackRate(value) ?? .normal
        world.loop.turn {
            currentSession?.setRate(rate)
            systemControls.mayHaveChanged()
        }
    }

    /// Runs the event loop, and thereby the virtual clock, until no events are left.
    ///
    /// No events are left when playback has ended, is paused or has failed, and no request is in
    /// progress. An app that restarts playback after every end, or that seeks at every progress
    /// event, would run without end, so there are limits: a limit of virtual time, two million
    /// events at one instant, and 100,000 events in one turn of the loop. The time limit is a day
    /// from now, or twice the stated durations of the sessions if that is longer. When a limit is
    /// reached, the playhead stays where it is, and the checks of a `PlaybackProbe` fail. To play
    /// for a chosen time, run the loop of the ``world`` up to an instant.
    ///
    /// - Returns: Whether no events are left; `false` when a limit was reached.
    @discardableResult
    public func run() -> Bool {
        let now = world.loop.now.sinceStart
        return run(within: TimeBound(planned: now), eventsAtOnce: 2_000_000)
    }

    /// Runs the event loop until no events are left or a limit is reached.
    ///
    /// - Returns: Whether no events are left; `false` when a limit was reached.
    package func run(within bound: TimeBound, eventsAtOnce: Int) -> Bool {
        let keeper = TimeKeeper(self, bound)
        if let currentSession { keeper.follow(currentSession) }
        timeTrouble = nil
        var standstill = StandstillGuard(world.loop, mostTurns: eventsAtOnce)
        while keeper.runNext() { if standstill.isStandstill() { return false } }
        timeTrouble = keeper.trouble
        return timeTrouble == nil
    }
}
