public import Formats
package import VirtualTime

/// The reason why a resource cannot be loaded.
public struct TransportError: Error, Hashable, Sendable {
    /// The kind of an error.
    public enum Cause: Hashable, Sendable {
        /// The file does not exist.
        case notFound
        /// The path leads to a directory.
        case isDirectory
        /// The system cannot read the file, for the reason given.
        case unreadable(String)
        /// The server responded with an error status.
        case status(Int)
        /// The server could not be reached, or closed the connection before it responded.
        case unreachable(host: String, reason: String)
        /// The server did not respond, or became too slow.
        case timedOut
        /// The resource exceeds the size limit of the request.
        case tooLarge(limit: Int64)
        /// The number of redirects exceeds the limit.
        case tooManyRedirects(limit: Int)
        /// The connection could not be secured, for the reason given.
        case tls(String)
        /// The location is malformed, for the reason given.
        case malformedURL(String)
        /// No loader supports the scheme of the location.
        case unsupportedScheme(String)
        /// Loading the resource from this location is forbidden, for the reason given.
        case forbidden(String)
        /// The request was cancelled.
        case cancelled
        /// The resource does not have the requested bytes, or the server sent other bytes.
        case rangeNotSatisfied
        /// The local resource ends within the byte range: a retry has the same result.
        case endsWithinRange(expected: Int64, available: Int64)
        /// The resource has changed since its first bytes were loaded.
        case changed
        /// The resource ended early, with fewer bytes than expected.
        case truncated(expected: Int64?, received: Int64)
        /// The response is not valid HTTP, or an operation failed locally.
        case failed(String)
        /// An error other than a transport error prevents loading.
        case underlying(UnderlyingError)
    }

    /// The requested location; it may contain credentials.
    public let url: String

    /// The kind of the error.
    public let cause: Cause

    /// The time that an overloaded server asks clients to wait; `nil` when the server states none.
    ///
    /// The time is at most a day.
    public let retryAfter: Duration?

    /// The instant until which a simulated server delays the refusal; `nil` means no delay.
    package var heldUntil: Instant?

    /// The number of body bytes received before the error, including the bytes of an error page.
    ///
    /// Equal errors may have different numbers.
    package var receivedByteCount: Int64 = 0

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - url: The requested location.
    ///   - cause: The kind of the error.
    ///   - retryAfter: The time that the server asks clients to wait.
    public init(url: String, cause: Cause, retryAfter: Duration? = nil) {
        self.url = url
        self.cause = cause
        self.retryAfter = retryAfter
    }
}

extension TransportError {
    /// Returns whether two errors have the same location, cause and delays.
    public static func == (lhs: TransportError, rhs: TransportError) -> Bool {
        lhs.url == rhs.url && lhs.cause == rhs.cause && lhs.retryAfter == rhs.retryAfter
            && lhs.heldUntil == rhs.heldUntil
    }

    /// Adds the location, the cause and the delays to a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(cause)
        hasher.combine(retryAfter)
        hasher.combine(heldUntil)
    }
}

extension TransportError {
    /// Returns whether a refusal with a status is temporary, so that a retry may succeed.
    package static func mayPass(status: Int) -> Bool {
        status >= 500 || status == 408 || status == 429
    }
}

extension TransportError: CustomStringConvertible {
    /// The location, without credentials, and the cause on one line.
    public var description: String {
        url.isEmpty ? "the location is empty" : "\(SafeText.url(url)): \(cause)"
    }
}

extension TransportError.Cause: CustomStringConvertible {
    /// The cause on one line.
    public var description: String {
        switch self {
        case .notFound: "no such file"
        case .isDirectory: "is a directory"
        case .unreadable(let reason): "cannot be read: \(SafeText.line(reason))"
        case .status(let code): "the server answered with status \(code)"
        case .unreachable(let host, let reason):
            "cannot reach \(SafeText.line(host)): \(SafeText.line(reason))"
        case .timedOut: "the server took too long"
        case .tooLarge(let limit): "has more than \(limit) bytes"
        case .tooManyRedirects(let limit): "redirected more than \(limit) times"
        case .tls(let reason): "no secure connection: \(SafeText.line(reason))"
        case .malformedURL(let reason): "not a location: \(SafeText.line(reason))"
        case .unsupportedScheme(let scheme): "unsupported scheme \(SafeText.line(scheme))"
        case .forbidden(let reason): "not allowed: \(SafeText.line(reason))"
        case .cancelled: "cancelled"
        case .rangeNotSatisfied: "the requested bytes were not delivered"
        case .endsWithinRange(let expected, let available):
            "ends within its byte range: only \(available) of the \(expected) bytes exist"
        case .changed: "changed while it was read"
        case .truncated(let expected?, let received):
            "ended after \(received) of \(expected) bytes"
        case .truncated(nil, let received):
            "ended before it was complete, after \(received) bytes"
        case .failed(let reason): SafeText.line(reason)
        case .underlying(let error): SafeText.line("\(error)")
        }
    }
}
