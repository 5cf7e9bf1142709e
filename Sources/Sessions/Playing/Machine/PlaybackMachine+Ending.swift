import Presentation
package import VirtualTime

/// The end of a session, and the end of a seek that is abandoned.
extension PlaybackMachine {
    /// Ends the session because of an error.
    package mutating func fail(_ cause: SessionError, at now: Instant) {
        leavePlayhead(at: now)
        reportProtectionError(cause)
        guard let event = phase.failure(for: cause) else { return }
        failure = event.error
        isInPlayMode = false
        abandonSeek()
        reporter.add(.release)
        become(.failed)
        enter(.ended, at: now)
        reporter.report(.didReceiveLifecycleEvent(event))
    }

    /// Ends playback, because the playhead has reached the end of the presentation.
    mutating func finish(at position: MediaTime, _ now: Instant) {
        // If a broadcast ends while the playhead waits at its end, the finite duration is reported
        // first.
        if tracks.live != nil {
            reporter.reportDurationIfRefined(moment(at: now), isFinal: tracks.isEndMeasured)
        }
        stopPlayhead(at: now, position)
        enter(.ended, at: now)
        isInPlayMode = false
        become(.finished)
        reachedEnd = true
        report(EventOrder.naturalEnd, at: now)
    }

    /// Fails the session before it makes any request.
    package mutating func failAtOnce(_ error: PlaybackError, at now: Instant) {
        failure = error
        become(.failed)
        enter(.ended, at: now)
        reporter.report(.fail, error: error)
    }

    /// Ends the session because the next one replaces it.
    ///
    /// A resumption in progress fails, because each resumption must be reported as complete or
    /// failed.
    package mutating func terminate(at now: Instant) {
        if phase == .terminated { return }
        leavePlayhead(at: now)
        abandonSeek()
        if reporter.silence == .resumption {
            reporter.report(.resumeFail, error: .loadFailed(.ended))
        }
        reporter.add(.release)
        enter(.ended, at: now)
        reporter.report(.terminate)
        become(.terminated)
        reporter.add(.notifyEnd)
    }

    /// Reports a content-protection error, once for all segments that it concerns.
    package mutating func reportProtectionError(_ error: SessionError) {
        guard error.isOfProtection else { return }
        switch phase {
        case .failed, .terminated, .idle: break
        case .loading, .ready, .finished: reporter.reportProtection(error)
        }
    }

    /// Stops the playhead, reports the cue points that it passed, and hides all cues.
    mutating func leavePlayhead(at now: Instant) {
        stopPlayhead(at: now)
        if phase == .ready { reporter.catchUpCuePointsIfPlayed(at: playhead.position(at: now)) }
        reporter.hideCues()
    }

    mutating func abandonSeek() {
        guard case .seek(let seek) = waiting else { return }
        endWait()
        if let completion = seek.completion { reporter.call(completion, finished: false) }
    }
}
