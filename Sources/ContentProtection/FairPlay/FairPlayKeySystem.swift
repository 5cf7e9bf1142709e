public import Playlists
public import Sessions

/// Gets keys through licences: `KEYFORMAT="com.apple.streamingkeydelivery"`.
///
/// The flow is that of FairPlay Streaming: the certificate of the key server, the name of the
/// content, an SPC sealed for that certificate, a CKC that answers it. Apple's messages are a
/// closed format; these are a stand-in with real cryptography that works with the key server of
/// this project, and with no other. See ``LicenceRequest``.
///
/// Source: `Documentation/Brightcove.md#fairplay`, `Documentation/JWPlayer.md#drm`.
public final class FairPlayKeySystem: KeySystem {
    /// The key format that it takes.
    public static let keyFormat = "com.apple.streamingkeydelivery"

    /// What is asked for along with keys.
    public var terms: LicenceTerms
    private let face: any LicenceFace
    private let renewalPolicy: RenewalPolicy

    /// Creates the system with the face of Brightcove's SDK.
    ///
    /// - Parameters:
    ///   - authorizationProxy: Stands between player and key server; it is kept alive.
    ///   - terms: What is asked for along with keys.
    ///   - renewalPolicy: When leases are renewed.
    public init(
        authorizationProxy: any AuthorizationProxy, terms: LicenceTerms = LicenceTerms(),
        renewalPolicy: RenewalPolicy = RenewalPolicy()
    ) {
        face = ProxyFace(authorizationProxy)
        self.terms = terms
        self.renewalPolicy = renewalPolicy
    }

    /// Creates the system with the face of JW Player's SDK.
    ///
    /// - Parameters:
    ///   - drmDataSource: Answers what the player asks; it is not kept alive.
    ///   - terms: What is asked for along with keys.
    ///   - renewalPolicy: When leases are renewed.
    public init(
        drmDataSource: any DRMDataSource, terms: LicenceTerms = LicenceTerms(),
        renewalPolicy: RenewalPolicy = RenewalPolicy()
    ) {
        face = DataSourceFace(drmDataSource)
        self.terms = terms
        self.renewalPolicy = renewalPolicy
    }

    /// Whether the key is delivered by licence.
    ///
    /// - Parameter key: The key as its playlist names it.
    /// - Returns: Whether its format is ``keyFormat``.
    public func accepts(_ key: EncryptionKey) -> Bool { key.keyFormat == Self.keyFormat }

    /// Asks for a licence.
    public func requestKey(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<ContentKey, SessionError>) -> Void
    ) -> AnyObject? {
        let exchange = LicenceExchange(request, face: face, terms: terms) { [renewalPolicy] in
            completion($0.map { $0.contentKey(renewedBy: renewalPolicy) })
        }
        exchange.goOn()
        return exchange
    }
}
