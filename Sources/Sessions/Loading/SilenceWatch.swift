package import VirtualTime

/// Detects that a response has been silent: no byte has arrived for some time.
///
/// The caller passes the number of received bytes once per ``step``, a hundredth of the time limit,
/// so a silence is detected up to two steps late. Before the first byte, the time limit of the
/// request applies.
package struct SilenceWatch: Equatable, Sendable {
    private let limit: Duration
    private var received: Int64 = 0
    private var since: Instant

    /// Creates a watch for a response of which no byte has arrived.
    ///
    /// - Parameters:
    ///   - limit: The longest time without a new byte; positive.
    ///   - now: The current instant.
    package init(_ limit: Duration, at now: Instant) {
        precondition(limit > .zero, "a silence takes time")
        self.limit = limit
        since = now
    }

    /// The time between two calls of ``isSilent(_:at:)``.
    package var step: Duration { limit / 100 }

    /// Records the number of bytes that have arrived, and returns whether the response is silent.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - now: The current instant.
    /// - Returns: Whether the time since the last byte arrived has reached the time limit.
    package mutating func isSilent(_ count: Int64, at now: Instant) -> Bool {
        if count != received {
            received = count
            since = now
        }
        return received > 0 && since.duration(to: now) >= limit
    }
}
