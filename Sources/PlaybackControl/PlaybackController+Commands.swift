import Sessions
import VirtualTime

extension PlaybackController {
    /// Plays the current video, or the first one that comes.
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
            playsFirstSession = false
            currentSession?.pause()
        }
    }

    /// Puts the playhead elsewhere.
    ///
    /// Before `Ready` this does nothing and the completion is never called.
    ///
    /// - Parameters:
    ///   - time: The position in seconds, held within the seekable range.
    ///   - toleranceBefore: How many seconds before it the playhead may land, on a sync sample.
    ///   - toleranceAfter: How many seconds after it the playhead may land, on a sync sample.
    ///   - completion: Gets whether the playhead landed; `false` when another seek or the end of the
    ///     session came first.
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

    /// Calls a closure once when the playhead of the current session comes to a place by playing.
    ///
    /// A seek over the place does not count. What waits is forgotten with the session.
    ///
    /// - Parameters:
    ///   - time: The place in seconds.
    ///   - action: What to call, at the end of the turn.
    public func whenPlayheadReaches(_ time: Double, perform action: @escaping () -> Void) {
        note(.waitForPlayhead(at: time))
        guard let place = MediaTime(seconds: time) else { return }
        world.loop.turn { currentSession?.whenPlayheadReaches(place, action) }
    }

    /// Loads the current video anew and goes on from a position, after a failure for example.
    ///
    /// `ResumeBegin` is told at once, and then either `ResumeComplete` or `ResumeFail`: the latter
    /// too when the session ends before it is loaded, right before `Terminate`.
    ///
    /// - Parameters:
    ///   - time: The position in seconds.
    ///   - autoPlay: Whether to play once it is loaded.
    public func resumeVideo(at time: Double, autoPlay: Bool) {
        note(.resume(at: time))
        guard let position = MediaTime(seconds: time) else { return }
        world.loop.turn { currentSession?.resume(at: position, autoPlay: autoPlay) }
    }

    /// Sets the highest bandwidth that variants may have, now and in sessions to come.
    ///
    /// - Parameter bitRate: The bandwidth in bits a second; 0 means any.
    public func setPreferredPeakBitRate(_ bitRate: Int64) {
        world.options.preferredPeakBitRate = bitRate
        world.loop.turn { currentSession?.setPreferredPeakBitRate(bitRate) }
    }

    func followExternalPlayback() {
        world.loop.turn {
            guard let currentSession else { return }
            tell(.didChangeExternalPlaybackActive(isExternalPlaybackActive), currentSession)
            currentSession.isExternal = isExternalPlaybackActive
        }
    }

    func apply(rate: Double) -> Double {
        let accepted = PlaybackRate(rate) ?? .normal
        world.loop.turn { currentSession?.setRate(accepted) }
        return accepted.value
    }

    /// Lets everything happen until nothing is left to happen.
    ///
    /// That is so when playback has ended, rests or has failed, and no request is under way.
    public func run() {
        world.loop.runUntilIdle()
    }
}
