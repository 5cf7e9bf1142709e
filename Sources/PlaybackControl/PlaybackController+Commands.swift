import Sessions
import VirtualTime

extension PlaybackController {
    /// Plays the current video, or the first one that becomes current.
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

    /// Seeks.
    ///
    /// Before `Ready` this has no effect, and the completion is never called.
    ///
    /// - Parameters:
    ///   - time: The position in seconds, clamped to the seekable range.
    ///   - toleranceBefore: The number of seconds before it in which the playhead may land, on a
    ///     sync sample.
    ///   - toleranceAfter: The number of seconds after it in which the playhead may land, on a sync
    ///     sample.
    ///   - completion: Receives whether the playhead landed; `false` when another seek or the end
    ///     of the session came first.
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

    /// Seeks a broadcast to the end of its seekable range, or to a time before it.
    ///
    /// The SDK for Android has this command; on iOS, the button of the SDK's interface does the same.
    ///
    /// - Parameters:
    ///   - distance: The seconds before the end, limited to the length of the seekable range.
    ///   - completion: Receives whether the playhead landed; `false` at once without a seekable
    ///     range, and when another seek or the end of the session came first.
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
    /// A seek across the position does not count. The closure is discarded with the session.
    ///
    /// - Parameters:
    ///   - time: The position in seconds.
    ///   - action: The closure, called at the end of the turn.
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
    ///   - autoPlay: Whether to play once it is loaded.
    public func resumeVideo(at time: Double, autoPlay: Bool) {
        note(.resume(at: time))
        guard let position = MediaTime(seconds: time) else { return }
        world.loop.turn { currentSession?.resume(at: position, autoPlay: autoPlay) }
    }

    /// Sets the highest bandwidth of variants, for the current and for later sessions.
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

    /// Runs the world until no events are left.
    ///
    /// This is the case when playback has ended, is paused or has failed, and no request is in
    /// progress.
    public func run() {
        world.loop.runUntilIdle()
    }
}
