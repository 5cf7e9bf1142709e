package import HeadlessPlayback
package import Presentation

/// The observations of a run that a sweep compares with another run.
package struct RunObservation: Sendable {
    /// A lifecycle event of a session.
    package struct ReportedEvent: Equatable, Sendable {
        package let session: Int
        package let type: LifecycleEvent.EventType
        package let hasError: Bool
    }

    /// The requests, in the order of their starts.
    package var requests: [RequestRecord] = []
    /// The requests to the simulated key server, in order.
    var questions: [SweptKeyServer.Question] = []
    /// The final ledgers of the sessions, in order.
    package var sessions: [ClosedLedger] = []
    /// The indices of the sessions that a step of the scenario ended early.
    package var takenAway: Set<Int> = []
    /// The lifecycle events, in order.
    package var lifecycle: [ReportedEvent] = []
    /// The number of displayed subtitle cues.
    package var cueCount = 0
    /// The number of planned videos.
    package var videoCount = 0
    /// The number of steps that could not be performed.
    package var undoneSteps = 0
    /// The duration of the run in virtual time.
    package var worldTime = Duration.zero
    /// Whether the run was ended although events remained.
    package var wasCutOff = false
    /// Whether the scenario itself ended the run while a broadcast continued.
    package var wasStopped = false
    /// The rules whose fault had no visible effect on any request.
    package var unmet: [FaultRule] = []
    /// The lines of the trace; empty unless they were requested.
    package var trace: [String] = []

    package init() {}

    /// Returns the total time that all sessions spent in an activity.
    package func time(in activity: ActivityClock.Activity) -> Duration {
        sessions.reduce(.zero) { $0 + $1.ledger.clock.time(in: activity) }
    }

    /// The total time that all sessions spent in startup, rebuffering and seeking.
    package var waiting: Duration {
        time(in: .startup) + time(in: .rebuffering) + time(in: .seeking)
    }

    /// The amount of media that was played.
    ///
    /// A finished video counts with its complete duration, any other video with the part that the
    /// playhead has passed.
    package var extent: MediaTime {
        sessions.reduce(.zero) { sum, session in
            let length = session.ledger.tracks.map(\.length).max() ?? .zero
            return sum + (session.hasEnded ? length : session.ledger.passed)
        }
    }

    /// Whether played media was damaged, or the ledgers report missing media.
    package var namesLoss: Bool {
        sessions.contains {
            !$0.ledger.tracks.allSatisfy(\.isSound) || $0.ledger.notes.contains(where: \.namesLoss)
                || $0.ledger.lossRemarkCount > 0
        }
    }

    /// Returns the number of events of a type.
    package func count(_ type: LifecycleEvent.EventType) -> Int {
        lifecycle.count { $0.type == type }
    }

    /// Whether every session played its complete media, or its media up to a planned end.
    package var isWhole: Bool {
        isFinished && sessions.allSatisfy { $0.failure == nil && $0.ledger.isSound }
    }

    /// Whether each session ended, was removed by a step, or was open when the run was stopped.
    var isFinished: Bool {
        sessions.indices.allSatisfy { place in
            sessions[place].hasEnded || takenAway.contains(place) || isOpen(place)
        }
    }

    /// Returns whether a session was playing or loading a broadcast when the run was stopped.
    func isOpen(_ place: Int) -> Bool {
        wasStopped && place == sessions.count - 1 && sessions[place].failure == nil
            && (sessions[place].ledger.live != nil || isUnstarted(place))
    }

    /// Returns whether a session had not started to play when the run was stopped.
    func isUnstarted(_ place: Int) -> Bool {
        wasStopped && place == sessions.count - 1
            && sessions[place].ledger.clock.activity == .startup
    }

    /// Whether the last session had not started to play when the run was stopped.
    var endedInStartup: Bool { !sessions.isEmpty && isUnstarted(sessions.count - 1) }

    /// The exit code with which `playctl play` ends after a run with these observations.
    package var exitCode: Int32 {
        if sessions.contains(where: { !$0.ledger.imbalances.isEmpty }) { return 3 }
        return isWhole && !endedInStartup && sessions.count >= videoCount && undoneSteps == 0
            ? 0 : 1
    }
}

/// The bounds at which a run ends even if events are left.
package struct RunLimits: Sendable {
    /// The maximum virtual time of the run; `nil` means that only the scenario's limit applies.
    package var worldTime: Duration?
    /// The maximum number of requests.
    package var requests = 1_000_000

    package init() {}
}
