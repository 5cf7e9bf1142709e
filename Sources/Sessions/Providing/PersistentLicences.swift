public import Playlists
public import VirtualTime

/// The terms requested for a licence to store.
public struct PersistentLicenceTerms: Equatable, Sendable {
    /// The validity from the request; `nil` means permanent, as for a purchase.
    public var rentalDuration: Duration?
    /// The validity from the first playback; `nil` sets no limit.
    public var playDuration: Duration?

    /// Creates terms.
    ///
    /// - Parameters:
    ///   - rentalDuration: The requested validity of the licence from its request on.
    ///   - playDuration: The requested validity from the first playback on.
    public init(rentalDuration: Duration? = nil, playDuration: Duration? = nil) {
        self.rentalDuration = rentalDuration
        self.playDuration = playDuration
    }
}

/// A licence that may be kept, as the key system granted it.
public struct PersistentLicence: Equatable, Sendable {
    /// The secret that recreates the key without a request; opaque to its owner.
    public var secret: [UInt8]
    /// The validity from the request; `nil` means permanent.
    public var expiresAfter: Duration?
    /// The validity from the first playback; `nil` sets no limit.
    public var playDuration: Duration?

    /// Creates a licence.
    ///
    /// - Parameters:
    ///   - secret: The secret that recreates the key.
    ///   - expiresAfter: The validity of the licence from its request on.
    ///   - playDuration: The validity from the first playback on.
    public init(secret: [UInt8], expiresAfter: Duration? = nil, playDuration: Duration? = nil) {
        self.secret = secret
        self.expiresAfter = expiresAfter
        self.playDuration = playDuration
    }
}

/// Obtains and seals licences to store, for the protected videos of an offline store.
public protocol PersistentLicensing: AnyObject {
    /// Returns whether the licence of a key can be stored, according to its playlist.
    ///
    /// - Parameter key: The key in its playlist.
    /// - Returns: Whether a request makes sense.
    func accepts(_ key: EncryptionKey) -> Bool

    /// Requests a licence to store.
    ///
    /// - Parameters:
    ///   - key: The key in its playlist.
    ///   - playlistURL: The absolute location of the playlist.
    ///   - terms: The requested terms.
    ///   - host: The services of the requester.
    ///   - completion: Receives the licence or the error, at once or in a later turn.
    /// - Returns: The hold on the request; `nil` when there is no request.
    func requestLicence(
        for key: EncryptionKey, playlistURL: String, terms: PersistentLicenceTerms,
        host: ProtectionHost,
        completion: @escaping (Result<PersistentLicence, SessionError>) -> Void
    ) -> Hold?

    /// Generates a key for ``seal(_:with:)``.
    ///
    /// - Returns: The key, which must be stored privately.
    /// - Throws: ``SessionError/contentKey(_:)`` when the system returns no random bytes.
    func makeSealingKey() throws(SessionError) -> [UInt8]

    /// Encrypts and authenticates the secret of a licence.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - key: A key from ``makeSealingKey()``.
    /// - Returns: The sealed bytes, for storing.
    /// - Throws: ``SessionError/contentKey(_:)`` when the key is invalid.
    func seal(_ secret: [UInt8], with key: [UInt8]) throws(SessionError) -> [UInt8]

    /// Opens a sealed secret.
    ///
    /// - Parameters:
    ///   - sealed: The stored bytes.
    ///   - key: The key with which they were sealed.
    /// - Returns: The secret.
    /// - Throws: ``SessionError/contentKey(_:)`` when it was altered or sealed with another key.
    func open(_ sealed: [UInt8], with key: [UInt8]) throws(SessionError) -> [UInt8]
}

/// The stored licences of a video, which a session uses before it contacts a key server.
public protocol KeptLicences: AnyObject {
    /// Returns the secret of the stored licence for a key.
    ///
    /// - Parameters:
    ///   - key: The key in its playlist.
    ///   - url: The absolute location of the key.
    /// - Returns: The ``PersistentLicence/secret``; `nil` when none is stored and the key system
    ///   may request one.
    /// - Throws: ``SessionError/contentKey(_:)`` when the licence has expired, or a required
    ///   licence is missing.
    func licence(for key: EncryptionKey, url: String) throws(SessionError) -> [UInt8]?
}
