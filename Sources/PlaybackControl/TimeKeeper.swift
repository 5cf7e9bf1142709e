import Sessions
import VirtualTime

/// Runs the world of a controller until no events are left or its time limit is reached.
package final class TimeKeeper {
    private unowned let controller: PlaybackController
    private var bound: TimeBound
    private var end: Instant
    private let keepsRealTime: Bool
    private var observation: Hold?
    /// The limit when it was reached; `nil` before.
    private var reached: Duration?

    /// Starts to follow the sessions of a controller.
    ///
    /// - Parameters:
    ///   - controller: The controller, which must outlive the keeper.
    ///   - bound: The limit.
    ///   - keepsRealTime: Whether the world follows real time, so that a viewer ends an endless
    ///     broadcast.
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

    private func follow(_ session: PlaybackSession) {
        if keepsRealTime, session.isBroadcast { bound.watchBroadcast() }
        bound.promise(session.promisedDuration, at: controller.rate, ofSession: session.number)
        end = Instant(sinceStart: bound.limit)
    }

    /// Whether the limit was reached while events were left.
    package var isTimeUp: Bool { reached != nil }

    /// Returns whether events are left within the limit.
    package func mayGoOn() -> Bool {
        guard let next = controller.world.loop.nextInstant else { return false }
        if next <= end { return true }
        bound.delay(controller.world.plannedDelay)
        end = Instant(sinceStart: bound.limit)
        if next <= end { return true }
        reached = bound.limit
        return false
    }

    /// Runs the next event, and returns whether there was one.
    package func runNext() -> Bool {
        mayGoOn() && controller.world.loop.runNext()
    }

    /// The problem and its place when the limit was reached; `nil` otherwise.
    package var trouble: String? {
        guard let reached else { return nil }
        let limit = "the time limit of \(reached.components.seconds) s is reached"
        guard let session = controller.currentSession else { return limit }
        let end = session.duration.map { ", expected the end at \($0) s" } ?? ""
        return "\(limit)\(end); the playhead is at \(session.placeText)"
    }
}
