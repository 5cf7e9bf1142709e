import Sessions
import VirtualTime

/// The periods in which a player makes as many parallel requests as its rules permit.
///
/// A request that is due in such a period waits for its turn. This value receives all requests of
/// the player in the order of their starts.
struct RequestTurns {
    /// The longest time for which a request may wait for its turn.
    private static let longestWait = Duration.seconds(60)
    /// The tolerated deviation of the time between two requests.
    private static let slack = Duration.milliseconds(1)

    /// The maximum number of concurrent requests; `nil` if there is no limit.
    private let limit: Int?
    /// The longest time from the end of a request to the start of a request that waited for it.
    private let interval: Duration
    /// The ends of the requests that were in progress at the newest start, the latest end first.
    private var ends: [Instant] = []
    /// The periods, in order; requests that follow each other belong to one period.
    private var periods: [ClosedRange<Instant>] = []

    /// Creates the periods of a player that has made no request.
    init(_ rules: RequestRules) {
        limit = rules.limit
        interval = max(rules.interval, rules.firstInterval ?? .zero) + Self.slack
    }

    /// Records the next request.
    ///
    /// - Parameters:
    ///   - start: The start of the request.
    ///   - end: The end of the request; `nil` if it had not ended at the end of the run.
    mutating func take(from start: Instant, to end: Instant?) {
        guard let limit else { return }
        let last = start.advanced(by: Self.longestWait)
        ends.removeAll { $0 < start }
        ends.append(min(end ?? last, last))
        ends.sort(by: >)
        guard ends.count >= limit else { return }
        let end = ends[limit - 1]
        if let period = periods.last, start <= period.upperBound.advanced(by: interval) {
            periods[periods.count - 1] = period.lowerBound...max(period.upperBound, end)
        } else {
            periods.append(start...end)
        }
        let oldest = start.advanced(by: .zero - Self.longestWait)
        periods.removeAll { $0.upperBound < oldest }
    }

    /// Returns the latest instant for the turn of a request that is due at an instant.
    func turn(of due: Instant) -> Instant {
        // A request that starts at the due instant, or soon after it, may have been due before.
        let soon = due.advanced(by: interval)
        guard let period = periods.last(where: { $0.lowerBound <= soon }), period.upperBound > due
        else { return due }
        return min(period.upperBound, due.advanced(by: Self.longestWait))
    }
}
