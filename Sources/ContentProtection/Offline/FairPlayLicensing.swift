public import Playlists
public import Sessions
public import VirtualTime

/// Obtains persistent FairPlay licences for the protected videos of an offline store.
///
/// The steps are the same as in ``FairPlayKeySystem``, but the resulting licence needs no further
/// request. The authorization proxy stores certificates; ``HTTPAuthorizationProxy`` keeps them for
/// six hours.
///
/// Source: `Documentation/BrightcoveOffline.md#licences`, `Documentation/Brightcove.md#fairplay`.
public final class FairPlayLicensing: PersistentLicensing {
    /// The terms to request with every licence, such as the client identifier.
    ///
    /// The persistence, rental duration, play duration and lease in these terms are ignored,
    /// because each request sets its own.
    public var terms: LicenceTerms
    /// The interface to the key server.
    public let authorizationProxy: any AuthorizationProxy
    /// The certificates that the app supplies, by their identifiers.
    ///
    /// An identifier is the location of a certificate, or ``defaultCertificateIdentifier``.
    public var certificates: [String: [UInt8]] {
        get { face.certificates }
        set { face.certificates = newValue }
    }
    /// The identifier of the certificate for videos without a certificate of their own.
    ///
    /// It applies when no certificate is stored for the certificate location in the catalogue entry
    /// of the video.
    public static let defaultCertificateIdentifier = "default"
    private let face: ProxyFace

    /// Creates an object that requests licences through an authorization proxy.
    ///
    /// - Parameters:
    ///   - authorizationProxy: The interface to the key server; held strongly.
    ///   - terms: The terms to request with every licence.
    public init(authorizationProxy: any AuthorizationProxy, terms: LicenceTerms = LicenceTerms()) {
        self.authorizationProxy = authorizationProxy
        face = ProxyFace(authorizationProxy)
        self.terms = terms
    }

    /// Returns whether a FairPlay licence delivers the key.
    ///
    /// - Parameter key: The key as the playlist declares it.
    /// - Returns: Whether the key's format is ``FairPlayKeySystem/keyFormat``.
    public func accepts(_ key: EncryptionKey) -> Bool {
        key.keyFormat == FairPlayKeySystem.keyFormat
    }

    /// Requests a persistent licence.
    ///
    /// The request fails with code 69304 of `OfflineVideoManagerErrorDomain` when the server grants
    /// a licence that may not be stored. It also fails when no response arrives within the time
    /// limit for keys. All other failures are the same as for ``FairPlayKeySystem``.
    public func requestLicence(
        for key: EncryptionKey, playlistURL: String, terms wish: PersistentLicenceTerms,
        host: ProtectionHost,
        completion: @escaping (Result<PersistentLicence, SessionError>) -> Void
    ) -> Hold? {
        let request = ContentKeyRequest(
            key: key, url: key.uri.map { URIReference.resolve($0, against: playlistURL) } ?? "",
            playlistURL: playlistURL, purpose: .first, host: host, persistentTerms: wish)
        if let refusal = request.simulatorRefusal {
            completion(.failure(refusal))
            return nil
        }
        var terms = terms
        terms.isPersistent = true
        terms.rentalDuration = wish.rentalDuration
        terms.playDuration = wish.playDuration
        terms.lease = nil
        let acquisition = LicenceAcquisition(request, completion: completion)
        acquisition.begin(face: face, terms: terms)
        return acquisition
    }

    /// Generates the key that encrypts stored licences (the sealing key), 32 bytes.
    public func makeSealingKey() throws(SessionError) -> [UInt8] {
        try Self.mappingErrors(LicenceSeal.makeKey)
    }

    /// Seals the secret of a licence with AES-256-GCM.
    public func seal(_ secret: [UInt8], with key: [UInt8]) throws(SessionError) -> [UInt8] {
        try Self.mappingErrors { () throws(LicenceError) in try LicenceSeal(key: key).seal(secret) }
    }

    /// Decrypts the secret of a licence; fails with code 69304 if the bytes were altered.
    public func open(_ sealed: [UInt8], with key: [UInt8]) throws(SessionError) -> [UInt8] {
        try Self.mappingErrors { () throws(LicenceError) in try LicenceSeal(key: key).open(sealed) }
    }

    private static func mappingErrors(
        _ body: () throws(LicenceError) -> [UInt8]
    ) throws(SessionError) -> [UInt8] {
        do throws(LicenceError) {
            return try body()
        } catch {
            throw .invalidLicence(error, keyURL: "")
        }
    }
}
