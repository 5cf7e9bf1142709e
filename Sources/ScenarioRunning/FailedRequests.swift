import Formats
import HeadlessPlayback
import Sessions
import VirtualTime

/// The requests of a world that failed since they were last taken.
struct FailedRequests {
    /// The number of requests that were seen.
    private var seen = 0
    /// The number of changes of the log that were seen.
    private var changesSeen = 0
    private var underWay: [Int] = []

    /// Takes the requests that have failed, in the order in which they were made.
    ///
    /// - Parameters:
    ///   - log: The requests of the world.
    ///   - now: The current instant.
    /// - Returns: The failures, as the trace has them.
    mutating func take(from log: RequestLog, at now: Instant) -> [Happening] {
        guard changesSeen != log.changeCount else { return [] }
        changesSeen = log.changeCount
        underWay += seen..<log.count
        seen = log.count
        var failures: [Happening] = []
        underWay.removeAll { number in
            let record = log.record(number)
            if case .failed(let reason, let isRetried) = record.outcome {
                failures.append(
                    Happening(
                        .failedRequest(isRetried: isRetried), at: now, name: "!! request",
                        text: "\(PlaceText.cut(reason))\(isRetried ? ", retried" : "")"))
            }
            return record.outcome != .underWay
        }
        return failures
    }
}
