package import Playlists
package import VirtualTime

/// A clock that converts instants of a simulation to dates.
package struct StoreClock {
    private let loop: EventLoop
    private let start: Int64

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - loop: The event loop of the simulation.
    ///   - epoch: The date at which the simulation starts.
    package init(loop: EventLoop, epoch: DateTime) {
        self.loop = loop
        start = epoch.millisecondsSince1970
    }

    /// The current date, in milliseconds since the start of 1970.
    package var now: Int64 { date(of: loop.now) }

    /// Returns the date of an instant in milliseconds since 1970, clamped to the range of `Int64`.
    package func date(of instant: Instant) -> Int64 {
        start.clampedSum(with: instant.sinceStart.inMilliseconds)
    }
}
