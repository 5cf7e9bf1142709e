import Sessions
import VirtualTime

/// Runs the world of a controller until nothing is left to happen or its time bound is reached.
package final class TimeKeeper {
    private unowned let controller: PlaybackController
    private var bound: TimeBound
    private var end: Instant
    private var observation: ObserverToken?
    /// The bound when it was reached; `nil` before.
    private var reached: Duration?

    /// Starts to follow the sessions of a controller.
    ///
    /// - Parameters:
    ///   - controller: The controller, which has to outlive the keeper.
    ///   - bound: The bound.
    package init(_ controller: PlaybackController, _ bound: TimeBound = TimeBound()) {
        self.controller = controller
        self.bound = bound
        end = Instant(sinceStart: bound.limit)
        observation = controller.observe { [weak self] event in
            guard case .didChangeDuration = event.kind, let session = event.session else { return }
            self?.follow(session)
        }
    }

    private func follow(_ session: PlaybackSession) {
        let rate = PlaybackRate(controller.playbackRate) ?? .normal
        bound.promise(session.promisedDuration, at: rate, ofSession: session.number)
        end = Instant(sinceStart: bound.limit)
    }

    /// Whether the time bound was reached although something could still happen.
    package var isTimeUp: Bool { reached != nil }

    /// Whether something is left to happen within the bound.
    package func mayGoOn() -> Bool {
        guard let next = controller.world.loop.nextInstant else { return false }
        guard next <= end else {
            reached = bound.limit
            return false
        }
        return true
    }

    /// Lets the next thing happen, and returns whether something happened.
    package func runNext() -> Bool {
        mayGoOn() && controller.world.loop.runNext()
    }

    /// What is wrong when the bound was reached, and where; `nil` when it was not.
    package var trouble: String? {
        guard let reached else { return nil }
        let limit = "the time limit of \(reached.components.seconds) s is reached"
        guard let session = controller.currentSession else { return limit }
        let end = session.duration.map { ", expected the end at \($0) s" } ?? ""
        return "\(limit)\(end); the playhead is at \(session.placeText)"
    }
}
