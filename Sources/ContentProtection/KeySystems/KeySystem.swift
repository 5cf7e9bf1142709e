public import Playlists
public import Sessions
public import VirtualTime

/// Obtains the keys of a key format; an app may implement its own key system.
///
/// A key system exists as long as the session provider that contains it, and may store data for
/// several sessions, such as certificates. It is used only on the event loop of its
/// `PlaybackWorld`.
public protocol KeySystem: AnyObject {
    /// Returns whether this key system can request a key, judging by the key's tag in the playlist.
    ///
    /// - Parameter key: The key as the playlist declares it.
    /// - Returns: Whether this key system can request the key.
    func accepts(_ key: EncryptionKey) -> Bool

    /// The content keys that are available without a request, by identifier.
    ///
    /// They decrypt media that refers to them, regardless of the keys in a playlist.
    var knownKeys: [KeyIdentifier: [UInt8]] { get }

    /// Requests a key.
    ///
    /// - Parameters:
    ///   - request: The key, and the services of the session.
    ///   - completion: Receives the key or the error, at once or in a later turn of the event loop.
    ///     Only the first call counts.
    /// - Returns: A `Hold` whose release cancels the request; `nil` when there is nothing to
    ///   cancel.
    func requestKey(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<ContentKey, SessionError>) -> Void
    ) -> Hold?
}

extension KeySystem {
    /// An empty dictionary, because most key systems have to request their keys.
    public var knownKeys: [KeyIdentifier: [UInt8]] { [:] }
}

/// A request to a key system.
public struct ContentKeyRequest {
    /// The purpose of a request.
    public enum Purpose: Sendable {
        /// The first request for a key.
        case first
        /// A request to renew the lease of a key before the key expires.
        case renewal
    }

    /// The key as the playlist declares it.
    public let key: EncryptionKey
    /// The absolute location of the key; empty when its tag has no `URI` attribute.
    public let url: String
    /// The absolute location of the playlist.
    public let playlistURL: String
    /// The purpose of the request.
    public let purpose: Purpose
    /// The services that the session offers to key systems.
    public let host: ProtectionHost
    /// The requested terms of a licence that is to be stored; `nil` for a licence of a session.
    package let persistentTerms: PersistentLicenceTerms?

    /// Returns an error for this request.
    ///
    /// - Parameters:
    ///   - domain: The domain of the code.
    ///   - code: The code within the domain.
    ///   - reason: A human-readable description of the cause.
    ///   - response: The response of a key server.
    ///   - underlying: The error that caused the failure.
    /// - Returns: The error, with the location of the key.
    public func failure(
        domain: String, code: Int, reason: String, response: [UInt8] = [],
        underlying: (any Error)? = nil
    ) -> SessionError {
        .contentKey(
            ContentKeyFailure(
                domain: domain, code: code, reason: reason, keyURL: url, response: response,
                underlying: underlying))
    }
}

/// A key and its validity.
public struct ContentKey: Equatable, Sendable {
    /// The bytes of the key that the playlist declares; `nil` when only `byIdentifier` has keys.
    public var bytes: [UInt8]?
    /// The keys by key identifier, for fMP4 media; they take precedence over `bytes`.
    public var byIdentifier: [KeyIdentifier: [UInt8]]
    /// The initialization vector from the licence; it applies when the playlist declares none.
    public var initializationVector: [UInt8]?
    /// The instant at which the key expires; `nil` when it does not.
    public var expiration: Instant?
    /// The instant at which to renew the lease of the key; `nil` when the key needs no renewal.
    public var renewal: Instant?

    /// Creates a key without an expiry.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the key that the playlist declares.
    ///   - byIdentifier: The keys by key identifier.
    public init(bytes: [UInt8]?, byIdentifier: [KeyIdentifier: [UInt8]] = [:]) {
        self.bytes = bytes
        self.byIdentifier = byIdentifier
    }
}
