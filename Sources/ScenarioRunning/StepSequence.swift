import HeadlessPlayback
import Scenarios

/// Determines which steps of a scenario are due.
///
/// This value receives events and returns the due steps. Each step is performed once. A step waits
/// only for its own trigger, which may be the previous step and a delay.
struct StepSequence {
    /// The steps that wait for equal events.
    private struct Waiting {
        let pattern: EventPattern
        /// The indices of the steps, by the number of the event that triggers them.
        var places: [Int: [Int]] = [:]
        private var count = 0

        init(_ pattern: EventPattern) { self.pattern = pattern }

        /// Counts an event if it matches, and returns the steps that it triggers.
        mutating func take(_ happening: Happening) -> [Int] {
            guard !places.isEmpty, pattern.fits(happening) else { return [] }
            count += 1
            return places.removeValue(forKey: count) ?? []
        }
    }

    private let steps: [ScenarioStep]
    private var isDone: [Bool]
    /// The steps that wait for events, grouped by the names of the events.
    ///
    /// A scenario may have thousands of such steps, and few of them concern any one event.
    private var waiting: [(name: String, patterns: [Waiting])] = []
    /// The steps that wait for the playhead; steps that were done are removed later.
    private var positions: [(place: Int, position: MediaTime)]
    /// The undone steps with which the run ends; `nil` if the run does not end with a step.
    private var lastSteps: Set<Int>?

    init(_ scenario: Scenario) {
        steps = scenario.steps
        isDone = steps.map { _ in false }
        positions = steps.enumerated().compactMap { place, step in
            guard case .position(let position) = step.trigger else { return nil }
            return (place, position)
        }
        if scenario.endsWithSteps { lastSteps = Set(scenario.scheduledSteps) }
        var groups: [String: Int] = [:]
        var known: [EventPattern: Int] = [:]
        for (place, step) in steps.enumerated() {
            guard case .event(let pattern, let occurrence) = step.trigger else { continue }
            let group = groups[pattern.name] ?? waiting.count
            if groups.updateValue(group, forKey: pattern.name) == nil {
                waiting.append((pattern.name, []))
            }
            let index = known[pattern] ?? waiting[group].patterns.count
            if known.updateValue(index, forKey: pattern) == nil {
                waiting[group].patterns.append(Waiting(pattern))
            }
            waiting[group].patterns[index].places[occurrence, default: []].append(place)
        }
    }

    /// Whether any step waits for an event.
    var waitsForEvents: Bool { !waiting.isEmpty }

    /// Whether the run ends because all steps with known instants were done.
    var endsRun: Bool { lastSteps?.isEmpty ?? false }

    /// The indices of the steps that were never done.
    var undone: [Int] { isDone.indices.filter { !isDone[$0] } }

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

    /// Returns the undone steps that wait for the playhead, each with its index.
    mutating func positioned() -> [(place: Int, position: MediaTime)] {
        positions.removeAll { isDone[$0.place] }
        return positions
    }

    private func places(_ isMeant: (ScenarioStep.Trigger) -> Bool) -> [Int] {
        steps.indices.filter { !isDone[$0] && isMeant(steps[$0].trigger) }
    }

    /// Processes an event.
    ///
    /// - Returns: The indices of the steps that it triggers, in order.
    mutating func take(_ happening: Happening) -> [Int] {
        let lifecycle = happening.lifecycle?.type.rawValue
        var due: [Int] = []
        for group in waiting.indices {
            let name = waiting[group].name
            // Details may follow the name of a pattern, as in `>> seek 5.000`.
            guard name == lifecycle || happening.name.hasPrefix(name) else { continue }
            for index in waiting[group].patterns.indices {
                due += waiting[group].patterns[index].take(happening)
            }
        }
        return due.sorted()
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
        lastSteps?.remove(place)
        let next = place + 1
        guard next < steps.count, case .afterPrevious(let delay) = steps[next].trigger else {
            return (steps[place].action, nil)
        }
        return (steps[place].action, (next, delay))
    }
}
