public import Playlists
public import Sessions

/// Gets FairPlay licences that are to be kept: what an offline store needs in order to hold
/// protected videos.
///
/// The flow is that of ``FairPlayKeySystem``, with a licence at its end that needs no further
/// request. Certificates are kept by the proxy: ``HTTPAuthorizationProxy`` does so for six hours.
///
/// Source: `Documentation/BrightcoveOffline.md#licences`, `Documentation/Brightcove.md#fairplay`.
public final class FairPlayLicensing: PersistentLicensing {
    /// What is asked for along with every licence: who asks, for one.
    ///
    /// Whatever it says of persistence, rental, play duration and lease does not count here.
    public var terms: LicenceTerms
    /// Stands between this and the key server.
    public let authorizationProxy: any AuthorizationProxy
    /// Certificates that need not be asked for, by what names them: the location that a certificate
    /// would be fetched from, or ``defaultCertificateIdentifier``.
    public var certificates: [String: [UInt8]] {
        get { face.certificates }
        set { face.certificates = newValue }
    }
    /// Names the certificate that is used where no other one is known.
    public static let defaultCertificateIdentifier = "default"
    private let face: ProxyFace

    /// Creates the licensing.
    ///
    /// - Parameters:
    ///   - authorizationProxy: Stands between this and the key server; it is kept alive.
    ///   - terms: What is asked for along with every licence.
    public init(authorizationProxy: any AuthorizationProxy, terms: LicenceTerms = LicenceTerms()) {
        self.authorizationProxy = authorizationProxy
        face = ProxyFace(authorizationProxy)
        self.terms = terms
    }

    /// Whether the key is delivered by licence.
    ///
    /// - Parameter key: The key as its playlist names it.
    /// - Returns: Whether its format is ``FairPlayKeySystem/keyFormat``.
    public func accepts(_ key: EncryptionKey) -> Bool {
        key.keyFormat == FairPlayKeySystem.keyFormat
    }

    /// Asks the key server for a licence to keep.
    ///
    /// The request fails with code 69304 of `OfflineVideoManagerErrorDomain` when the server grants a
    /// licence that may not be kept, and with the failures of ``FairPlayKeySystem`` otherwise. One
    /// that nobody answers ends when the time for keys is over.
    public func requestLicence(
        for key: EncryptionKey, playlistURL: String, terms wish: PersistentLicenceTerms,
        host: ProtectionHost,
        completion: @escaping (Result<PersistentLicence, SessionError>) -> Void
    ) -> AnyObject? {
        let request = ContentKeyRequest(
            key: key, url: key.uri.map { URIReference.resolve($0, against: playlistURL) } ?? "",
            playlistURL: playlistURL, purpose: .first, host: host)
        var terms = terms
        terms.isPersistent = true
        terms.rentalDuration = wish.rentalDuration
        terms.playDuration = wish.playDuration
        terms.lease = nil
        let acquisition = LicenceAcquisition(request, completion: completion)
        acquisition.begin(face: face, terms: terms)
        return acquisition
    }

    /// Makes a key to seal licences with, 32 bytes.
    public func makeSealingKey() throws(SessionError) -> [UInt8] {
        try Self.told(LicenceSeal.makeKey)
    }

    /// Seals the secret of a licence with AES-256-GCM.
    public func seal(_ secret: [UInt8], with key: [UInt8]) throws(SessionError) -> [UInt8] {
        try Self.told { () throws(LicenceError) in try LicenceSeal(key: key).seal(secret) }
    }

    /// Opens what was sealed; fails with code 69304 where it was changed.
    public func open(_ sealed: [UInt8], with key: [UInt8]) throws(SessionError) -> [UInt8] {
        try Self.told { () throws(LicenceError) in try LicenceSeal(key: key).open(sealed) }
    }

    private static func told(
        _ body: () throws(LicenceError) -> [UInt8]
    ) throws(SessionError) -> [UInt8] {
        do throws(LicenceError) {
            return try body()
        } catch {
            throw .invalidLicence("\(error)", keyURL: "")
        }
    }
}
