package import Playlists
package import VirtualTime

/// Tells dates in a world: the date at which it started and the time that has passed since.
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

    /// The date now, in milliseconds since 1970.
    package var now: Int64 { date(of: loop.now) }

    /// The date of an instant, in milliseconds since 1970, held within what can be counted.
    package func date(of instant: Instant) -> Int64 {
        start.clampedSum(with: instant.sinceStart.inMilliseconds)
    }
}
