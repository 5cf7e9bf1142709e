import HeadlessPlayback
import Scenarios

/// Measures the largest distance from the live edge in the periods of expectations.
struct LatencyWatch {
    /// A distance, and its instant.
    struct Measurement {
        let latency: MediaTime
        let instant: Instant
    }

    private let periods: [Range<Instant>]
    private var largest: [Measurement?]

    init(_ expectations: [Expectation]) {
        var periods: [Range<Instant>] = []
        for case .latency(let period, _) in expectations { periods.append(period) }
        self.periods = periods
        largest = periods.map { _ in nil }
    }

    /// Whether there is nothing to measure.
    var isIdle: Bool { periods.isEmpty }

    /// Records a measurement.
    mutating func take(_ latency: MediaTime, at instant: Instant) {
        for (place, period) in periods.enumerated() where period.contains(instant) {
            if let known = largest[place], known.latency >= latency { continue }
            largest[place] = Measurement(latency: latency, instant: instant)
        }
    }

    /// Returns the largest distance in a period; `nil` when there was none.
    func largest(during period: Range<Instant>) -> Measurement? {
        periods.firstIndex(of: period).flatMap { largest[$0] }
    }
}
