import VirtualTime

/// The sum of successive segments' durations, for comparison with their dates.
///
/// Small differences of the same sign between dates and durations add up to a drift.
struct DateSum: Equatable {
    /// The fixed part of the tolerated error; the rounding errors of all durations are added to it.
    private static let tolerance = MediaTime.milliseconds(500)
    /// The quotient of a duration and the tolerated drift between two clocks.
    ///
    /// The clocks are the clock of the dates and the clock of the media. Good clocks drift apart by
    /// at most 100 millionths of the time.
    private static let clockRatio: Int64 = 10_000

    /// The segment at which the sum starts, with its date and its number.
    private struct Start: Equatable {
        /// The date of the segment, in milliseconds since 1970.
        let date: Int64
        let number: Int
    }

    /// The additional tolerated error for the rounding of dates.
    private let rounding: MediaTime
    private var start: Start?
    private var last = 0
    private var duration = MediaTime.zero
    /// The largest error of the sum that the rounding of the durations explains.
    private var error = MediaTime.zero

    /// Creates a sum without segments.
    ///
    /// - Parameter rounding: The additional tolerated error for the rounding of dates.
    init(rounding: MediaTime = .zero) { self.rounding = rounding }

    /// Adds the duration of a segment to the sum, and compares the sum with the dates.
    ///
    /// If the sum and the dates contradict each other, the sum starts again.
    ///
    /// - Parameters:
    ///   - earlier: The date of the earlier segment in milliseconds.
    ///   - later: The date of the later segment in milliseconds.
    ///   - length: The duration from the earlier to the later segment.
    ///   - lengthError: The largest rounding error of this duration.
    ///   - number: The media sequence number of the later segment.
    /// - Returns: The sum, the distance between the dates, and the number of segments, if the sum
    ///   and the dates contradict each other; `nil` if they agree.
    mutating func add(
        _ earlier: Int64, _ later: Int64, after length: MediaTime, error lengthError: MediaTime,
        number: Int
    ) -> (duration: MediaTime, distance: MediaTime, count: Int)? {
        if start == nil || last != number - 1 {
            start = Start(date: earlier, number: number - 1)
            (duration, error) = (.zero, .zero)
        }
        guard let start else { return nil }
        last = number
        duration += length
        error += lengthError
        let (milliseconds, overflow) = later.subtractingReportingOverflow(start.date)
        let distance = overflow ? MediaTime(ticks: .max) : .milliseconds(milliseconds)
        let clocks = MediaTime(ticks: duration.ticks / Self.clockRatio)
        let most = Self.tolerance + rounding + error + clocks
        guard (distance - duration).magnitude > most else { return nil }
        self.start = nil
        return (duration, distance, number - start.number)
    }
}
