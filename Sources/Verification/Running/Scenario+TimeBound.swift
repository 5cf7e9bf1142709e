import HeadlessPlayback

extension Scenario {
    /// The bound of the time that the scenario takes.
    var timeBound: TimeBound { TimeBound(timeLimit, planned: plannedTime) }

    /// The time that steps wait for: the latest time named, and every delay after another step.
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
