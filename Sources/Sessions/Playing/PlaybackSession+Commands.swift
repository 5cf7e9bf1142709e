import Presentation
package import VirtualTime

/// Commands: each is handed to the machine, and the session follows.
extension PlaybackSession {
    /// Whether the session plays once it is ready without being asked.
    package var playsByItself: Bool {
        get { machine.playsByItself }
        set { machine.playsByItself = newValue }
    }

    /// Puts the session in play mode; after the end it starts over.
    package func play() {
        if decide({ $0.play(at: $1) }) { step() }
    }

    /// Puts the session in pause mode.
    ///
    /// A session that was to play once it is loaded does not, then.
    package func pause() {
        machine.pauseBeforeReady()
        guard machine.isInPlayMode else { return }
        step()
        decide { $0.pause(at: $1) }
    }

    /// Changes how fast the session plays.
    package func setRate(_ rate: PlaybackRate) {
        step()
        decide { $0.setRate(rate, at: $1) }
        step()
    }

    /// Changes the highest bandwidth that variants may have from the next segment on; 0 means any.
    package func setPreferredPeakBitRate(_ bitRate: Int64) {
        preferredPeakBitRate = bitRate
        selector.preferredPeakBitRate = bitRate
    }

    /// Calls a closure once when the playhead comes to a position by playing.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - action: What to call, at the end of the turn.
    package func whenPlayheadReaches(_ position: MediaTime, _ action: @escaping () -> Void) {
        let number = keep { _ in action() }
        machine.waitForPlayhead(at: position, number)
        step()
    }

    /// Puts the playhead elsewhere.
    ///
    /// Before `Ready` this does nothing and the completion is never called, as documented for the
    /// simulated SDK (`Documentation/Brightcove.md#seeking`). Seeking a finished session to its end
    /// leaves it finished.
    ///
    /// - Parameters:
    ///   - target: The position, held within the seekable range.
    ///   - toleranceBefore: How far before the target it may land, on a sync sample.
    ///   - toleranceAfter: How far after the target it may land, on a sync sample.
    ///   - completion: Receives whether it landed: `false` when another seek or the end of the session
    ///     came before.
    package func seek(
        to target: MediaTime, toleranceBefore: MediaTime, toleranceAfter: MediaTime,
        completion: @escaping (Bool) -> Void
    ) {
        switch machine.phase {
        case .ready, .finished: break
        case .idle, .loading, .failed, .terminated: return
        }
        step()
        let number = keep(completion)
        let isUnderWay = decide {
            $0.seek(
                to: target, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
                completion: number, at: $1)
        }
        if isUnderWay { step() }
    }

    /// Ends the session for a reason.
    func fail(_ cause: SessionError) {
        decide { $0.fail(cause, at: $1) }
    }

    /// Fails before anything was requested.
    package func failAtOnce(_ error: PlaybackError) {
        decide { $0.failAtOnce(error, at: $1) }
    }

    /// Ends the session because the next one is to take its place.
    ///
    /// A resumption that is under way fails: one that begins is always reported complete or failed.
    package func terminate() {
        decide { $0.terminate(at: $1) }
    }

    /// Fails when a video is shown on another device that may not be.
    ///
    /// - Returns: Whether it did.
    @discardableResult
    func refuseExternalPlayback() -> Bool {
        guard isExternal, let refusal = plan.externalPlaybackRefusal else { return false }
        switch machine.phase {
        case .idle, .failed, .terminated: return false
        case .loading, .ready, .finished: break
        }
        fail(.refused(refusal))
        return true
    }
}
