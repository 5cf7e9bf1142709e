import Sessions

/// Why a step towards a licence failed, as the simulated SDKs number it.
///
/// Domain and code together say what happened; the codes of the domains overlap.
///
/// Source: `Documentation/BrightcoveOffline.md#errors`, `Documentation/Brightcove.md#fairplay`.
public struct LicenceFailure: Error, Equatable, Sendable {
    /// The domain of the key system itself.
    public static let keySystemDomain = "FPSErrorDomain"
    /// The domain of authorization proxies.
    public static let proxyDomain = "FPSAuthProxyErrorDomain"
    /// The domain of licences that there are and that no longer hold.
    public static let licenceDomain = "OfflineVideoManagerErrorDomain"

    /// Where the code counts.
    public let domain: String
    /// The code within the domain.
    public let code: Int
    /// What went wrong, for people.
    public let reason: String
    /// What the key server answered; empty when it answered nothing.
    public let response: [UInt8]

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - domain: Where the code counts.
    ///   - code: The code within the domain.
    ///   - reason: What went wrong, for people.
    ///   - response: What the key server answered.
    public init(domain: String, code: Int, reason: String, response: [UInt8] = []) {
        self.domain = domain
        self.code = code
        self.reason = reason
        self.response = response
    }

    /// A content key could not be had while streaming: code 69401 of the key system.
    static func contentKeyRequest(_ reason: String) -> LicenceFailure {
        LicenceFailure(domain: keySystemDomain, code: 69401, reason: reason)
    }

    /// There is no certificate that could be used: code 69404 of the key system.
    static func applicationCertificateRequest(_ reason: String) -> LicenceFailure {
        LicenceFailure(domain: keySystemDomain, code: 69404, reason: reason)
    }

    /// A proxy did not get the certificate: code 69401 of the proxy.
    static func proxyCertificate(_ reason: String, response: [UInt8] = []) -> LicenceFailure {
        LicenceFailure(domain: proxyDomain, code: 69401, reason: reason, response: response)
    }

    /// A proxy did not get the content key: code 69402 of the proxy.
    static func proxyContentKey(_ reason: String, response: [UInt8] = []) -> LicenceFailure {
        LicenceFailure(domain: proxyDomain, code: 69402, reason: reason, response: response)
    }

    /// A key server granted a licence and sent none: code 69403 of the proxy.
    static let proxyKeyGeneration = LicenceFailure(
        domain: proxyDomain, code: 69403, reason: "the key server sent no content key")

    /// Nobody says where to ask for the content key: code 69404 of the proxy.
    static func proxyKeyLocation(_ reason: String) -> LicenceFailure {
        LicenceFailure(domain: proxyDomain, code: 69404, reason: reason)
    }

    /// The licence had run out when it came: code 69303, that of expired licences.
    static let expired = LicenceFailure(
        domain: licenceDomain, code: 69303, reason: "the licence has run out already")

    /// There is no licence that could be kept or used: code 69304, that of invalid licences.
    static func invalidLicence(_ reason: String) -> LicenceFailure {
        LicenceFailure(domain: licenceDomain, code: 69304, reason: reason)
    }

    /// A key server denied the licence: code 69303, that of expired licences, where it says that
    /// the licence has run out, and code 69402 of the proxy otherwise.
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
    /// The failure as an error of the session.
    func failure(_ failure: LicenceFailure) -> SessionError {
        self.failure(
            domain: failure.domain, code: failure.code, reason: failure.reason,
            response: failure.response)
    }
}
