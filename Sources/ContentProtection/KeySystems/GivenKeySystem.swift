public import Playlists
public import Sessions
public import VirtualTime

/// A key system with given keys, for tests and for assets with known keys.
///
/// It accepts any key format. Place it first in a list of key systems, so that the given keys need
/// no server.
public final class GivenKeySystem: KeySystem {
    private let byLocation: [String: [UInt8]]
    private let byIdentifier: [KeyIdentifier: [UInt8]]

    /// Creates the system.
    ///
    /// - Parameters:
    ///   - byLocation: Keys by the `URI` in playlists, as written.
    ///   - byIdentifier: Keys of Common Encryption by identifier, for all media that refers to
    ///     them. Other keys of the same media come from the following systems.
    public init(
        byLocation: [String: [UInt8]] = [:], byIdentifier: [KeyIdentifier: [UInt8]] = [:]
    ) {
        self.byLocation = byLocation
        self.byIdentifier = byIdentifier
    }

    /// The keys given by identifier.
    public var knownKeys: [KeyIdentifier: [UInt8]] { byIdentifier }

    /// Returns whether the key was given by its location.
    public func accepts(_ key: EncryptionKey) -> Bool {
        key.uri.map { byLocation[$0] != nil } == true
    }

    /// Returns a given key.
    public func requestKey(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<ContentKey, SessionError>) -> Void
    ) -> Hold? {
        let bytes = request.key.uri.flatMap { byLocation[$0] }
        completion(.success(ContentKey(bytes: bytes, byIdentifier: byIdentifier)))
        return nil
    }
}
