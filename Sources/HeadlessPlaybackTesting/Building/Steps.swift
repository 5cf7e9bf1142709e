/// When something is done, in seconds.
extension ScenarioStep.Trigger {
    /// At a time of the world.
    ///
    /// - Parameter seconds: The time, counted from the start of the world.
    /// - Returns: The trigger.
    public static func time(_ seconds: Double) -> Self { .time(.seconds(seconds)) }

    /// When the playhead comes to a place by playing.
    ///
    /// - Parameter seconds: The place.
    /// - Returns: The trigger.
    public static func position(_ seconds: Double) -> Self { .position(media(seconds)) }

    /// Some time after the step before it was done.
    ///
    /// - Parameter seconds: The time.
    /// - Returns: The trigger.
    public static func after(_ seconds: Double) -> Self { .afterPrevious(.seconds(seconds)) }

    /// When something is told.
    ///
    /// - Parameters:
    ///   - name: The base name of the delegate's method, or the name of a lifecycle event.
    ///   - text: A part of what the trace says of it.
    ///   - occurrence: The how manieth time counts, from 1.
    /// - Returns: The trigger.
    public static func event(
        _ name: String, text: String? = nil, occurrence: Int = 1
    ) -> Self {
        .event(EventPattern(name, text: text), occurrence: occurrence)
    }

    /// When something happens in the life of a session.
    ///
    /// - Parameters:
    ///   - type: What happens.
    ///   - occurrence: The how manieth time counts, from 1.
    /// - Returns: The trigger.
    public static func lifecycle(
        _ type: LifecycleEvent.EventType, occurrence: Int = 1
    ) -> Self {
        .event(EventPattern(type.rawValue), occurrence: occurrence)
    }
}

/// Seconds as media time, held within its range.
func media(_ seconds: Double) -> MediaTime {
    MediaTime(seconds: seconds) ?? (seconds < 0 ? -MediaTime(ticks: .max) : MediaTime(ticks: .max))
}

/// Does something in a scenario.
///
/// - Parameters:
///   - action: What is done.
///   - trigger: When.
/// - Returns: The part of a scenario.
public func step(
    _ action: ScenarioStep.Action, at trigger: ScenarioStep.Trigger = .start
) -> ScenarioPart {
    ScenarioPart { $0.steps.append(ScenarioStep(action, at: trigger)) }
}

/// Plays.
public func play(at trigger: ScenarioStep.Trigger) -> ScenarioPart { step(.play, at: trigger) }

/// Pauses.
public func pause(at trigger: ScenarioStep.Trigger) -> ScenarioPart { step(.pause, at: trigger) }

/// Puts the playhead elsewhere.
///
/// - Parameters:
///   - seconds: Where.
///   - tolerance: How many seconds before or after it the playhead may land, on a sync sample.
///   - trigger: When.
/// - Returns: The part of a scenario.
public func seek(
    to seconds: Double, tolerance: Double = 0.1, at trigger: ScenarioStep.Trigger
) -> ScenarioPart {
    step(
        .seek(
            to: media(seconds), toleranceBefore: media(tolerance),
            toleranceAfter: media(tolerance)),
        at: trigger)
}

/// Changes how fast media plays.
public func setRate(_ rate: Double, at trigger: ScenarioStep.Trigger) -> ScenarioPart {
    step(.setRate(rate), at: trigger)
}

/// Goes on to the next video.
public func advance(at trigger: ScenarioStep.Trigger) -> ScenarioPart {
    step(.advance, at: trigger)
}

/// Loads the current video anew and goes on from a place.
public func resume(from seconds: Double, at trigger: ScenarioStep.Trigger) -> ScenarioPart {
    step(.resume(at: media(seconds), autoPlay: true), at: trigger)
}
