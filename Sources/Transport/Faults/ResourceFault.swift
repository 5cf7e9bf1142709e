import VirtualTime

/// A fault injected into one request.
///
/// A simulated world injects its faults into the same requests in each run: it counts requests in
/// the order in which it issues them, not in the order in which threads perform them.
public enum ResourceFault: Hashable, Sendable {
    /// The server responds with an error status, optionally with a `Retry-After` time.
    case status(Int, retryAfter: Duration? = nil)
    /// The connection breaks after the given number of body bytes.
    case reset(afterBytes: Int64 = 0)
    /// The server does not respond, and the request times out.
    case hang
    /// The body is silently truncated to the given number of bytes.
    case truncation(toBytes: Int64)
    /// The body is silently truncated to the given number of millionths of its size.
    case truncationToShare(millionths: Int)
    /// The bytes in a range of the body are replaced by zeros; `nil` means all bytes.
    case zeroedBytes(Range<Int64>?)
    /// The body arrives at no more than the given number of bits per second.
    case slowBody(bitsPerSecond: Int64)
    /// The first byte is delayed.
    case delay(Duration)
    /// The response to the first request for this location is repeated, even if it is outdated.
    case stale
    /// The bytes of a key are wrong.
    case wrongKey

    /// Returns a fault that silently truncates the body to a share of its size.
    ///
    /// - Parameter share: The number of millionths that remain.
    /// - Returns: The fault ``truncationToShare(millionths:)``.
    public static func truncation(toMillionths share: Int) -> ResourceFault {
        .truncationToShare(millionths: share)
    }
}

extension ResourceFault: CustomStringConvertible {
    /// The fault in a few words.
    public var description: String {
        switch self {
        case .status(let code, nil): "status \(code)"
        case .status(let code, let delay?):
            "status \(code), again after \(Instant(sinceStart: delay)) s"
        case .reset(let count): "reset after \(count) bytes"
        case .hang: "hang"
        case .truncation(let count): "cut to \(count) bytes"
        case .truncationToShare(let share): "cut to \(share) millionths"
        case .zeroedBytes(nil): "zeros"
        case .zeroedBytes(let range?): "zeros from \(range.lowerBound) to \(range.upperBound)"
        case .slowBody(let bitsPerSecond): "\(bitsPerSecond) bits a second"
        case .delay(let delay): "late by \(Instant(sinceStart: delay)) s"
        case .stale: "stale"
        case .wrongKey: "wrong key"
        }
    }
}
