public import Formats
import Sessions

/// The reason why a licence exchange failed, with the codes of the simulated SDKs.
///
/// A failure is identified by its domain and its code together, because some domains share codes.
///
/// Source: `Documentation/BrightcoveOffline.md#errors`, `Documentation/Brightcove.md#fairplay`.
public struct LicenceFailure: Error, Equatable, Sendable {
    /// The error domain of the key system.
    public static let keySystemDomain = "FPSErrorDomain"
    /// The error domain of authorization proxies.
    public static let proxyDomain = "FPSAuthProxyErrorDomain"
    /// The error domain of expired and invalid licences.
    public static let licenceDomain = "OfflineVideoManagerErrorDomain"

    /// The error domain to which `code` belongs.
    public let domain: String
    /// The error code, which is unique only within `domain`.
    public let code: Int
    /// A human-readable description of the cause.
    public let reason: String
    /// The response of the key server; empty when there is none.
    public let response: [UInt8]
    /// The error that caused the failure; `nil` when there is none.
    public let underlying: UnderlyingError?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - domain: The domain of the code.
    ///   - code: The code within the domain.
    ///   - reason: A human-readable description of the cause.
    ///   - response: The response of the key server.
    ///   - underlying: The error that caused the failure.
    public init(
        domain: String, code: Int, reason: String, response: [UInt8] = [],
        underlying: (any Error)? = nil
    ) {
        self.domain = domain
        self.code = code
        self.reason = reason
        self.response = response
        self.underlying = underlying.map { UnderlyingError($0) }
    }

    /// Returns the failure of a request for a content key: code 69401 of the key system.
    static func contentKeyRequest(_ reason: String) -> LicenceFailure {
        LicenceFailure(domain: keySystemDomain, code: 69401, reason: reason)
    }

    /// Returns the failure that the given error causes in a request for a content key.
    static func contentKeyRequest(_ error: any Error) -> LicenceFailure {
        LicenceFailure(domain: keySystemDomain, code: 69401, reason: "\(error)", underlying: error)
    }

    /// Returns the failure for a missing or unusable certificate: code 69404 of the key system.
    static func applicationCertificateRequest(_ reason: String) -> LicenceFailure {
        LicenceFailure(domain: keySystemDomain, code: 69404, reason: reason)
    }

    /// Returns the failure for a certificate that is unusable because of the given error.
    static func applicationCertificateRequest(_ error: any Error) -> LicenceFailure {
        LicenceFailure(
            domain: keySystemDomain, code: 69404, reason: "\(error)", underlying: error)
    }

    /// Returns the failure of a proxy that cannot fetch the certificate: code 69401 of the proxy.
    static func proxyCertificate(_ reason: String, response: [UInt8] = []) -> LicenceFailure {
        LicenceFailure(domain: proxyDomain, code: 69401, reason: reason, response: response)
    }

    /// Returns the failure of a proxy that cannot fetch the certificate because of the given error.
    static func proxyCertificate(_ error: any Error) -> LicenceFailure {
        LicenceFailure(domain: proxyDomain, code: 69401, reason: "\(error)", underlying: error)
    }

    /// Returns the failure of a proxy that cannot fetch the content key: code 69402 of the proxy.
    static func proxyContentKey(_ reason: String, response: [UInt8] = []) -> LicenceFailure {
        LicenceFailure(domain: proxyDomain, code: 69402, reason: reason, response: response)
    }

    /// Returns the failure of a proxy that cannot fetch the content key because of the given error.
    static func proxyContentKey(_ error: any Error) -> LicenceFailure {
        LicenceFailure(domain: proxyDomain, code: 69402, reason: "\(error)", underlying: error)
    }

    /// The failure of a key server that granted a licence but did not send the content key.
    ///
    /// The code is 69403 of the proxy.
    static let proxyKeyGeneration = LicenceFailure(
        domain: proxyDomain, code: 69403, reason: "the key server sent no content key")

    /// Returns the failure due to an unknown URL for the content key: code 69404 of the proxy.
    static func proxyKeyLocation(_ reason: String) -> LicenceFailure {
        LicenceFailure(domain: proxyDomain, code: 69404, reason: reason)
    }

    /// The failure due to a licence that had already expired when it arrived.
    ///
    /// The code is 69303, expired licence.
    static let expired = LicenceFailure(
        domain: licenceDomain, code: 69303, reason: "the licence has run out already")

    /// Returns the failure due to an unusable licence: code 69304, invalid licence.
    static func invalidLicence(_ reason: String) -> LicenceFailure {
        LicenceFailure(domain: licenceDomain, code: 69304, reason: reason)
    }

    /// Returns the failure due to a licence that is unusable because of the given error.
    static func invalidLicence(_ error: any Error) -> LicenceFailure {
        LicenceFailure(domain: licenceDomain, code: 69304, reason: "\(error)", underlying: error)
    }

    /// Returns the failure for a licence that a key server denied.
    ///
    /// If the server denied the licence because it has expired, the code is 69303 (expired
    /// licence). Otherwise, the code is 69402 of the proxy.
    static func denied(status: Int, body: [UInt8]) -> LicenceFailure {
        let denial = LicenceDenial(body)
        let reason = "the key server says \(status)" + (denial.map { ": \($0.message)" } ?? "")
        if denial?.isExpiry == true {
            return LicenceFailure(
                domain: licenceDomain, code: 69303, reason: reason, response: body)
        }
        return proxyContentKey(reason, response: body)
    }
}

extension ContentKeyRequest {
    /// Returns the failure as an error of the session.
    func failure(_ failure: LicenceFailure) -> SessionError {
        self.failure(
            domain: failure.domain, code: failure.code, reason: failure.reason,
            response: failure.response, underlying: failure.underlying?.error)
    }
}
