package import VirtualTime

/// The smallest latency that the buffered media permits, smoothed, with three deviations on top.
///
/// The model is `DefaultLivePlaybackSpeedControl` of media3 at commit 2bc20785, which looks at the
/// latency each time that its player works. Its arithmetic is in whole microseconds.
package struct SafeLatency: Equatable, Sendable {
    /// The time between two looks: media3 works every 10 ms while it plays.
    private static let interval = Duration.milliseconds(10)
    private static let microseconds: Int64 = 10_000
    /// The number of looks that are made up for at most; more change nothing that matters.
    private static let mostLooks = 10_000
    /// The deviations on top of the smoothed latency.
    private static let deviations: Int64 = 3

    private struct Sight: Equatable, Sendable {
        /// The latency of the end of the buffered media, in microseconds.
        let least: Int64
        let instant: Instant
    }

    /// The weight of the former value in each look, in thousandths.
    package let weight: Int64
    private var smoothed: Int64?
    private var deviation: Int64 = 0
    private var last: Sight?

    /// Creates a value without looks.
    ///
    /// - Parameter weight: The weight of the former value in each look, in thousandths.
    package init(weight: Int64) { self.weight = weight }

    /// The latency; `nil` before the first look.
    package var value: MediaTime? {
        smoothed.map { MediaTime($0 + Self.deviations * deviation, timescale: 1_000_000) }
    }

    /// Looks at the latency of the end of the buffered media.
    ///
    /// Since the last look, that latency has grown with time, which is made up for.
    ///
    /// - Parameters:
    ///   - least: The latency of the end of the buffered media, from now on.
    ///   - instant: The instant.
    package mutating func follow(_ least: MediaTime, at instant: Instant) {
        if let last {
            let elapsed = last.instant.duration(to: instant)
            var count = 1
            while count <= Self.mostLooks, Self.interval * count < elapsed {
                smooth(last.least + Int64(count) * Self.microseconds)
                count += 1
            }
        }
        let now = least.value(timescale: 1_000_000)
        if last?.instant != instant { smooth(now) }
        last = Sight(least: now, instant: instant)
    }

    /// Pauses the looks, because the playhead does not move.
    package mutating func rest() { last = nil }

    private mutating func smooth(_ least: Int64) {
        guard let former = smoothed else {
            smoothed = least
            return
        }
        // The upper bound counts, and not the mean.
        let new = max(least, mean(former, least))
        smoothed = new
        deviation = mean(deviation, least < new ? new - least : 0)
    }

    private func mean(_ former: Int64, _ new: Int64) -> Int64 {
        let sum = Int128(weight) * Int128(former) + Int128(1000 - weight) * Int128(new)
        return Int64(clamping: sum / 1000)
    }
}
