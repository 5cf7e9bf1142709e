/// A point in the time of a world, counted from its start.
///
/// Only the event loop of a world moves it. It has nothing to do with the time of any machine.
public struct Instant: Hashable, Sendable {
    /// How long after the start of the world this is.
    public var sinceStart: Duration

    /// Creates a point in the time of a world.
    ///
    /// - Parameter sinceStart: How long after the start of the world it is.
    public init(sinceStart: Duration) {
        self.sinceStart = sinceStart
    }

    /// The start of the world.
    public static let start = Instant(sinceStart: .zero)
}

extension Instant: InstantProtocol {
    /// Whether one instant comes before another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
        lhs.sinceStart < rhs.sinceStart
    }

    /// The instant that lies a span later.
    ///
    /// - Parameter duration: The span; a negative one leads to an earlier instant.
    /// - Returns: The instant.
    public func advanced(by duration: Duration) -> Instant {
        Instant(sinceStart: sinceStart + duration)
    }

    /// The span from this instant to another.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: The span, negative when the other one is earlier.
    public func duration(to other: Instant) -> Duration {
        other.sinceStart - sinceStart
    }
}

extension Instant: CustomStringConvertible {
    /// The seconds since the start of the world with three decimals, as traces print them.
    public var description: String {
        MediaTime(elapsed: sinceStart, rate: .normal).description
    }
}
