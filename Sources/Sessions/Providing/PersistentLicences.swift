public import Playlists
public import VirtualTime

/// The requested terms of a licence that is to be stored.
public struct PersistentLicenceTerms: Equatable, Sendable {
    /// The period of validity, counted from the request.
    ///
    /// `nil` means a permanent licence, as for a purchase.
    public var rentalDuration: Duration?
    /// The period of validity, counted from the first playback; `nil` sets no limit.
    public var playDuration: Duration?

    /// Creates terms.
    ///
    /// - Parameters:
    ///   - rentalDuration: The requested period of validity, counted from the request.
    ///   - playDuration: The requested period of validity, counted from the first playback.
    public init(rentalDuration: Duration? = nil, playDuration: Duration? = nil) {
        self.rentalDuration = rentalDuration
        self.playDuration = playDuration
    }
}

/// A licence that may be stored, as the key system granted it.
public struct PersistentLicence: Equatable, Sendable {
    /// The secret that recreates the key without a request; only the key system interprets it.
    public var secret: [UInt8]
    /// The period of validity, counted from the request; `nil` means a permanent licence.
    public var expiresAfter: Duration?
    /// The period of validity, counted from the first playback; `nil` sets no limit.
    public var playDuration: Duration?

    /// Creates a licence.
    ///
    /// - Parameters:
    ///   - secret: The secret that recreates the key.
    ///   - expiresAfter: The period of validity, counted from the request.
    ///   - playDuration: The period of validity, counted from the first playback.
    public init(secret: [UInt8], expiresAfter: Duration? = nil, playDuration: Duration? = nil) {
        self.secret = secret
        self.expiresAfter = expiresAfter
        self.playDuration = playDuration
    }
}

/// Obtains and encrypts the licences that an offline store keeps for its protected videos.
public protocol PersistentLicensing: AnyObject {
    /// Returns whether a licence that can be stored may be requested for a key.
    ///
    /// The answer depends only on the tag of the key in its playlist, such as its `KEYFORMAT`.
    ///
    /// - Parameter key: The key in its playlist.
    /// - Returns: Whether the licence may be requested.
    func accepts(_ key: EncryptionKey) -> Bool

    /// Requests a licence that can be stored.
    ///
    /// - Parameters:
    ///   - key: The key in its playlist.
    ///   - playlistURL: The absolute location of the playlist.
    ///   - terms: The requested terms.
    ///   - host: The services for the request: time, requests and reports.
    ///   - completion: Receives the licence or the error, at once or in a later turn of the event
    ///     loop.
    /// - Returns: The hold, whose release cancels the request; `nil` when no request was made.
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
    /// - Throws: ``SessionError/contentKey(_:)`` when the sealed secret was altered, or sealed with
    ///   another key.
    func open(_ sealed: [UInt8], with key: [UInt8]) throws(SessionError) -> [UInt8]
}

/// The stored licences of a video, which a session uses before it contacts a key server.
public protocol KeptLicences: AnyObject {
    /// Returns the secret of the stored licence for a key.
    ///
    /// - Parameters:
    ///   - key: The key in its playlist.
    ///   - url: The absolute location of the key.
    /// - Returns: The ``PersistentLicence/secret``; `nil` when no licence is stored and the key
    ///   system may request a licence.
    /// - Throws: ``SessionError/contentKey(_:)`` when the licence has expired, or a required
    ///   licence is missing.
    func licence(for key: EncryptionKey, url: String) throws(SessionError) -> [UInt8]?

    /// Returns the time for which the stored licence for a key remains valid.
    ///
    /// - Parameters:
    ///   - key: The key in its playlist.
    ///   - url: The absolute location of the key.
    /// - Returns: The time, or the whole period of validity if it has not begun; `nil` when the
    ///   licence does not end, or none is stored.
    func remainingTime(for key: EncryptionKey, url: String) -> Duration?
}

extension KeptLicences {
    /// The default value `nil`, for licences that do not end.
    public func remainingTime(for key: EncryptionKey, url: String) -> Duration? { nil }
}
