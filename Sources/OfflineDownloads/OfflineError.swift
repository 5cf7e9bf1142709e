public import Formats

/// An error of offline videos; domain and code together identify it.
///
/// Source: `Documentation/BrightcoveOffline.md#errors`.
public struct OfflineError: Error, Equatable, Sendable {
    /// The kind of an error.
    public enum Code: Int, Sendable {
        /// A parameter is invalid.
        case invalidParameter = 69300
        /// The video does not support the operation.
        case unsupported = 69301
        /// The download failed.
        case downloadFailure = 69302
        /// The licence has expired.
        case expiredLicense = 69303
        /// The licence is missing or unusable.
        case invalidLicense = 69304
    }

    /// The domain of the errors of offline videos.
    public static let domain = "OfflineVideoManagerErrorDomain"

    /// The kind of the error.
    public let code: Code
    /// The human-readable cause, on one line.
    public let reason: String
    /// The error that caused this one; `nil` when there is none.
    public let underlying: UnderlyingError?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - reason: The human-readable cause.
    ///   - underlying: The error that caused this one.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying.map { UnderlyingError($0) }
    }

    /// Creates an error that wraps `error` and has the description of `error` as its reason.
    package init(_ code: Code, because error: any Error) {
        self.init(code, "\(error)", underlying: error)
    }
}

extension OfflineError: CustomStringConvertible {
    /// The domain, the code and the cause on one line.
    public var description: String { "\(Self.domain) \(code.rawValue): \(reason)" }
}
