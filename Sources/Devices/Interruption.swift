extension Device {
    /// An interruption of an app's audio, by a call, an alarm or another app.
    ///
    /// Source: `Documentation/Device.md#interruptions`.
    public enum Interruption: Equatable, Sendable {
        /// The audio was interrupted; the system has paused the player.
        case began(Reason)
        /// The interruption ended; the system may recommend to resume.
        case ended(shouldResume: Bool)

        /// The reason for an interruption of audio, with the numbers of the simulated system.
        public enum Reason: Int, CaseIterable, Sendable {
            /// Another audio session became active.
            case standard = 0
            /// The app was suspended; reported once it runs again.
            case appWasSuspended = 1
            case builtInMicMuted = 2
            /// The route is gone; playback is not to resume.
            case routeDisconnected = 4
        }
    }
}

extension Device {
    /// Interrupts the audio of the app; its audio session cannot be activated until the end.
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
    ///   - shouldResume: Whether the system recommends to resume.
    ///   - isReported: Whether the app is notified. An end may remain unreported.
    public func endInterruption(shouldResume: Bool = false, isReported: Bool = true) {
        guard isInterrupted else { return }
        isInterrupted = false
        if isReported { report(.interruption(.ended(shouldResume: shouldResume))) }
    }
}
