public import Playlists
public import Sessions
public import VirtualTime

/// Gets the keys of one key format: the socket that every way to come by a key plugs into.
///
/// A key system lives as long as its provider, and may keep what several sessions need, such as
/// certificates. It belongs to the loop of the world.
public protocol KeySystem: AnyObject {
    /// Whether this system can ask for a key, judged by what the playlist says of it.
    ///
    /// - Parameter key: The key as its playlist names it.
    /// - Returns: Whether it is worth asking.
    func accepts(_ key: EncryptionKey) -> Bool

    /// The content keys that the system has without asking, by their identifiers.
    ///
    /// They decrypt media that names them, whatever a playlist says of keys.
    var knownKeys: [KeyIdentifier: [UInt8]] { get }

    /// Asks for a key.
    ///
    /// - Parameters:
    ///   - request: The key, and what the session lends.
    ///   - completion: Gets the key or the reason why there is none; at once or in a later turn.
    ///     Only the first call counts.
    /// - Returns: The hold on the request, if there is one: releasing it abandons the request.
    func requestKey(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<ContentKey, SessionError>) -> Void
    ) -> AnyObject?
}

extension KeySystem {
    /// Most systems have to ask.
    public var knownKeys: [KeyIdentifier: [UInt8]] { [:] }
}

/// What a key system is asked for.
public struct ContentKeyRequest {
    /// Why a key is asked for.
    public enum Purpose: Sendable {
        /// There is none yet.
        case first
        /// The lease of the one that there is runs out.
        case renewal
    }

    /// The key as its playlist names it.
    public let key: EncryptionKey
    /// The absolute location of the key; empty when the playlist names none.
    public let url: String
    /// The absolute location of the playlist.
    public let playlistURL: String
    /// Why the key is asked for.
    public let purpose: Purpose
    /// What the session lends.
    public let host: ProtectionHost

    /// The failure of this request.
    ///
    /// - Parameters:
    ///   - domain: Where the code counts.
    ///   - code: The code within the domain.
    ///   - reason: What went wrong, for people.
    ///   - response: What a key server answered.
    /// - Returns: The error.
    public func failure(
        domain: String, code: Int, reason: String, response: [UInt8] = []
    ) -> SessionError {
        .contentKey(
            ContentKeyFailure(
                domain: domain, code: code, reason: reason, keyURL: url, response: response))
    }
}

/// A key, and how long it may be used.
public struct ContentKey: Equatable, Sendable {
    /// The bytes of the key that the playlist names; `nil` when keys go by identifier alone.
    public var bytes: [UInt8]?
    /// The keys that fragments name by their identifiers; they come before `bytes`.
    public var byIdentifier: [KeyIdentifier: [UInt8]]
    /// The vector that a licence brought; used where the playlist gives none.
    public var initializationVector: [UInt8]?
    /// Until when the key may be used; `nil` when nothing limits it.
    public var expiration: Instant?
    /// When it should be renewed; `nil` when it need not be.
    public var renewal: Instant?

    /// Creates a key without limits.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the key that the playlist names.
    ///   - byIdentifier: The keys that fragments name.
    public init(bytes: [UInt8]?, byIdentifier: [KeyIdentifier: [UInt8]] = [:]) {
        self.bytes = bytes
        self.byIdentifier = byIdentifier
    }
}
