package import Presentation
package import VirtualTime

/// The stretch of media during which a session only reports its progress.
///
/// The event loop wakes a session when the playhead reaches a position of interest. The session
/// then either only reports its progress, or performs a step: it updates its playhead, its cues and
/// its requests. After each step, the session knows the position at which the next step is due,
/// because media must be requested there, the ready media ends there, or a caller waits for the
/// playhead there. The playhead passes the media before that position without a further step. Any
/// other event performs a step and ends the stretch.
package struct QuietStretch: Equatable, Sendable {
    /// The position of the session's next step, unless another event causes an earlier step.
    package let stop: MediaTime
    /// The position from which the session performs a step when it wakes; at most ``stop``.
    ///
    /// Before this position, the session only reports progress when it wakes.
    package let end: MediaTime

    /// The instant of the next wake, and the position of the playhead at that instant.
    private var wake: Wake?

    private struct Wake: Equatable {
        let instant: Instant
        let place: MediaTime
    }

    /// Creates a stretch.
    package init(stop: MediaTime, end: MediaTime) {
        self.stop = stop
        self.end = min(end, stop)
    }

    /// Records the next wake.
    ///
    /// - Parameters:
    ///   - instant: The instant of the wake.
    ///   - place: The position of the playhead at that instant; `nil` if the playhead is already
    ///     there, in which case nothing is stored.
    package mutating func expectWake(at instant: Instant, _ place: MediaTime?) {
        wake = place.map { Wake(instant: instant, place: $0) }
    }

    /// Returns the position that was recorded for the wake at an instant; `nil` if there is none.
    package func place(at now: Instant) -> MediaTime? {
        wake?.instant == now ? wake?.place : nil
    }
}

/// Determines when a session performs its next step, in which it evaluates its whole state.
///
/// The plan has the position of the next step, and states whether the session only reports progress
/// each time that it wakes before this position. The tracks of the session add their needs to the
/// plan.
package struct WakePlan: Equatable, Sendable {
    /// The need of a track that determines when the session performs its next step.
    package enum Need: Equatable, Sendable {
        /// No time is known at which the track will require a step of the session.
        ///
        /// A request of the track is in progress, or all of its media is ready.
        case nothing
        /// The track needs media once its buffered duration falls below the buffer goal.
        case media
        /// The track can obtain nothing more; the next step is due at the end of the track's media.
        case playhead
    }

    private let position: MediaTime
    private let goal: MediaTime
    /// The position of the session's next step, unless another event causes an earlier step.
    package private(set) var stop: MediaTime
    private var isQuiet = true

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - position: The position of the playhead.
    ///   - goal: The amount of media to have ready ahead of the playhead.
    ///   - stop: The next position at which the playhead causes an action other than a report.
    package init(position: MediaTime, goal: MediaTime, stop: MediaTime) {
        self.position = position
        self.goal = goal
        self.stop = stop
    }

    /// Adds the need of a track whose media is ready up to a position.
    package mutating func add(_ need: Need, readyUpTo end: MediaTime) {
        switch need {
        case .nothing: break
        case .playhead:
            isQuiet = false
            stop = min(stop, end)
        case .media where end - goal >= position:
            stop = min(stop, end - goal + MediaTime(ticks: 1))
        case .media:
            // This track has less media than the buffer goal but requests nothing, because it waits
            // for an event. At each wake, the session performs a step to check whether the track
            // still waits.
            isQuiet = false
        }
    }

    /// Makes the session evaluate its whole state each time that it wakes.
    ///
    /// The session then has no stretch in which it only reports progress.
    package mutating func stepAlways() { isQuiet = false }

    /// Returns the stretch after the playhead in which the session only reports progress.
    ///
    /// The result is `nil` if the session performs a step each time that it wakes.
    ///
    /// - Parameters:
    ///   - played: The played media.
    ///   - optimizer: The optimizer that sets the amount of media to buffer.
    /// - Returns: The stretch, which ends where that amount may change.
    package func stretch(
        after played: PlayedMedia, _ optimizer: BufferOptimizer
    ) -> QuietStretch? {
        guard isQuiet else { return nil }
        let change = optimizer.nextChange(viewed: played.total)
            .map { played.end + ($0 - played.total) }
        return QuietStretch(stop: stop, end: change ?? stop)
    }
}
