import VirtualTime

/// The triggers of steps, with times and positions in seconds.
///
/// A scenario is invalid if the time of a step is NaN or longer than 414 years. A step whose
/// position is NaN is never triggered.
extension ScenarioStep.Trigger {
    /// Returns a trigger for the moment at which virtual time reaches an instant.
    ///
    /// - Parameter seconds: The virtual time since the start of the scenario's `PlaybackWorld`.
    /// - Returns: The trigger.
    public static func time(_ seconds: Double) -> Self { .time(.clamped(seconds: seconds)) }

    /// Returns a trigger for an instant of virtual time, after all other events of that instant.
    ///
    /// - Parameter seconds: The virtual time since the start of the scenario's `PlaybackWorld`.
    /// - Returns: The trigger.
    public static func behind(_ seconds: Double) -> Self { .behind(.clamped(seconds: seconds)) }

    /// Returns a trigger for the moment at which playback reaches a position.
    ///
    /// - Parameter seconds: The position.
    /// - Returns: The trigger.
    public static func position(_ seconds: Double) -> Self {
        .position(MediaTime.seconds(seconds))
    }

    /// Returns a trigger for the moment at which a delay after the previous step has elapsed.
    ///
    /// - Parameter seconds: The delay.
    /// - Returns: The trigger.
    public static func after(_ seconds: Double) -> Self {
        .afterPrevious(.clamped(seconds: seconds))
    }

    /// Returns a trigger for the moment at which an event is reported.
    ///
    /// - Parameters:
    ///   - name: The base name of the delegate method, or the name of a lifecycle event.
    ///   - text: A part of the event's trace line.
    ///   - occurrence: The occurrence that triggers the step, counted from 1.
    /// - Returns: The trigger.
    public static func event(
        _ name: String, text: String? = nil, occurrence: Int = 1
    ) -> Self {
        .event(EventPattern(name, text: text), occurrence: occurrence)
    }

    /// Returns a trigger for the moment at which a lifecycle event is reported.
    ///
    /// - Parameters:
    ///   - type: The type of the lifecycle event.
    ///   - occurrence: The occurrence that triggers the step, counted from 1.
    /// - Returns: The trigger.
    public static func lifecycle(
        _ type: LifecycleEvent.EventType, occurrence: Int = 1
    ) -> Self {
        .event(EventPattern(type.rawValue), occurrence: occurrence)
    }
}

/// Adds an action to a scenario.
///
/// - Parameters:
///   - action: The action.
///   - trigger: The trigger.
/// - Returns: The step, as a part of a scenario.
public func step(
    _ action: ScenarioStep.Action, at trigger: ScenarioStep.Trigger = .start
) -> ScenarioPart {
    ScenarioPart { $0.steps.append(ScenarioStep(action, at: trigger)) }
}

/// Adds a step that starts or resumes playback.
public func play(at trigger: ScenarioStep.Trigger) -> ScenarioPart { step(.play, at: trigger) }

/// Adds a step that pauses playback.
public func pause(at trigger: ScenarioStep.Trigger) -> ScenarioPart { step(.pause, at: trigger) }

/// Adds a step that moves the playhead to a position.
///
/// - Parameters:
///   - seconds: The position. If it is infinite or NaN, the check `lint.infinite-progress` reports
///     a problem.
///   - tolerance: The number of seconds before or after the target within which the playhead may
///     land on a sync sample.
///   - trigger: The trigger.
/// - Returns: The step, as a part of a scenario.
public func seek(
    to seconds: Double, tolerance: Double = 0.1, at trigger: ScenarioStep.Trigger
) -> ScenarioPart {
    step(
        .seek(
            to: .seconds(seconds), toleranceBefore: .seconds(tolerance),
            toleranceAfter: .seconds(tolerance)),
        at: trigger)
}

/// Adds a step that changes the rate of playback.
public func setRate(_ rate: Double, at trigger: ScenarioStep.Trigger) -> ScenarioPart {
    step(.setRate(rate), at: trigger)
}

/// Adds a step that advances to the next video.
public func advance(at trigger: ScenarioStep.Trigger) -> ScenarioPart {
    step(.advance, at: trigger)
}

/// Adds a step that loads the current video again and resumes it at a position.
public func resume(from seconds: Double, at trigger: ScenarioStep.Trigger) -> ScenarioPart {
    step(.resume(at: .seconds(seconds), autoPlay: true), at: trigger)
}
