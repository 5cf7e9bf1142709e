package import VirtualTime

/// The playhead of a session, which converts between instants and media positions.
///
/// Nothing else converts between these two kinds of time.
package struct Playhead: Equatable, Sendable {
    private var anchor: MediaTime = .zero
    private var anchoredAt: Instant = .start

    /// The rate of the playhead while it moves.
    package private(set) var rate: PlaybackRate = .normal
    /// Whether the playhead moves.
    package private(set) var isMoving = false

    package init() {}

    /// Returns the position at an instant.
    package func position(at instant: Instant) -> MediaTime {
        guard isMoving else { return anchor }
        return anchor + MediaTime(elapsed: anchoredAt.duration(to: instant), rate: rate)
    }

    /// Returns the instant at which the playhead reaches a position; `nil` for a stopped playhead.
    ///
    /// - Parameter position: The position; a position that the playhead has already passed is
    ///   reached at once.
    /// - Returns: The instant of the arrival.
    package func arrival(at position: MediaTime) -> Instant? {
        guard isMoving else { return nil }
        return anchoredAt.advanced(by: Duration(playing: position - anchor, at: rate))
    }

    /// Starts the playhead.
    package mutating func start(at instant: Instant) {
        anchoredAt = instant
        isMoving = true
    }

    /// Stops the playhead at its position.
    package mutating func stop(at instant: Instant) {
        anchor = position(at: instant)
        anchoredAt = instant
        isMoving = false
    }

    /// Moves the playhead to a position; a moving playhead continues to move.
    package mutating func jump(to position: MediaTime, at instant: Instant) {
        anchor = position
        anchoredAt = instant
    }

    /// Changes the rate.
    package mutating func setRate(_ newRate: PlaybackRate, at instant: Instant) {
        anchor = position(at: instant)
        anchoredAt = instant
        rate = newRate
    }
}
