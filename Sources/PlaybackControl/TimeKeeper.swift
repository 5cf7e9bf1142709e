import Sessions
import VirtualTime

/// Runs the event loop of a controller until no events are left or the time limit is reached.
package final class TimeKeeper {
    private unowned let controller: PlaybackController
    private var bound: TimeBound
    private var end: Instant
    private let keepsRealTime: Bool
    private var observation: Hold?
    /// The time limit that was reached; `nil` before a limit is reached.
    private var reached: Duration?

    /// Creates a time keeper that observes the sessions of a controller.
    ///
    /// - Parameters:
    ///   - controller: The controller, which must outlive the time keeper.
    ///   - bound: The time limit.
    ///   - keepsRealTime: Whether the virtual clock follows real time. If so, a broadcast has no
    ///     derived limit, because a viewer ends it.
    package init(
        _ controller: PlaybackController, _ bound: TimeBound = TimeBound(),
        keepsRealTime: Bool = false
    ) {
        self.controller = controller
        self.keepsRealTime = keepsRealTime
        self.bound = bound
        end = Instant(sinceStart: bound.limit)
        observation = controller.observe { [weak self] event in
            guard case .didChangeDuration = event.kind, let session = event.session else { return }
            self?.follow(session)
        }
    }

    /// Adds the stated duration of a session to the time limit.
    ///
    /// If a broadcast is played in real time, the limit is no longer derived from stated durations.
    func follow(_ session: PlaybackSession) {
        if keepsRealTime, session.isBroadcast { bound.watchBroadcast() }
        bound.promise(session.promisedDuration, at: controller.rate, ofSession: session.number)
        end = Instant(sinceStart: bound.limit)
    }

    /// Whether the time limit was reached before all events had run.
    package var isTimeUp: Bool { reached != nil }

    /// Returns whether the event loop has a next event that is within the time limit.
    package func mayGoOn() -> Bool {
        guard let next = controller.world.loop.nextInstant else { return false }
        if next <= end { return true }
        bound.delay(controller.world.plannedDelay)
        end = Instant(sinceStart: bound.limit)
        if next <= end { return true }
        reached = bound.limit
        return false
    }

    /// Runs the next event if it is within the time limit, and returns whether an event was run.
    package func runNext() -> Bool {
        mayGoOn() && controller.world.loop.runNext()
    }

    /// A message that the limit was reached, with the playback position; `nil` if it was not.
    package var trouble: String? {
        guard let reached else { return nil }
        let limit = "the time limit of \(reached.components.seconds) s is reached"
        guard let session = controller.currentSession else { return limit }
        let end = session.duration.map { ", expected the end at \($0) s" } ?? ""
        return "\(limit)\(end); the playhead is at \(session.placeText)"
    }
}
