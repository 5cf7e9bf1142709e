package import VirtualTime

/// The smoothed latency at the end of the buffered media, plus three mean deviations.
///
/// This is the smallest latency that counts as safe. The model is `DefaultLivePlaybackSpeedControl`
/// of media3 at commit 2bc20785, which samples the latency at each iteration of the playback loop
/// and calculates in whole microseconds.
package struct SafeLatency: Equatable, Sendable {
    /// The time between two samples of the latency.
    ///
    /// During playback, media3 iterates its playback loop every 10 ms.
    private static let interval = Duration.milliseconds(10)
    private static let microseconds: Int64 = 10_000
    /// The maximum number of samples that a call adds for the time since the previous call.
    ///
    /// More samples would not change the result noticeably.
    private static let mostLooks = 10_000
    /// The number of mean deviations that are added to the smoothed latency.
    private static let deviations: Int64 = 3

    private struct Sight: Equatable, Sendable {
        /// The latency that playback would have at the end of the buffer, in microseconds.
        let least: Int64
        let instant: Instant
    }

    /// The weight of the previous value when it is averaged with a new sample, in thousandths.
    package let weight: Int64
    private var smoothed: Int64?
    private var deviation: Int64 = 0
    private var last: Sight?

    /// Creates a safe latency without samples.
    ///
    /// - Parameter weight: The weight of the previous value when it is averaged with a new sample,
    ///   in thousandths.
    package init(weight: Int64) { self.weight = weight }

    /// The safe latency; `nil` before the first sample.
    package var value: MediaTime? {
        smoothed.map { MediaTime($0 + Self.deviations * deviation, timescale: 1_000_000) }
    }

    /// Samples the latency at the end of the buffered media.
    ///
    /// First, the samples for the time since the previous call are added. Since the end of the
    /// buffered media did not change in that time, the latency of these samples grows with time.
    ///
    /// - Parameters:
    ///   - least: The latency at the end of the buffered media, from this instant on.
    ///   - instant: The current instant.
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

    /// Pauses the sampling, because the playhead does not move.
    package mutating func rest() { last = nil }

    private mutating func smooth(_ least: Int64) {
        guard let former = smoothed else {
            smoothed = least
            return
        }
        // As in media3, the smoothed value follows a larger sample at once, and a smaller one
        // gradually.
        let new = max(least, mean(former, least))
        smoothed = new
        deviation = mean(deviation, least < new ? new - least : 0)
    }

    private func mean(_ former: Int64, _ new: Int64) -> Int64 {
        let sum = Int128(weight) * Int128(former) + Int128(1000 - weight) * Int128(new)
        return Int64(clamping: sum / 1000)
    }
}
