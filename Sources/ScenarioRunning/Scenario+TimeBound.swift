import LiveOrigin
package import PlaybackControl
package import Scenarios
import VirtualTime

extension Scenario {
    /// The limit of the virtual time that a run of the scenario may take.
    package var timeBound: TimeBound { TimeBound(timeLimit, planned: plannedTime) }

    /// The virtual time that the steps and the ends of broadcasts require.
    ///
    /// It is the latest time that a step or the end of a broadcast states, plus the delays of all
    /// steps that follow other steps.
    private var plannedTime: Duration {
        var latest = Duration.zero
        var delays = Duration.zero
        for step in steps {
            switch step.trigger {
            case .time(let time), .behind(let time): latest = max(latest, time)
            case .afterPrevious(let delay): delays += delay
            case .start, .position, .event: break
            }
        }
        for ending in assets.compactMap(\.live?.ending) {
            latest = max(latest, Duration(playing: max(.zero, ending.length), at: .normal))
        }
        return latest + delays
    }
}
