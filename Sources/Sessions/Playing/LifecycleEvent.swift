/// An event in the life of a session.
///
/// Source: `Documentation/Brightcove.md#lifecycle-events`. The names come from the simulated SDK,
/// without its prefix.
public struct LifecycleEvent: Equatable, Sendable {
    /// The type of a lifecycle event.
    public enum EventType: String, CaseIterable, Equatable, Sendable {
        /// The media is loaded and can be played; reported once for each load.
        case ready = "Ready"
        /// The media could not be loaded.
        case fail = "Fail"
        /// The session is in play mode from this event on; the playhead may start to move later.
        case play = "Play"
        /// Playback was paused, or the video was played to its end.
        case pause = "Pause"
        /// Play was requested.
        case playRequest = "PlayRequest"
        /// Pause was requested.
        case pauseRequest = "PauseRequest"
        /// Playback ended early and cannot continue.
        case failedToPlayToEndTime = "FailedToPlayToEndTime"
        /// A resumption starts.
        case resumeBegin = "ResumeBegin"
        /// A resumption succeeded.
        case resumeComplete = "ResumeComplete"
        /// A resumption failed.
        case resumeFail = "ResumeFail"
        /// The video was played to its end.
        case end = "End"
        /// Playback stalled before the end.
        case playbackStalled = "PlaybackStalled"
        /// A stall is over.
        case playbackRecovered = "PlaybackRecovered"
        /// No media is buffered at the playhead: at the start, after a seek, or in a stall.
        case playbackBufferEmpty = "PlaybackBufferEmpty"
        /// Enough media is buffered at the playhead for playback.
        case playbackLikelyToKeepUp = "PlaybackLikelyToKeepUp"
        /// The session is about to be discarded; no event follows.
        case terminate = "Terminate"
        /// An error after which playback may continue.
        case error = "Error"
        /// A sequence of ads begins.
        case adSequenceEnter = "AdSequenceEnter"
        /// An ad begins.
        case adEnter = "AdEnter"
        /// An ad ended.
        case adExit = "AdExit"
        /// The sequence of ads ended.
        case adSequenceExit = "AdSequenceExit"
    }

    /// The type of the event.
    public let type: EventType
    /// The error, for types that have one.
    public let error: PlaybackError?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - type: The kind of the event.
    ///   - error: The error; `nil` when there is none.
    public init(_ type: EventType, error: PlaybackError? = nil) {
        self.type = type
        self.error = error
    }
}

/// An error reported to a delegate, identified by its domain and its code together.
public struct PlaybackError: Error, Equatable, Sendable {
    /// The domain of errors of sessions.
    public static let sessionDomain = "PlaybackSessionErrorDomain"

    /// The domain of the code.
    public let domain: String
    /// The code within the domain.
    public let code: Int
    /// The session error that caused this error.
    public let cause: SessionError

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - domain: The domain of the code.
    ///   - code: The code within the domain.
    ///   - cause: The cause.
    public init(domain: String, code: Int, cause: SessionError) {
        self.domain = domain
        self.code = code
        self.cause = cause
    }

    /// Returns the error for media that could not be loaded: code 69401.
    ///
    /// - Parameter cause: The cause.
    /// - Returns: The error with code 69401 and the given cause.
    public static func loadFailed(_ cause: SessionError) -> PlaybackError {
        PlaybackError(domain: sessionDomain, code: 69401, cause: cause)
    }

    /// Returns the error for playback that ended early: code 69402.
    ///
    /// - Parameter cause: The cause.
    /// - Returns: The error with code 69402 and the given cause.
    public static func failedToPlayToEnd(_ cause: SessionError) -> PlaybackError {
        PlaybackError(domain: sessionDomain, code: 69402, cause: cause)
    }

    /// Returns a protection error.
    ///
    /// It has the domain and the code of the key system, or code 69404 for bytes that could not be
    /// decrypted.
    ///
    /// - Parameter cause: The cause.
    /// - Returns: The error for the delegate.
    public static func protection(_ cause: SessionError) -> PlaybackError {
        guard case .contentKey(let failure) = cause else {
            return PlaybackError(domain: sessionDomain, code: 69404, cause: cause)
        }
        return PlaybackError(domain: failure.domain, code: failure.code, cause: cause)
    }

    /// Returns the error for a refused session, with the domain and code of the refusal.
    ///
    /// - Parameter refusal: The reason for the refusal.
    /// - Returns: The error for the delegate.
    public static func refused(_ refusal: SessionRefusal) -> PlaybackError {
        PlaybackError(domain: refusal.domain, code: refusal.code, cause: .refused(refusal))
    }

    /// Returns the error for a failed request to the playback service.
    ///
    /// It has the domain and the code of the service error.
    ///
    /// - Parameter error: The error of the service.
    /// - Returns: The error for the delegate.
    public static func playbackService(_ error: PlaybackServiceError) -> PlaybackError {
        PlaybackError(
            domain: PlaybackServiceError.domain, code: error.code, cause: .playbackService(error))
    }

    /// Returns the error for a video without a playable source: code 69403.
    ///
    /// - Parameter cause: The cause.
    /// - Returns: The error with code 69403 and the given cause.
    public static func noPlayableSource(_ cause: SessionError) -> PlaybackError {
        PlaybackError(domain: sessionDomain, code: 69403, cause: cause)
    }
}

extension PlaybackError: CustomStringConvertible {
    /// The cause, as one line.
    public var description: String { cause.description }
}
