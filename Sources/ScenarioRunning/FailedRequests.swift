import Formats
import HeadlessPlayback
import Sessions
import VirtualTime

/// Collects the failed requests of a run.
struct FailedRequests {
    /// The number of requests that were read from the log.
    private var seen = 0
    /// The number of changes to the log until the last call of ``take(from:at:)``.
    private var changesSeen = 0
    private var underWay: [Int] = []

    /// Returns whether the log has changed since the last call of ``take(from:at:)``.
    func mayHaveMore(in log: RequestLog) -> Bool { changesSeen != log.changeCount }

    /// Returns the requests that have failed since the last call, in the order of their starts.
    ///
    /// - Parameters:
    ///   - log: The log of the requests in the run.
    ///   - now: The current instant.
    /// - Returns: The failures, for the trace.
    mutating func take(from log: RequestLog, at now: Instant) -> [Happening] {
        guard mayHaveMore(in: log) else { return [] }
        changesSeen = log.changeCount
        underWay += seen..<log.count
        seen = log.count
        var failures: [Happening] = []
        underWay.removeAll { number in
            let outcome = log.outcome(of: number)
            if case .failed(let reason, let isRetried) = outcome {
                failures.append(
                    Happening(
                        .failedRequest(isRetried: isRetried), at: now, name: "!! request",
                        text: "\(PlaceText.cut(reason))\(isRetried ? ", retried" : "")"))
            }
            return outcome != .underWay
        }
        return failures
    }
}
