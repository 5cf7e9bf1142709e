import HeadlessPlayback
import Scenarios
import VirtualTime

/// Measures the lowest and the highest rate of playback in the periods of expectations.
struct RateWatch {
    /// A rate, and its instant.
    struct Measurement {
        let rate: PlaybackRate
        let instant: Instant
    }

    /// The rates of a period.
    struct Extremes {
        var lowest: Measurement
        var highest: Measurement
    }

    private let periods: [Range<Instant>]
    private var found: [Extremes?]

    init(_ expectations: [Expectation]) {
        var periods: [Range<Instant>] = []
        for case .rate(let period, _, _, _) in expectations { periods.append(period) }
        self.periods = periods
        found = periods.map { _ in nil }
    }

    /// Whether there is nothing to measure.
    var isIdle: Bool { periods.isEmpty }

    /// Records the rate of a playhead that moves.
    mutating func take(_ rate: PlaybackRate, at instant: Instant) {
        let new = Measurement(rate: rate, instant: instant)
        for (place, period) in periods.enumerated() where period.contains(instant) {
            var extremes = found[place] ?? Extremes(lowest: new, highest: new)
            if rate.millionths < extremes.lowest.rate.millionths { extremes.lowest = new }
            if rate.millionths > extremes.highest.rate.millionths { extremes.highest = new }
            found[place] = extremes
        }
    }

    /// Returns the rates of a period; `nil` when the playhead did not move in it.
    func extremes(during period: Range<Instant>) -> Extremes? {
        periods.firstIndex(of: period).flatMap { found[$0] }
    }
}
