import HeadlessPlayback
import Scenarios

/// Determines which steps of a scenario are due.
///
/// This value receives events and returns the due steps. Each step is performed once. A step waits
/// only for its own trigger, which may be the previous step and a delay.
struct StepSequence {
    private let steps: [ScenarioStep]
    private var isDone: [Bool]
    /// The number of matching events so far for each step that waits for an event.
    private var occurrences: [Int]
    /// Whether any step waits for an event.
    let waitsForEvents: Bool

    init(_ steps: [ScenarioStep]) {
        self.steps = steps
        isDone = steps.map { _ in false }
        occurrences = steps.map { _ in 0 }
        waitsForEvents = steps.contains {
            if case .event = $0.trigger { true } else { false }
        }
    }

    /// The indices of the steps that were never done.
    var undone: [Int] { isDone.indices.filter { !isDone[$0] } }

    /// Returns whether all steps with the given indices were done.
    func areDone(_ places: [Int]) -> Bool { places.allSatisfy { isDone[$0] } }

    /// The indices of the steps to perform before anything else.
    var first: [Int] { places { $0 == .start } }

    /// The steps that wait for a time, each with its index.
    var timed: [(place: Int, time: Duration)] {
        steps.enumerated().compactMap { place, step in
            guard case .time(let time) = step.trigger else { return nil }
            return (place, time)
        }
    }

    /// The indices of the steps to perform after all events at an instant, in order.
    ///
    /// Each key is the time of the instant since the start of the run.
    var behind: [Duration: [Int]] {
        var result: [Duration: [Int]] = [:]
        for (place, step) in steps.enumerated() {
            if case .behind(let time) = step.trigger { result[time, default: []].append(place) }
        }
        return result
    }

    /// The steps that wait for the playhead, each with its index.
    var positioned: [(place: Int, position: MediaTime)] {
        steps.enumerated().compactMap { place, step in
            guard !isDone[place], case .position(let position) = step.trigger else { return nil }
            return (place, position)
        }
    }

    private func places(_ isMeant: (ScenarioStep.Trigger) -> Bool) -> [Int] {
        steps.indices.filter { !isDone[$0] && isMeant(steps[$0].trigger) }
    }

    /// Processes an event.
    ///
    /// - Returns: The indices of the steps that it triggers, in order.
    mutating func take(_ happening: Happening) -> [Int] {
        var due: [Int] = []
        for place in steps.indices where !isDone[place] {
            guard case .event(let pattern, let occurrence) = steps[place].trigger,
                pattern.fits(happening)
            else { continue }
            occurrences[place] += 1
            if occurrences[place] == occurrence { due.append(place) }
        }
        return due
    }

    /// Records that a step is being performed.
    ///
    /// - Returns: The action of the step, and the step that follows it with its delay; `nil` when
    ///   the step was performed before.
    mutating func begin(
        _ place: Int
    ) -> (action: ScenarioStep.Action, next: (place: Int, delay: Duration)?)? {
        guard !isDone[place] else { return nil }
        isDone[place] = true
        let next = place + 1
        guard next < steps.count, case .afterPrevious(let delay) = steps[next].trigger else {
            return (steps[place].action, nil)
        }
        return (steps[place].action, (next, delay))
    }
}
