/// The reason why a key server denies a request.
public struct KeyServerDenial: Error, Equatable, Sendable {
    /// The cause of a denial.
    public enum Reason: Equatable, Sendable {
        /// The body is not an SPC, or was altered.
        case malformedRequest(LicenceError)
        /// The SPC is encrypted for a certificate that the server does not have.
        case unknownCertificate
        /// The SPC has already been answered.
        case replayedRequest
        /// The content has no policy.
        case unknownContent
        /// The rental of the client has expired.
        case licenceExpired
        /// The policy permits no renewals, or the client has used all permitted renewals.
        case renewalDenied
        /// The policy does not permit storing a licence.
        case persistenceDenied
        /// The policy requires a protected output, which the client does not have.
        case outputNotProtected
        /// The content is already leased to the maximum number of clients.
        case tooManyClients(limit: Int)
        /// The server has reached its maximum number of recorded clients.
        case serverFull
        /// The policy injects a fault: an error response with this HTTP status code.
        case simulated(status: Int)
        /// The path is unknown.
        case unknownEndpoint
        /// The path does not support the method.
        case methodNotAllowed(allowed: String)
        /// The body exceeds the size limit.
        case bodyTooLarge
    }

    /// The cause of the denial.
    public let reason: Reason

    /// Creates a denial.
    ///
    /// - Parameter reason: The cause.
    public init(_ reason: Reason) {
        self.reason = reason
    }

    /// The value of `error_code` in the JSON object of the response.
    public var code: String {
        switch reason {
        case .malformedRequest: "spc_malformed"
        case .unknownCertificate: "certificate_unknown"
        case .replayedRequest: "spc_replayed"
        case .unknownContent: "content_unknown"
        case .licenceExpired: "licence_expired"
        case .renewalDenied: "renewal_denied"
        case .persistenceDenied: "persistence_denied"
        case .outputNotProtected: "hdcp_required"
        case .tooManyClients: "concurrency_limit"
        case .serverFull: "server_full"
        case .simulated: "simulated_failure"
        case .unknownEndpoint: "endpoint_unknown"
        case .methodNotAllowed: "method_not_allowed"
        case .bodyTooLarge: "body_too_large"
        }
    }

    /// The HTTP status.
    public var status: Int {
        switch reason {
        case .malformedRequest, .unknownCertificate: 400
        case .licenceExpired, .renewalDenied, .persistenceDenied, .outputNotProtected,
            .tooManyClients:
            403
        case .unknownContent, .unknownEndpoint: 404
        case .methodNotAllowed: 405
        case .replayedRequest: 409
        case .bodyTooLarge: 413
        case .serverFull: 503
        case .simulated(let status): status
        }
    }

    /// A human-readable sentence that describes the denial.
    public var message: String {
        switch reason {
        case .malformedRequest(let error): "\(error)"
        case .unknownCertificate: "\(LicenceError(.unknownCertificate))"
        case .replayedRequest: "\(LicenceError(.replayed))"
        case .unknownContent: "there is no policy for this content"
        case .licenceExpired: "the rental is over"
        case .renewalDenied: "the licence cannot be renewed"
        case .persistenceDenied: "the licence may not be kept"
        case .outputNotProtected: "the output must be protected"
        case .tooManyClients(let limit):
            "\(limit) clients have leased this content, which is the limit"
        case .serverFull: "the server cannot remember any more clients"
        case .simulated(let status): "the policy demands status \(status)"
        case .unknownEndpoint: "there is nothing at this path"
        case .methodNotAllowed(let allowed): "the method must be \(allowed)"
        case .bodyTooLarge: "the body is larger than any request"
        }
    }
}
