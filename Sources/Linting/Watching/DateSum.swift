import VirtualTime

/// The sum of the durations between two dates, of segments that follow each other.
///
/// Small differences between dates and durations that have the same sign add up to a drift.
struct DateSum: Equatable {
    /// The tolerated error of the sum, in addition to a percentage of it.
    private static let tolerance = MediaTime.milliseconds(500)
    private static let percentage: Int64 = 1

    /// The segment at which the sum starts.
    private struct Start: Equatable {
        /// The date in milliseconds.
        let date: Int64
        let number: Int
    }

    private var start: Start?
    private var last = 0
    private var duration = MediaTime.zero

    /// Adds the distance between two successive segments.
    ///
    /// - Parameters:
    ///   - earlier: The date of the earlier segment in milliseconds.
    ///   - later: The date of the later segment in milliseconds.
    ///   - length: The duration of the earlier segment.
    ///   - number: The media sequence number of the later segment.
    /// - Returns: The sums if they contradict each other, and the sum then starts again; `nil` if
    ///   they agree.
    mutating func add(
        _ earlier: Int64, _ later: Int64, after length: MediaTime, number: Int
    ) -> (duration: MediaTime, distance: MediaTime, count: Int)? {
        if start == nil || last != number - 1 {
            start = Start(date: earlier, number: number - 1)
            duration = .zero
        }
        guard let start else { return nil }
        last = number
        duration += length
        let (milliseconds, overflow) = later.subtractingReportingOverflow(start.date)
        let distance = overflow ? MediaTime(ticks: .max) : .milliseconds(milliseconds)
        let error = distance - duration
        let most = Self.tolerance + MediaTime(ticks: duration.ticks / 100 * Self.percentage)
        guard max(error, .zero - error) > most else { return nil }
        self.start = nil
        return (duration, distance, number - start.number)
    }
}
