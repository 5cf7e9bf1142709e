package import VirtualTime

/// Notices that a response has been silent for some time: none of its bytes have arrived.
///
/// The caller passes the number of bytes once per ``step``, a hundredth of that time, so a silence is
/// noticed up to two steps late. Before the first byte, the time limit of the request applies.
package struct SilenceWatch: Equatable, Sendable {
    private let limit: Duration
    private var received: Int64 = 0
    private var since: Instant

    /// Creates a watch over a response without a byte.
    ///
    /// - Parameters:
    ///   - limit: The time without a byte; positive.
    ///   - now: The time of the world.
    package init(_ limit: Duration, at now: Instant) {
        precondition(limit > .zero, "a silence takes time")
        self.limit = limit
        since = now
    }

    /// The time between two looks.
    package var step: Duration { limit / 100 }

    /// Records the number of bytes that have arrived.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - now: The time of the world.
    /// - Returns: Whether the response has been silent for the time.
    package mutating func isSilent(_ count: Int64, at now: Instant) -> Bool {
        if count != received {
            received = count
            since = now
        }
        return received > 0 && since.duration(to: now) >= limit
    }
}
