/// A point in the virtual time of a simulated world, counted from its start.
///
/// Only the event loop of a world advances this time; it is unrelated to the clock of the machine.
public struct Instant: Hashable, Sendable {
    /// The virtual time elapsed since the start of the simulated world.
    public var sinceStart: Swift.Duration

    /// Creates a point in the virtual time of a simulated world.
    ///
    /// - Parameter sinceStart: The time elapsed since the start of the world.
    public init(sinceStart: Duration) {
        self.sinceStart = sinceStart
    }

    /// Returns the instant a number of seconds after the start of the simulated world.
    ///
    /// The number is clamped to the range of ``MediaTime``, about 414 years; a value that is not a
    /// number becomes the end of that range.
    ///
    /// - Parameter seconds: The number of seconds.
    /// - Returns: The instant.
    public static func seconds(_ seconds: Double) -> Instant {
        Instant(sinceStart: .clamped(seconds: seconds))
    }

    /// The start of the simulated world.
    public static let start = Instant(sinceStart: .zero)
}

extension Duration {
    /// The longest duration that ``clamped(seconds:)`` returns, about 414 years.
    package static let longest = Duration.seconds(
        MediaTime.indefinite.ticks / MediaTime.ticksPerSecond)

    /// Returns a number of seconds, clamped to the range of ``MediaTime``.
    ///
    /// - Parameter seconds: The number; a value that is not a number becomes ``longest``.
    /// - Returns: The duration, with a magnitude of at most ``longest``.
    package static func clamped(seconds: Double) -> Duration {
        let most = Double(MediaTime.indefinite.ticks / MediaTime.ticksPerSecond)
        if seconds < -most { return .zero - longest }
        return seconds < most ? .seconds(seconds) : longest
    }
}

extension Instant: InstantProtocol {
    /// Returns whether one instant precedes another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
        lhs.sinceStart < rhs.sinceStart
    }

    /// Returns the instant at a distance from this instant.
    ///
    /// - Parameter duration: The distance; negative for an earlier instant.
    /// - Returns: The instant.
    public func advanced(by duration: Duration) -> Instant {
        Instant(sinceStart: sinceStart + duration)
    }

    /// Returns the time from this instant to another.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: The time, negative when the other instant is earlier.
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
