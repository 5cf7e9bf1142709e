public import Playlists
public import Sessions
public import VirtualTime

/// Obtains the keys of a key format: the extension point for key sources.
///
/// A key system exists as long as its provider, and may store data for several sessions, such as
/// certificates. It belongs to the loop of the world.
public protocol KeySystem: AnyObject {
    /// Returns whether this system can request a key, according to its playlist.
    ///
    /// - Parameter key: The key in its playlist.
    /// - Returns: Whether a request makes sense.
    func accepts(_ key: EncryptionKey) -> Bool

    /// The content keys available without a request, by identifier.
    ///
    /// They decrypt media that refers to them, regardless of the keys in a playlist.
    var knownKeys: [KeyIdentifier: [UInt8]] { get }

    /// Requests a key.
    ///
    /// - Parameters:
    ///   - request: The key, and the services of the session.
    ///   - completion: Receives the key or the error, at once or in a later turn. Only the first
    ///     call counts.
    /// - Returns: The hold on the request; `nil` when there is no request.
    func requestKey(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<ContentKey, SessionError>) -> Void
    ) -> Hold?
}

extension KeySystem {
    /// Empty: most systems have to request keys.
    public var knownKeys: [KeyIdentifier: [UInt8]] { [:] }
}

/// A request to a key system.
public struct ContentKeyRequest {
    /// The purpose of a request.
    public enum Purpose: Sendable {
        /// The first key.
        case first
        /// A new lease for an expiring key.
        case renewal
    }

    /// The key in its playlist.
    public let key: EncryptionKey
    /// The absolute location of the key; empty when the playlist has none.
    public let url: String
    /// The absolute location of the playlist.
    public let playlistURL: String
    /// The purpose of the request.
    public let purpose: Purpose
    /// The services of the session.
    public let host: ProtectionHost

    /// Returns an error for this request.
    ///
    /// - Parameters:
    ///   - domain: The domain of the code.
    ///   - code: The code within the domain.
    ///   - reason: The cause, for people.
    ///   - response: The response of a key server.
    ///   - underlying: The error that caused the failure.
    /// - Returns: The error.
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
    /// The bytes of the playlist's key; `nil` when keys have identifiers only.
    public var bytes: [UInt8]?
    /// The keys by identifier, for fragments; they take precedence over `bytes`.
    public var byIdentifier: [KeyIdentifier: [UInt8]]
    /// The initialization vector in the licence; used where the playlist has none.
    public var initializationVector: [UInt8]?
    /// The instant at which the key expires; `nil` when it does not.
    public var expiration: Instant?
    /// The instant at which to renew it; `nil` when it needs no renewal.
    public var renewal: Instant?

    /// Creates a key without an expiry.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the playlist's key.
    ///   - byIdentifier: The keys by identifier.
    public init(bytes: [UInt8]?, byIdentifier: [KeyIdentifier: [UInt8]] = [:]) {
        self.bytes = bytes
        self.byIdentifier = byIdentifier
    }
}
