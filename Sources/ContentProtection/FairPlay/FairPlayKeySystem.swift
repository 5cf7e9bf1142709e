public import Playlists
public import Sessions
public import VirtualTime

/// A key system for FairPlay's key format, which obtains keys through licences.
///
/// The key format is `KEYFORMAT="com.apple.streamingkeydelivery"`. The steps are the same as in
/// FairPlay Streaming: the certificate of the key server, the name of the content, an SPC encrypted
/// for that certificate, and a CKC in response. The format of Apple's messages is not public. The
/// messages here are a substitute with real cryptography. They work only with the key server of
/// this project. See `LicenceRequest`.
///
/// Source: `Documentation/Brightcove.md#fairplay`, `Documentation/JWPlayer.md#drm`.
public final class FairPlayKeySystem: KeySystem {
    /// The key format that the system accepts.
    public static let keyFormat = "com.apple.streamingkeydelivery"

    /// The licence terms that are requested with keys.
    public var terms: LicenceTerms
    private let face: any LicenceFace
    private let renewalPolicy: RenewalPolicy

    /// Creates the key system with an authorization proxy, the interface of Brightcove's SDK.
    ///
    /// - Parameters:
    ///   - authorizationProxy: The interface to the key server; the system keeps a strong
    ///     reference.
    ///   - terms: The licence terms that are requested with keys.
    ///   - renewalPolicy: The policy for the renewal of leases.
    public init(
        authorizationProxy: any AuthorizationProxy, terms: LicenceTerms = LicenceTerms(),
        renewalPolicy: RenewalPolicy = RenewalPolicy()
    ) {
        face = ProxyFace(authorizationProxy)
        self.terms = terms
        self.renewalPolicy = renewalPolicy
    }

    /// Creates the key system with a DRM data source, the interface of JW Player's SDK.
    ///
    /// - Parameters:
    ///   - drmDataSource: The data source; the system keeps a weak reference.
    ///   - terms: The licence terms that are requested with keys.
    ///   - renewalPolicy: The policy for the renewal of leases.
    public init(
        drmDataSource: any DRMDataSource, terms: LicenceTerms = LicenceTerms(),
        renewalPolicy: RenewalPolicy = RenewalPolicy()
    ) {
        face = DataSourceFace(drmDataSource)
        self.terms = terms
        self.renewalPolicy = renewalPolicy
    }

    /// Returns whether a FairPlay licence delivers the key.
    ///
    /// - Parameter key: The key as the playlist declares it.
    /// - Returns: Whether the format of the key is ``keyFormat``.
    public func accepts(_ key: EncryptionKey) -> Bool { key.keyFormat == Self.keyFormat }

    /// Requests a licence.
    public func requestKey(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<ContentKey, SessionError>) -> Void
    ) -> Hold? {
        if let refusal = request.simulatorRefusal {
            completion(.failure(refusal))
            return nil
        }
        let exchange = LicenceExchange(request, face: face, terms: terms) { [renewalPolicy] in
            completion($0.map { $0.contentKey(renewedBy: renewalPolicy) })
        }
        exchange.goOn()
        return exchange
    }
}

extension ContentKeyRequest {
    /// The error with which FairPlay fails on a simulator; `nil` on a device.
    ///
    /// Source: `Documentation/JWPlayer.md#drm`.
    var simulatorRefusal: SessionError? {
        guard host.isSimulator else { return nil }
        return failure(
            domain: LicenceFailure.keySystemDomain, code: 69401,
            reason: "FairPlay needs a device; this is a simulator")
    }
}
