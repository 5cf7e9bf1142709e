public import Formats
import Transport

/// The refusal of a session, or of an action of a session, with an error code and a reason.
///
/// It comes from a rule of the provider that planned the session, or from the simulated system.
public struct SessionRefusal: Error, Equatable, Sendable {
    /// The domain of the code.
    public let domain: String
    /// The code within the domain.
    public let code: Int
    /// The refused action and its reason, as text for people.
    public let reason: String
    /// The error that caused the refusal; `nil` when there is none.
    public let underlying: UnderlyingError?

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - domain: The domain of the code.
    ///   - code: The code within the domain.
    ///   - reason: The refused action and the reason, for people.
    ///   - underlying: The error that caused the refusal.
    public init(domain: String, code: Int, reason: String, underlying: (any Error)? = nil) {
        self.domain = domain
        self.code = code
        self.reason = reason
        self.underlying = underlying.map { UnderlyingError($0) }
    }
}

extension SessionRefusal: CustomStringConvertible {
    /// The reason, on one line.
    public var description: String { SafeText.line(reason) }
}

extension SessionRefusal {
    /// The error that ends a session when the media services of the system restart.
    ///
    /// The domain and the code are the same as in the simulated system.
    ///
    /// Source: `Documentation/Device.md#interruptions`.
    package static let mediaServicesReset = SessionRefusal(
        domain: "AVFoundationErrorDomain", code: -11819,
        reason: "the media services of the system were restarted")
}
