import HeadlessPlayback

// The rules that determine the end of a run with an endless broadcast.
extension Scenario {
    /// Whether the scenario plays an endless broadcast, or a recording.
    package var isEndless: Bool {
        assets.contains { $0.live?.isEndless == true || $0.recording != nil }
    }

    /// Whether a step ends the run.
    private var hasStop: Bool {
        steps.contains { if case .stop = $0.action { true } else { false } }
    }

    /// The indices of the steps whose instants are known before the run.
    package var scheduledSteps: [Int] {
        var result: [Int] = []
        var isScheduled = false
        for (place, step) in steps.enumerated() {
            switch step.trigger {
            case .start, .time, .behind: isScheduled = true
            case .position, .event: isScheduled = false
            case .afterPrevious: break
            }
            if isScheduled { result.append(place) }
        }
        return result
    }

    /// Whether the run ends with the last step whose instant is known before the run.
    ///
    /// The value is `true` if the scenario is endless, no step ends the run, and at least one step
    /// with a known instant occurs after the start of the run.
    package var endsWithSteps: Bool {
        guard isEndless, !hasStop else { return false }
        return scheduledSteps.contains { place in
            switch steps[place].trigger {
            case .time(let time), .behind(let time), .afterPrevious(let time): time > .zero
            case .start, .position, .event: false
            }
        }
    }

    /// Whether the run ends only at the time limit that the scenario states.
    package var endsByTimeLimit: Bool {
        isEndless && timeLimit != nil && !hasStop && !endsWithSteps
    }

    /// Whether the scenario is endless and contains nothing that would end the run.
    var lacksEnd: Bool { isEndless && timeLimit == nil && !hasStop && !endsWithSteps }
}
