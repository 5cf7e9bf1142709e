public import Playlists

/// A key server without sockets or a clock, which maps requests to responses.
///
/// Its endpoints are
/// - `GET /certificate`, or `/application_certificate/{publisher}/{app}`: the certificate in DER,
/// - `POST /licence` with an SPC as body: a CKC,
/// - `GET /key/{content}`: the 16 bytes of a key, for content of the key format `identity`.
///
/// Denials are JSON objects with `error_code` and `message`. The records of rentals, leases and
/// answered requests exist as long as the server.
public struct KeyServer {
    /// The size limit of a request's body in bytes.
    public static let largestBody = 16 << 10

    private let identities: [ServerIdentity]
    let policies: KeyPolicies
    var records = KeyServerRecords()

    /// The certificate whose public key encrypts the requests of clients.
    public let certificate: ApplicationCertificate

    /// Creates a server with empty records.
    ///
    /// - Parameters:
    ///   - identity: The certificate and private key of the server.
    ///   - olderIdentities: Further identities, whose certificates clients may still use.
    ///   - policies: The policies by content identifier.
    public init(
        identity: ServerIdentity, olderIdentities: [ServerIdentity] = [], policies: KeyPolicies
    ) {
        certificate = identity.certificate
        identities = [identity] + olderIdentities
        self.policies = policies
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - now: The current time, for rentals and leases.
    /// - Returns: The response.
    public mutating func answer(_ request: KeyServerRequest, at now: DateTime) -> KeyServerAnswer {
        do throws(KeyServerDenial) {
            return try route(request, at: now.millisecondsSince1970)
        } catch {
            return KeyServerAnswer(error)
        }
    }

    private mutating func route(
        _ request: KeyServerRequest, at now: Int64
    ) throws(KeyServerDenial) -> KeyServerAnswer {
        let parts = request.path.split(separator: "/", maxSplits: 1)
        switch (parts.first, parts.dropFirst().first) {
        case ("certificate", nil), ("application_certificate", _?):
            try request.expectMethod("GET", "HEAD")
            return KeyServerAnswer(contentType: "application/pkix-cert", body: certificate.der)
        case ("licence", nil):
            try request.expectMethod("POST")
            return try licence(for: request.body, at: now)
        case ("key", let content?):
            try request.expectMethod("GET", "HEAD")
            return try key(of: String(content))
        default: throw KeyServerDenial(.unknownEndpoint)
        }
    }

    /// Decrypts an SPC with the private key of the certificate for which it was encrypted.
    func open(_ spc: [UInt8]) throws(KeyServerDenial) -> ReceivedRequest {
        for identity in identities {
            do throws(LicenceError) {
                return try identity.open(spc)
            } catch  where error.reason != .unknownCertificate {
                throw KeyServerDenial(.malformedRequest(error))
            } catch {
                continue
            }
        }
        throw KeyServerDenial(.unknownCertificate)
    }

    private mutating func key(of content: String) throws(KeyServerDenial) -> KeyServerAnswer {
        guard let (name, policy) = policies.policy(for: content) else {
            throw KeyServerDenial(.unknownContent)
        }
        let fault = fault(of: policy, name)
        let body: [UInt8]
        switch fault?.answer {
        case .status(let status)?:
            return KeyServerAnswer(KeyServerDenial(.simulated(status: status)), after: fault)
        case .malformed?: body = Self.malformedBody
        case .wrongKey?: body = policy.wrongKey
        case .genuine?, nil: body = policy.key
        }
        return KeyServerAnswer(body, after: fault)
    }
}

extension KeyServerRequest {
    fileprivate func expectMethod(_ allowed: String...) throws(KeyServerDenial) {
        guard allowed.contains(method) else {
            throw KeyServerDenial(.methodNotAllowed(allowed: allowed.joined(separator: ", ")))
        }
    }
}
