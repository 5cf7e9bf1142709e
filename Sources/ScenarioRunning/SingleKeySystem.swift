import ContentProtection
import HeadlessPlayback
import Playlists
import VirtualTime

/// A key system with a single key for all encrypted media.
final class SingleKeySystem: KeySystem {
    private let bytes: [UInt8]
    /// Whether the key was requested.
    private(set) var isUsed = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func accepts(_ key: EncryptionKey) -> Bool { true }

    func requestKey(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<ContentKey, SessionError>) -> Void
    ) -> Hold? {
        isUsed = true
        completion(.success(ContentKey(bytes: bytes)))
        return nil
    }
}
