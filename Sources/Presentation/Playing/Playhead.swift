package import VirtualTime

/// Where a session is in its media, and the only place where the two kinds of time meet.
package struct Playhead: Equatable, Sendable {
    private var anchor: MediaTime = .zero
    private var anchoredAt: Instant = .start

    /// How fast it moves when it moves.
    package private(set) var rate: PlaybackRate = .normal
    /// Whether it moves.
    package private(set) var isMoving = false

    package init() {}

    /// Where it is.
    package func position(at instant: Instant) -> MediaTime {
        guard isMoving else { return anchor }
        return anchor + MediaTime(elapsed: anchoredAt.duration(to: instant), rate: rate)
    }

    /// When it reaches a position if nothing stops it; `nil` while it does not move.
    ///
    /// - Parameter position: The position; one that it has passed is reached at once.
    /// - Returns: The instant.
    package func arrival(at position: MediaTime) -> Instant? {
        guard isMoving else { return nil }
        return anchoredAt.advanced(by: Duration(playing: position - anchor, at: rate))
    }

    /// Starts to move.
    package mutating func start(at instant: Instant) {
        anchoredAt = instant
        isMoving = true
    }

    /// Stops where it is.
    package mutating func stop(at instant: Instant) {
        anchor = position(at: instant)
        anchoredAt = instant
        isMoving = false
    }

    /// Jumps; it goes on moving if it did.
    package mutating func jump(to position: MediaTime, at instant: Instant) {
        anchor = position
        anchoredAt = instant
    }

    /// Changes how fast it moves.
    package mutating func setRate(_ newRate: PlaybackRate, at instant: Instant) {
        anchor = position(at: instant)
        anchoredAt = instant
        rate = newRate
    }
}
