import Formats
package import HeadlessPlayback
import Transport

/// A request and its outcome, as a line of ``FactLog``.
package enum RequestFact {
    /// Returns the text of a request in a simulation, with times on the virtual clock.
    package static func text(_ record: RequestRecord) -> String {
        let time = text(record.start.duration(to: record.end ?? record.start))
        let attempt = record.attempt > 1 ? ", attempt \(record.attempt)" : ""
        let outcome =
            switch record.outcome {
            case .underWay: "without an answer"
            case .received where record.isStored: "\(record.byteCount) bytes from the store"
            case .received: "\(record.byteCount) bytes in \(time)"
            case .failed(let reason, let isRetried):
                "failed after \(time)\(isRetried ? ", to be retried" : ""): \(reason)"
            case .abandoned: "cancelled after \(time)"
            }
        let place = place(record.kind, record.url, record.byteRange)
        return "\(record.start) s: \(place)\(attempt): \(outcome)"
    }

    /// Returns the text of a request that a loader made, with times on the machine's clock.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - start: The instant of the request.
    ///   - end: The instant of the outcome.
    ///   - outcome: The response, or the error.
    /// - Returns: The text.
    static func text(
        _ request: ResourceRequest, from start: Duration, to end: Duration,
        _ outcome: Result<ResourceResponse, TransportError>
    ) -> String {
        let time = text(end - start)
        let place = place(request.kind, request.url, request.byteRange)
        let words =
            switch outcome {
            case .success(let response):
                (response.status.map { "status \($0), " } ?? "")
                    + "\(response.body.byteCount) bytes in \(time)"
            case .failure(let error): "failed after \(time): \(error)"
            }
        return "\(text(start)): \(place): \(words)"
    }

    private static func place(
        _ kind: ResourceKind, _ url: String, _ range: Range<Int64>?
    ) -> String {
        let bytes = range.map { " bytes \($0.lowerBound)-\($0.upperBound - 1)" } ?? ""
        return "\(kind.words) \(SafeText.url(url))\(bytes)"
    }

    private static func text(_ duration: Duration) -> String {
        "\(Instant(sinceStart: duration)) s"
    }
}
