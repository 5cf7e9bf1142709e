package import Presentation
package import VirtualTime

/// The media during which a session only reports its progress.
///
/// After each step a session knows the position of the next one: a request for media, the end of
/// the ready media, or a waiting caller. Before that position the passing of time changes nothing,
/// and a wake only reports progress. Any other event performs a step and ends the stretch.
package struct QuietStretch: Equatable, Sendable {
    /// The position of the next step due to the passing of time.
    package let stop: MediaTime
    /// The position from which reports do not suffice; at most ``stop``.
    package let end: MediaTime

    /// The instant of the next wake, and the position that the playhead reaches at that instant.
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

    /// Notes the next wake.
    ///
    /// - Parameters:
    ///   - instant: The instant of the wake.
    ///   - place: The position of the playhead then; `nil` if it is there already.
    package mutating func expectWake(at instant: Instant, _ place: MediaTime?) {
        wake = place.map { Wake(instant: instant, place: $0) }
    }

    /// Returns the position that was computed with the next wake; `nil` at another instant.
    package func place(at now: Instant) -> MediaTime? {
        wake?.instant == now ? wake?.place : nil
    }
}

/// Collects the position of a session's next step, and whether earlier wakes only report progress.
package struct WakePlan: Equatable, Sendable {
    /// The need of a waiting track.
    package enum Need: Equatable, Sendable {
        /// No wake at a given time: a request is in progress, or everything is ready.
        case nothing
        /// More media, once the lead over the playhead falls below the goal.
        case media
        /// The track waits for the playhead, because it can obtain nothing more.
        case playhead
    }

    private let position: MediaTime
    private let goal: MediaTime
    /// The position of the next step due to the passing of time.
    package private(set) var stop: MediaTime
    private var isQuiet = true

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - position: The position of the playhead.
    ///   - goal: The media to have ready ahead of it.
    ///   - stop: The position of the next change that the playhead reaches.
    package init(position: MediaTime, goal: MediaTime, stop: MediaTime) {
        self.position = position
        self.goal = goal
        self.stop = stop
    }

    /// Adds a track that is ready up to a position.
    package mutating func add(_ need: Need, readyUpTo end: MediaTime) {
        switch need {
        case .nothing: break
        case .playhead:
            isQuiet = false
            stop = min(stop, end)
        case .media where end - goal >= position:
            stop = min(stop, end - goal + MediaTime(ticks: 1))
        case .media:
            // A track below its goal that requests nothing waits for another event, which causes a
            // step; each wake checks whether it still waits.
            isQuiet = false
        }
    }

    /// Makes each wake perform a step.
    package mutating func stepAlways() { isQuiet = false }

    /// Returns the stretch ahead of the playhead; `nil` when each wake performs a step.
    ///
    /// - Parameters:
    ///   - played: The played media.
    ///   - optimizer: The optimizer that sets the goal.
    /// - Returns: The stretch, which ends where the goal may change.
    package func stretch(
        after played: PlayedMedia, _ optimizer: BufferOptimizer
    ) -> QuietStretch? {
        guard isQuiet else { return nil }
        let change = optimizer.nextChange(viewed: played.total)
            .map { played.end + ($0 - played.total) }
        return QuietStretch(stop: stop, end: change ?? stop)
    }
}
