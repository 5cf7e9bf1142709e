package import Playlists
package import VirtualTime

/// Converts instants of a world to dates.
package struct StoreClock {
    private let loop: EventLoop
    private let start: Int64

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - loop: The loop of the world.
    ///   - epoch: The date at which the world started.
    package init(loop: EventLoop, epoch: DateTime) {
        self.loop = loop
        start = epoch.millisecondsSince1970
    }

    /// The current date, in milliseconds since 1970.
    package var now: Int64 { date(of: loop.now) }

    /// Returns the date of an instant in milliseconds since 1970, clamped to the range.
    package func date(of instant: Instant) -> Int64 {
        start.clampedSum(with: instant.sinceStart.inMilliseconds)
    }
}
