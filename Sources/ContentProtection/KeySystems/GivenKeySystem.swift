public import Playlists
public import Sessions
public import VirtualTime

/// A key system that contains its keys, for tests and for assets with known keys.
///
/// It accepts any key format. Place it first in a list of key systems, so that the keys that it
/// contains need no server.
public final class GivenKeySystem: KeySystem {
    private let byLocation: [String: [UInt8]]
    private let byIdentifier: [KeyIdentifier: [UInt8]]
    /// Whether a key was requested.
    package private(set) var isUsed = false

    /// Creates the key system.
    ///
    /// - Parameters:
    ///   - byLocation: The keys by the `URI` attribute in the playlist, exactly as the playlist
    ///     contains it.
    ///   - byIdentifier: The keys of Common Encryption by key identifier, for all media that refers
    ///     to them. Other keys of the same media come from the later key systems in the list.
    public init(
        byLocation: [String: [UInt8]] = [:], byIdentifier: [KeyIdentifier: [UInt8]] = [:]
    ) {
        self.byLocation = byLocation
        self.byIdentifier = byIdentifier
    }

    /// The keys of Common Encryption that were passed to the initializer, by key identifier.
    public var knownKeys: [KeyIdentifier: [UInt8]] { byIdentifier }

    /// Returns whether the key system contains a key for the `URI` attribute of a playlist's key.
    public func accepts(_ key: EncryptionKey) -> Bool {
        key.uri.map { byLocation[$0] != nil } == true
    }

    /// Calls the completion at once, with the key that this key system contains.
    public func requestKey(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<ContentKey, SessionError>) -> Void
    ) -> Hold? {
        isUsed = true
        let bytes = request.key.uri.flatMap { byLocation[$0] }
        completion(.success(ContentKey(bytes: bytes, byIdentifier: byIdentifier)))
        return nil
    }
}
