/// Configures the device at the start of the scenario.
///
/// - Parameter change: Changes the configuration.
/// - Returns: The part of a scenario.
public func device(_ change: @escaping @Sendable (inout DeviceSetup) -> Void) -> ScenarioPart {
    ScenarioPart { change(&$0.surroundings.device) }
}

/// Permits background audio, with an active audio session of the category `playback`.
///
/// - Parameter options: The options of the category.
/// - Returns: The part of a scenario.
public func backgroundAudio(options: Device.AudioSession.Options = []) -> ScenarioPart {
    ScenarioPart {
        $0.player.device.allowsBackgroundAudio = true
        $0.surroundings.device.audioSession = Device.AudioSession(
            category: .playback, options: options, isActive: true)
    }
}

/// Adds a step that changes the state of the app, for example to the background.
///
/// - Parameters:
///   - state: The state of the app.
///   - trigger: The trigger.
/// - Returns: The part of a scenario.
public func enter(
    _ state: Device.AppState, at trigger: ScenarioStep.Trigger
) -> ScenarioPart {
    step(.enter(state), at: trigger)
}

/// Adds a step that interrupts the audio of the app.
///
/// - Parameters:
///   - reason: The reason.
///   - trigger: The trigger.
/// - Returns: The part of a scenario.
public func interrupt(
    _ reason: Device.Interruption.Reason = .standard, at trigger: ScenarioStep.Trigger
) -> ScenarioPart {
    step(.device(.interrupt(.began(reason))), at: trigger)
}

/// Adds a step that ends the interruption of the app's audio.
///
/// - Parameters:
///   - shouldResume: Whether the system recommends resuming playback.
///   - isReported: Whether the app is notified.
///   - trigger: The trigger.
/// - Returns: The part of a scenario.
public func endInterruption(
    shouldResume: Bool = false, isReported: Bool = true, at trigger: ScenarioStep.Trigger
) -> ScenarioPart {
    step(
        .device(
            isReported
                ? .interrupt(.ended(shouldResume: shouldResume)) : .endInterruptionUnreported),
        at: trigger)
}

/// Adds a step that changes the audio route, for example from the speaker to headphones.
///
/// - Parameters:
///   - route: The route.
///   - reason: The reason for the change; `nil` for the usual reason.
///   - trigger: The trigger.
/// - Returns: The part of a scenario.
public func route(
    _ route: Device.AudioRoute, reason: Device.AudioRoute.ChangeReason? = nil,
    at trigger: ScenarioStep.Trigger
) -> ScenarioPart {
    step(.device(.setAudioRoute(route, reason: reason)), at: trigger)
}

/// Adds a step that performs a picture-in-picture action, such as starting picture in picture.
///
/// - Parameters:
///   - action: The action.
///   - trigger: The trigger.
/// - Returns: The part of a scenario.
public func pictureInPicture(
    _ action: PictureInPictureAction, at trigger: ScenarioStep.Trigger
) -> ScenarioPart {
    step(.device(.pictureInPicture(action)), at: trigger)
}

/// Adds a step that begins an ad.
public func beginAd(at trigger: ScenarioStep.Trigger) -> ScenarioPart {
    step(.device(.setAdShown(true)), at: trigger)
}

/// Adds a step that ends the ad.
public func endAd(at trigger: ScenarioStep.Trigger) -> ScenarioPart {
    step(.device(.setAdShown(false)), at: trigger)
}

/// Adds a step that sends a command from outside the app, such as from the lock screen.
///
/// - Parameters:
///   - command: The command.
///   - source: The source of the command.
///   - trigger: The trigger.
/// - Returns: The part of a scenario.
public func remote(
    _ command: SystemControls.Command, from source: SystemControls.Source = .remote,
    at trigger: ScenarioStep.Trigger
) -> ScenarioPart {
    step(.device(.command(command, from: source)), at: trigger)
}

/// Adds a step that changes the audio session of the app.
///
/// - Parameters:
///   - change: The change.
///   - trigger: The trigger.
/// - Returns: The part of a scenario.
public func audioSession(
    _ change: AudioSessionChange, at trigger: ScenarioStep.Trigger
) -> ScenarioPart {
    step(.device(.setAudioSession(change)), at: trigger)
}
