public import Sessions

/// Why something about offline videos cannot be done; domain and code together say what happened.
///
/// Source: `Documentation/BrightcoveOffline.md#errors`.
public struct OfflineError: Error, Equatable, Sendable {
    /// What kind of failure it is.
    public enum Code: Int, Sendable {
        /// What was asked for makes no sense.
        case invalidParameter = 69300
        /// The video cannot be downloaded, or this cannot be done with it.
        case unsupported = 69301
        /// The download failed.
        case downloadFailure = 69302
        /// The licence no longer holds.
        case expiredLicense = 69303
        /// There is no licence, or it cannot be used.
        case invalidLicense = 69304
    }

    /// The domain of these codes.
    public static let domain = "OfflineVideoManagerErrorDomain"

    /// What kind of failure it is.
    public let code: Code
    /// What went wrong, for people; one line.
    public let reason: String
    /// What a lower floor said; `nil` when the failure arose here.
    public let underlying: SessionError?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it is.
    ///   - reason: What went wrong, for people.
    ///   - underlying: What a lower floor said.
    public init(_ code: Code, _ reason: String, underlying: SessionError? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }
}

extension OfflineError: CustomStringConvertible {
    /// One line with domain, code and reason.
    public var description: String { "\(Self.domain) \(code.rawValue): \(reason)" }
}
