/// Why a resource cannot be had.
public struct TransportError: Error, Hashable, Sendable {
    /// What went wrong.
    public enum Cause: Hashable, Sendable {
        /// There is no such file.
        case notFound
        /// There is a directory where a file should be.
        case isDirectory
        /// The system does not let the file be read, for the reason given.
        case unreadable(String)
        /// A server refused, with this status.
        case status(Int)
        /// No server could be reached, or it hung up before it answered.
        case unreachable(host: String, reason: String)
        /// A server did not answer, or became too slow.
        case timedOut
        /// The resource has more bytes than the request allows.
        case tooLarge(limit: Int64)
        /// Servers pointed elsewhere more often than is allowed.
        case tooManyRedirects(limit: Int)
        /// The connection could not be secured, for the reason given.
        case tls(String)
        /// The location is not one, for the reason given.
        case malformedURL(String)
        /// No loader knows the scheme of the location.
        case unsupportedScheme(String)
        /// The resource may not be reached from where the request came from, for the reason given.
        case forbidden(String)
        /// Nobody waits for the resource any more.
        case cancelled
        /// The resource does not have the bytes that were asked for, or gave others.
        case rangeNotSatisfied
        /// The resource on this machine ends within the byte range: asking again gives the same.
        case endsWithinRange(expected: Int64, available: Int64)
        /// The resource is another one than when its first bytes came.
        case changed
        /// The resource ended early: bytes were expected and fewer came.
        case truncated(expected: Int64?, received: Int64)
        /// What a server said is not HTTP as it should be, or something failed on our side.
        case failed(String)
    }

    /// Where the resource should have been, as it was asked for; it may hold credentials.
    public let url: String

    /// What went wrong.
    public let cause: Cause

    /// How long a server that is overloaded asks to be left alone, at most a day; `nil` when it does
    /// not say.
    public let retryAfter: Duration?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - url: Where the resource should have been.
    ///   - cause: What went wrong.
    ///   - retryAfter: How long the server asks to be left alone.
    public init(url: String, cause: Cause, retryAfter: Duration? = nil) {
        self.url = url
        self.cause = cause
        self.retryAfter = retryAfter
    }
}

extension TransportError: CustomStringConvertible {
    /// One line that names the location, without credentials, and the cause.
    public var description: String {
        "\(SafeText.url(url)): \(cause)"
    }
}

extension TransportError.Cause: CustomStringConvertible {
    /// The cause in words, on one line.
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
        case .rangeNotSatisfied: "the byte range cannot be had"
        case .endsWithinRange(let expected, let available):
            "ends within the byte range: \(available) of \(expected) bytes are there"
        case .changed: "changed while it was read"
        case .truncated(let expected?, let received):
            "ended after \(received) of \(expected) bytes"
        case .truncated(nil, let received): "ended early, after \(received) bytes"
        case .failed(let reason): SafeText.line(reason)
        }
    }
}
