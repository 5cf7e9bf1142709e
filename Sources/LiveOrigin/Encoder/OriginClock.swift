package import Playlists
package import VirtualTime

/// The clock of an origin, from which playlists take the dates of segments.
package struct OriginClock: Equatable, Sendable {
    /// A correction of the clock.
    package struct Step: Equatable, Sendable {
        /// The time of the correction, from the start of the broadcast.
        package var at: MediaTime
        /// The correction; a negative one sets the clock back.
        package var by: MediaTime

        /// Creates a correction.
        package init(at: MediaTime, by: MediaTime) {
            self.at = at
            self.by = by
        }
    }

    /// The date of the start of the broadcast.
    package var onAir: DateTime
    /// The error of the clock at the start of the broadcast.
    package var skew: MediaTime
    /// The growth of the clock's error, in millionths of the elapsed time.
    package var drift: Int64
    /// The corrections.
    package var steps: [Step]

    /// Creates a clock, exact by default.
    package init(
        onAir: DateTime = DateTime(millisecondsSince1970: 0), skew: MediaTime = .zero,
        drift: Int64 = 0, steps: [Step] = []
    ) {
        self.onAir = onAir
        self.skew = skew
        self.drift = drift
        self.steps = steps
    }

    /// Returns the date that the clock shows at a time of the broadcast, including its error.
    package func date(at time: MediaTime) -> DateTime {
        DateTime(millisecondsSince1970: milliseconds(at: time))
    }

    /// Returns the date that the clock shows, in milliseconds since the start of 1970 in UTC.
    package func milliseconds(at time: MediaTime) -> Int64 {
        let error = steps.reduce(skew) { $1.at <= time ? $0 + $1.by : $0 }
        let drifted = Int128(time.ticks) * Int128(drift) / 1_000_000
        let shown = time + error + MediaTime(ticks: Int64(clamping: drifted))
        let (sum, overflow) = onAir.millisecondsSince1970.addingReportingOverflow(
            shown.value(timescale: 1000))
        return overflow ? onAir.millisecondsSince1970 : sum
    }
}
