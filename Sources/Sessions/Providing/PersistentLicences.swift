public import Playlists

/// The terms requested for a licence to store.
public struct PersistentLicenceTerms: Equatable, Sendable {
    /// The validity from the request; `nil` means permanent, as for a purchase.
    public var rentalDuration: Duration?
    /// The validity from the first playback; `nil` sets no limit.
    public var playDuration: Duration?

    /// Creates terms.
    ///
    /// - Parameters:
    ///   - rentalDuration: How long the licence should hold from its request.
    ///   - playDuration: How long it should hold from the first playback.
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
    ///   - secret: What makes the key again.
    ///   - expiresAfter: How long the licence holds from its request.
    ///   - playDuration: How long it holds from the first playback.
    public init(secret: [UInt8], expiresAfter: Duration? = nil, playDuration: Duration? = nil) {
        self.secret = secret
        self.expiresAfter = expiresAfter
        self.playDuration = playDuration
    }
}

/// Gets licences that are to be kept, and keeps them unreadable: what an offline store needs of
/// content protection.
public protocol PersistentLicensing: AnyObject {
    /// Whether the licence of a key can be kept, judged by what the playlist says of it.
    ///
    /// - Parameter key: The key as its playlist names it.
    /// - Returns: Whether it is worth asking.
    func accepts(_ key: EncryptionKey) -> Bool

    /// Asks for a licence to keep.
    ///
    /// - Parameters:
    ///   - key: The key as its playlist names it.
    ///   - playlistURL: The absolute location of the playlist.
    ///   - terms: What to ask for.
    ///   - host: Time, requests and voice of who asks.
    ///   - completion: Gets the licence or the reason why there is none; at once or in a later turn.
    /// - Returns: The hold on the request, if there is one: releasing it abandons the request.
    func requestLicence(
        for key: EncryptionKey, playlistURL: String, terms: PersistentLicenceTerms,
        host: ProtectionHost,
        completion: @escaping (Result<PersistentLicence, SessionError>) -> Void
    ) -> AnyObject?

    /// Generates a key for ``seal(_:with:)``.
    ///
    /// - Returns: The key, which must be stored privately.
    /// - Throws: ``SessionError/contentKey(_:)`` when the system returns no random bytes.
    func makeSealingKey() throws(SessionError) -> [UInt8]

    /// Makes the secret of a licence unreadable and unchangeable.
    ///
    /// - Parameters:
    ///   - secret: What to seal.
    ///   - key: A key that ``makeSealingKey()`` made.
    /// - Returns: What may be stored.
    /// - Throws: ``SessionError/contentKey(_:)`` when the key is none that can seal.
    func seal(_ secret: [UInt8], with key: [UInt8]) throws(SessionError) -> [UInt8]

    /// Opens what was sealed.
    ///
    /// - Parameters:
    ///   - sealed: What was stored.
    ///   - key: The key that it was sealed with.
    /// - Returns: The secret.
    /// - Throws: ``SessionError/contentKey(_:)`` when it was changed or sealed with another key.
    func open(_ sealed: [UInt8], with key: [UInt8]) throws(SessionError) -> [UInt8]
}

/// The licences that were kept for a video; a session asks for them before it asks a key server.
public protocol KeptLicences: AnyObject {
    /// The secret of the licence that was kept for a key.
    ///
    /// - Parameters:
    ///   - key: The key as its playlist names it.
    ///   - url: The absolute location of the key.
    /// - Returns: What ``PersistentLicence/secret`` was; `nil` when none was kept and the key
    ///   system may be asked.
    /// - Throws: ``SessionError/contentKey(_:)`` when the licence no longer holds, or when there
    ///   has to be one and is not.
    func licence(for key: EncryptionKey, url: String) throws(SessionError) -> [UInt8]?
}
