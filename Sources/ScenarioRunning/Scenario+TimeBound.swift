package import PlaybackControl
package import Scenarios

extension Scenario {
    /// The bound of the time that the scenario takes.
    package var timeBound: TimeBound { TimeBound(timeLimit, planned: plannedTime) }

    /// The time that steps wait: the latest time that one names, and all delays after other steps.
    private var plannedTime: Duration {
        var latest = Duration.zero
        var delays = Duration.zero
        for step in steps {
            switch step.trigger {
            case .time(let time): latest = max(latest, time)
            case .afterPrevious(let delay): delays += delay
            case .start, .position, .event: break
            }
        }
        return latest + delays
    }
}
