/// Why a key server denies a request.
public struct KeyServerDenial: Error, Equatable, Sendable {
    /// The cause.
    public enum Reason: Equatable, Sendable {
        /// The body is no SPC, or one that was changed.
        case malformedRequest(LicenceError)
        /// The SPC is sealed for a certificate that the server does not have.
        case unknownCertificate
        /// The SPC was answered before.
        case replayedRequest
        /// There is no policy for the content.
        case unknownContent
        /// The rental of the client is over.
        case licenceExpired
        /// The policy allows no renewal, or no further one.
        case renewalDenied
        /// The policy allows no licence to be kept.
        case persistenceDenied
        /// The policy asks for a protected output, which the client does not have.
        case outputNotProtected
        /// As many clients as are allowed have the content on lease.
        case tooManyClients(limit: Int)
        /// The server remembers as many clients as it can.
        case serverFull
        /// The policy asks for a failure with a status.
        case simulated(status: Int)
        /// Nothing is at the path.
        case unknownEndpoint
        /// Something is at the path, but for other methods.
        case methodNotAllowed(allowed: String)
        /// The body is larger than any request.
        case bodyTooLarge
    }

    /// The cause.
    public let reason: Reason

    /// Creates a denial.
    ///
    /// - Parameter reason: The cause.
    public init(_ reason: Reason) {
        self.reason = reason
    }

    /// The word for the cause, as `error_code` tells it.
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

    /// The status of HTTP.
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

    /// One sentence for people.
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
        case .tooManyClients(let limit): "\(limit) clients have this content on lease, no more may"
        case .serverFull: "the server remembers as many clients as it can"
        case .simulated(let status): "the policy asks for status \(status)"
        case .unknownEndpoint: "nothing is at this path"
        case .methodNotAllowed(let allowed): "the method must be \(allowed)"
        case .bodyTooLarge: "the body is larger than any request"
        }
    }
}
