public import Playlists
public import Sessions

/// Has keys that were given to it, and asks nobody: for tests, and for assets whose keys are known.
///
/// It stands for any key format. In a list of key systems it comes first, so that what was given
/// needs no server.
public final class GivenKeySystem: KeySystem {
    private let byLocation: [String: [UInt8]]
    private let byIdentifier: [KeyIdentifier: [UInt8]]

    /// Creates the system.
    ///
    /// - Parameters:
    ///   - byLocation: Keys by the `URI` that playlists have for them, as written.
    ///   - byIdentifier: Keys of Common Encryption by their identifiers, for all media that names
    ///     them. Other keys of the same media come from the systems behind this one.
    public init(
        byLocation: [String: [UInt8]] = [:], byIdentifier: [KeyIdentifier: [UInt8]] = [:]
    ) {
        self.byLocation = byLocation
        self.byIdentifier = byIdentifier
    }

    /// The keys that were given by their identifiers.
    public var knownKeys: [KeyIdentifier: [UInt8]] { byIdentifier }

    /// Whether the key was given by its location.
    public func accepts(_ key: EncryptionKey) -> Bool {
        key.uri.map { byLocation[$0] != nil } == true
    }

    /// Gives what was given.
    public func requestKey(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<ContentKey, SessionError>) -> Void
    ) -> AnyObject? {
        let bytes = request.key.uri.flatMap { byLocation[$0] }
        completion(.success(ContentKey(bytes: bytes, byIdentifier: byIdentifier)))
        return nil
    }
}
