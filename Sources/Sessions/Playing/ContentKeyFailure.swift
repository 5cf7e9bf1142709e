public import Formats
import Transport

/// The reason why the key of encrypted segments is not available, as reported by a key system.
public struct ContentKeyFailure: Error, Equatable, Sendable {
    /// The domain of the code.
    public let domain: String
    /// The code within the domain.
    public let code: Int
    /// The cause as human-readable text.
    public let reason: String
    /// The location of the key, as its playlist states it.
    ///
    /// It is empty when the failure concerns no particular key.
    public let keyURL: String
    /// The response of a key server; empty when there is none.
    public let response: [UInt8]
    /// The error that caused the failure; `nil` when the key system itself refused.
    public let underlying: UnderlyingError?
    /// Whether a stored licence is missing, has expired or cannot be used.
    package var isOfStoredLicence = false

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - domain: The domain of the code.
    ///   - code: The code within the domain.
    ///   - reason: The cause as text for people to read.
    ///   - keyURL: The location of the key.
    ///   - response: The response of a key server.
    ///   - underlying: The error that caused the failure.
    public init(
        domain: String, code: Int, reason: String, keyURL: String, response: [UInt8] = [],
        underlying: (any Error)? = nil
    ) {
        self.domain = domain
        self.code = code
        self.reason = reason
        self.keyURL = keyURL
        self.response = response
        self.underlying = underlying.map { UnderlyingError($0) }
    }
}

extension ContentKeyFailure: CustomStringConvertible {
    /// A one-line description with the location of the key, if it is known, and the cause.
    public var description: String {
        if keyURL.isEmpty { return "no key: \(SafeText.line(reason))" }
        return "\(SafeText.url(keyURL)): no key: \(SafeText.line(reason, about: keyURL))"
    }
}
