public import Sessions

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

    /// The domain of these codes.
    public static let domain = "OfflineVideoManagerErrorDomain"

    /// The kind of the error.
    public let code: Code
    /// The cause in one line, for people.
    public let reason: String
    /// The error of a lower floor; `nil` when there is none.
    public let underlying: SessionError?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - reason: The cause, for people.
    ///   - underlying: The error of a lower floor.
    public init(_ code: Code, _ reason: String, underlying: SessionError? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }
}

extension OfflineError: CustomStringConvertible {
    /// The domain, the code and the cause in one line.
    public var description: String { "\(Self.domain) \(code.rawValue): \(reason)" }
}
