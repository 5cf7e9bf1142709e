import Presentation
package import VirtualTime

/// The phase in the life of a session.
package enum PlaybackPhase: Equatable {
    case idle
    case loading(PlaybackMachine.LoadPurpose)
    case ready
    case finished
    case failed
    case terminated
}

extension PlaybackMachine {
    /// The phase in the life of a session.
    package typealias Phase = PlaybackPhase

    /// The purpose of a load.
    package enum LoadPurpose: Equatable {
        case start
        case resumption(MediaTime, autoPlay: Bool)

        /// The position to resume at; `nil` means the start position.
        package var position: MediaTime? {
            if case .resumption(let position, _) = self { position } else { nil }
        }
    }

    /// The reason why the playhead waits.
    package enum Waiting: Equatable {
        case start
        case stall
        case seek(Seek)
    }

    /// A seek that is not complete yet.
    package struct Seek: Equatable {
        package let target: MediaTime
        package let toleranceBefore: MediaTime
        package let toleranceAfter: MediaTime
        /// Whether playback had stalled, so that the stall ends when the seek is complete.
        package let endsStall: Bool
        /// The completion to call; `nil` if the seek has none.
        package let completion: CallTable.Number?
    }
}

extension PlaybackPhase {
    /// Returns the event that reports a failure in the phase; `nil` when the session is over.
    func failure(for cause: SessionError) -> LifecycleEvent? {
        var refused: PlaybackError?
        if case .refused(let refusal) = cause { refused = .refused(refusal) }
        switch self {
        case .loading(.start):
            return LifecycleEvent(.fail, error: refused ?? .load(cause))
        case .loading(.resumption):
            return LifecycleEvent(.resumeFail, error: refused ?? .load(cause))
        case .idle, .ready, .finished:
            return LifecycleEvent(
                .failedToPlayToEndTime, error: refused ?? .failedToPlayToEnd(cause))
        case .failed, .terminated:
            return nil
        }
    }

    /// Whether a session in this phase may report events without a command.
    package var isLive: Bool {
        switch self {
        case .loading, .ready, .finished: true
        case .idle, .failed, .terminated: false
        }
    }

    /// Whether media is fetched in this phase.
    var fetches: Bool {
        switch self {
        case .loading, .ready: true
        case .idle, .finished, .failed, .terminated: false
        }
    }

    /// Whether seeks are permitted.
    package var takesSeeks: Bool {
        switch self {
        case .ready, .finished: true
        case .idle, .loading, .failed, .terminated: false
        }
    }

    /// Whether a resumption, which loads the source again, is accepted in this phase.
    package var takesResumptions: Bool {
        switch self {
        case .idle, .ready, .finished, .failed: true
        case .loading, .terminated: false
        }
    }

    /// Whether the session can still fail because its video must not be played on another device.
    package var mayBeRefused: Bool { isLive }

    /// The events that are suppressed in this phase.
    var silence: PlaybackReporter.Silence {
        switch self {
        case .loading(.resumption): .resumption
        case .terminated: .complete
        case .idle, .loading(.start), .ready, .finished, .failed: .none
        }
    }
}

extension PlaybackError {
    /// Returns the error for a failed load, which has the code of a stored licence that is refused.
    ///
    /// Source: `Documentation/BrightcoveOffline.md#licences`.
    fileprivate static func load(_ cause: SessionError) -> PlaybackError {
        if case .contentKey(let failure) = cause, failure.isOfStoredLicence {
            return .protection(cause)
        }
        return .loadFailed(cause)
    }
}

extension PlaybackMachine.Waiting {
    /// Whether the wait follows a stall whose recovery has not been reported.
    var isStall: Bool {
        switch self {
        case .stall: true
        case .seek(let seek): seek.endsStall
        case .start: false
        }
    }

    /// Returns the activity of a session whose media is loaded.
    ///
    /// - Parameters:
    ///   - waiting: The reason why the playhead waits; `nil` when it may move.
    ///   - isInPlayMode: Whether the session is in play mode, even if the playhead waits.
    /// - Returns: The activity to which the clock attributes the time.
    static func activity(of waiting: Self?, isInPlayMode: Bool) -> ActivityClock.Activity {
        guard isInPlayMode else { return .paused }
        switch waiting {
        case .start: return .startup
        case .stall: return .rebuffering
        case .seek: return .seeking
        case nil: return .playing
        }
    }
}
