extension Device {
    /// An interruption of an app's audio, by a call, an alarm or another app.
    ///
    /// Source: `Documentation/Device.md#interruptions`.
    public enum Interruption: Equatable, Sendable {
        /// The audio was interrupted; the system has paused the player.
        case began(Reason)
        /// The interruption ended; the system may recommend resuming playback.
        case ended(shouldResume: Bool)

        /// The reason for an interruption of audio.
        ///
        /// The raw values equal the raw values of `AVAudioSession.InterruptionReason`.
        public enum Reason: Int, CaseIterable, Sendable {
            /// Another audio session became active.
            case standard = 0
            /// The app was suspended; the interruption is reported once the app runs again.
            case appWasSuspended = 1
            case builtInMicMuted = 2
            /// The audio route was disconnected; playback should not resume.
            case routeDisconnected = 4
        }
    }
}

extension Device {
    /// Interrupts the audio of the app.
    ///
    /// The audio session of the app cannot be activated until the interruption ends.
    ///
    /// - Parameter reason: The reason.
    public func beginInterruption(_ reason: Interruption.Reason = .standard) {
        guard !isInterrupted else { return }
        isInterrupted = true
        report(.interruption(.began(reason)))
    }

    /// Ends the interruption of the app's audio.
    ///
    /// - Parameters:
    ///   - shouldResume: Whether the system recommends resuming playback.
    ///   - isReported: Whether the app is notified; the system does not always report the end of an
    ///     interruption.
    public func endInterruption(shouldResume: Bool = false, isReported: Bool = true) {
        guard isInterrupted else { return }
        isInterrupted = false
        if isReported { report(.interruption(.ended(shouldResume: shouldResume))) }
    }
}
