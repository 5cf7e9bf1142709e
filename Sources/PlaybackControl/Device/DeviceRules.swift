import Devices
import Sessions

/// Decides the effect of the simulated device on playback.
///
/// It is a value: it receives the changes of the device and returns the actions that the controller
/// must perform. `Documentation/Device.md` lists the rules and how certain they are.
struct DeviceRules: Equatable {
    /// Whether sound continues in the background.
    var allowsBackgroundAudio = false
    /// Whether video may be shown on another device.
    var allowsExternalPlayback = true
    /// Whether video is shown on a connected screen, if it may be shown on another device.
    var usesExternalScreen = false
    /// The state of the picture-in-picture window.
    var picture = PictureInPicture()
    /// The current interruption, and whether it stopped playback.
    ///
    /// `nil` when there is no interruption.
    private var interruption: Stopped?

    /// An interruption, and whether the session was playing when it began.
    private struct Stopped: Equatable {
        var wasPlaying: Bool
        var reason: Device.Interruption.Reason
    }

    /// The state of the device.
    struct Moment: Equatable {
        var appState = Device.AppState.foreground
        var audioSession = Device.AudioSession()
        var audioRoute = Device.AudioRoute.builtIn
        var isInterrupted = false
        var hasExternalScreen = false
        var capabilities = Device.Capabilities()

        init() {}

        init(_ device: Device) {
            appState = device.appState
            audioSession = device.audioSession
            audioRoute = device.audioRoute
            isInterrupted = device.isInterrupted
            hasExternalScreen = device.hasExternalScreen
            capabilities = device.capabilities
        }
    }

    /// An action that follows from a change of the device.
    enum Action: Equatable {
        /// Pauses playback because of the system, for example in an interruption.
        case pause
        /// Resumes playback.
        case resume
        /// Shows video on another device (`true`) or on this device again (`false`).
        case showExternally(Bool)
        /// Fails the session, because it cannot continue.
        case fail
        /// Reports that picture in picture starts or stops.
        case picture(PlaybackEvent.PictureInPictureStep)
    }

    /// Returns whether video is shown on another device.
    func isExternal(on device: Moment) -> Bool {
        guard allowsExternalPlayback else { return false }
        return device.audioRoute.showsVideoElsewhere
            || (usesExternalScreen && device.hasExternalScreen)
    }

    /// Returns whether the app can play audio in the background.
    func hasBackgroundAudio(on device: Moment) -> Bool {
        allowsBackgroundAudio && device.capabilities.hasBackgroundAudioMode
            && device.audioSession.isActive
    }

    /// Returns whether the system permits a session to play.
    func mayPlay(on device: Moment) -> Bool {
        if device.isInterrupted { return false }
        guard device.appState == .background else { return true }
        if picture.isShown { return true }
        if isExternal(on: device), device.capabilities.hasBackgroundAudioMode { return true }
        return hasBackgroundAudio(on: device) && device.audioSession.permitsBackgroundAudio
    }

    /// Records a pause by the user or the app.
    ///
    /// After a pause during an interruption, playback does not resume when the interruption ends.
    mutating func pauseIsWanted() { interruption?.wasPlaying = false }

    /// Returns the actions that follow from a change of the device.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - device: The state of the device after the change.
    ///   - isPlaying: Whether the current session is meant to play.
    ///   - wasExternal: Whether video was shown on another device before the change.
    ///   - resumes: Whether playback resumes after an interruption, if the system recommends it.
    /// - Returns: The actions, in order.
    mutating func follow(
        _ change: Device.Change, on device: Moment, isPlaying: Bool, wasExternal: Bool,
        resumes: Bool
    ) -> [Action] {
        var actions: [Action] = []
        if isExternal(on: device) != wasExternal {
            actions.append(.showExternally(!wasExternal))
        }
        switch change {
        case .appState:
            // In the background, the SDK detaches its video layer from the player, which ends
            // picture in picture. The SDK does not do this if the app has announced picture in
            // picture.
            if device.appState == .background, allowsBackgroundAudio, !picture.isAnnounced {
                actions += picture.stop(restores: false).map(Action.picture)
            }
        case .interruption(.began(let reason)):
            interruption = Stopped(wasPlaying: isPlaying, reason: reason)
        case .interruption(.ended(let shouldResume)):
            let stopped = interruption
            interruption = nil
            if resumes, shouldResume, let stopped, stopped.wasPlaying,
                stopped.reason != .routeDisconnected
            {
                actions.append(.resume)
            }
        case .audioRoute(_, .oldDeviceUnavailable):
            if isPlaying { return actions + [.pause] }
        case .mediaServicesReset:
            interruption = nil
            return actions + picture.stop(restores: false).map(Action.picture) + [.fail]
        case .audioRoute, .audioSession, .externalScreen, .connection, .memoryWarning,
            .thermalState:
            break
        }
        if isPlaying, !mayPlay(on: device) { actions.append(.pause) }
        return actions
    }
}

/// The state of the picture-in-picture window.
struct PictureInPicture: Equatable {
    /// Whether the app has disabled picture in picture.
    var isDisabled = false
    /// Whether the app has announced picture in picture, so that it continues in the background.
    var isAnnounced = false
    /// Whether the picture-in-picture window is shown.
    private(set) var isShown = false

    /// Starts picture in picture.
    ///
    /// - Parameters:
    ///   - capabilities: The capabilities of the device and the app; if they do not permit picture
    ///     in picture, nothing is reported.
    ///   - isPossible: Whether there is video to show and no ad is shown.
    /// - Returns: The events, in order.
    mutating func start(
        on capabilities: Device.Capabilities, isPossible: Bool
    ) -> [PlaybackEvent.PictureInPictureStep] {
        guard !isShown, !isDisabled, capabilities.hasPictureInPicture,
            capabilities.hasBackgroundAudioMode
        else { return [] }
        guard isPossible else { return [.failedToStart] }
        isShown = true
        return [.willStart, .didStart]
    }

    /// Stops picture in picture.
    ///
    /// - Parameter restores: Whether the app should restore its player's view.
    /// - Returns: The events, in order; empty when the window is not shown.
    mutating func stop(restores: Bool) -> [PlaybackEvent.PictureInPictureStep] {
        guard isShown else { return [] }
        isShown = false
        return (restores ? [.restoreUserInterface] : []) + [.willStop, .didStop]
    }
}
