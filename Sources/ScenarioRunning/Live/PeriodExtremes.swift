import VirtualTime

/// The lowest and the highest value of a measurement in each of several periods.
struct PeriodExtremes<Value: Comparable> {
    /// A value, and its instant.
    struct Measurement {
        let value: Value
        let instant: Instant
    }

    /// The lowest and the highest value of a period.
    struct Extremes {
        var lowest: Measurement
        var highest: Measurement
    }

    private let periods: [Range<Instant>]
    private var found: [Extremes?]

    init(_ periods: [Range<Instant>]) {
        self.periods = periods
        found = periods.map { _ in nil }
    }

    /// Whether there are no periods, so that no value needs to be measured.
    var isIdle: Bool { periods.isEmpty }

    /// Records a measurement.
    mutating func take(_ value: Value, at instant: Instant) {
        let new = Measurement(value: value, instant: instant)
        for (place, period) in periods.enumerated() where period.contains(instant) {
            var extremes = found[place] ?? Extremes(lowest: new, highest: new)
            if value < extremes.lowest.value { extremes.lowest = new }
            if value > extremes.highest.value { extremes.highest = new }
            found[place] = extremes
        }
    }

    /// Returns the lowest and the highest value of a period; `nil` if nothing was measured in it.
    func extremes(during period: Range<Instant>) -> Extremes? {
        periods.firstIndex(of: period).flatMap { found[$0] }
    }
}
