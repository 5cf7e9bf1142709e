public import Playlists
public import Sessions
import Transport
public import VirtualTime

/// Loads keys that are served as plain bytes: `KEYFORMAT="identity"`.
///
/// The loaders of the session determine the supported locations: servers, files, `data:` URLs, and
/// URLs with a custom scheme that the app handles. Loaded keys are kept for later sessions.
///
/// Reference: rfc8216bis, section 4.4.4.4 (KEYFORMAT).
public final class IdentityKeySystem: KeySystem {
    /// The domain of this key system's errors.
    public static let errorDomain = "IdentityKeyErrorDomain"
    /// The maximum number of stored keys.
    ///
    /// It suffices for a day of playback with a new key every six seconds, which uses 14,400 keys.
    private static let cacheLimit = 16_384
    /// The size limit in bytes of a response with a key.
    ///
    /// It admits an AES-256 key of 32 bytes, and rejects most error pages.
    private static let byteLimit: Int64 = 64

    private var cache: [String: [UInt8]] = [:]

    /// Creates the key system with an empty cache.
    public init() {}

    /// Returns whether the key is served as plain bytes.
    public func accepts(_ key: EncryptionKey) -> Bool {
        key.keyFormat == EncryptionKey.identityFormat
    }

    /// Loads a key, or takes it from the cache.
    public func requestKey(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<ContentKey, SessionError>) -> Void
    ) -> Hold? {
        if let bytes = cache[request.url] {
            completion(.success(ContentKey(bytes: bytes)))
            return nil
        }
        guard request.key.uri != nil else {
            completion(.failure(failure(of: request, "the playlist does not state its location")))
            return nil
        }
        var resource = ResourceRequest(
            url: request.url, kind: .key, referrer: request.playlistURL)
        resource.maximumByteCount = Self.byteLimit
        return request.host.fetch(resource) { [weak self] answer in
            guard let self else { return }
            do throws(SessionError) {
                let bytes = try bytes(of: answer, for: request)
                if cache.count >= Self.cacheLimit { cache = [:] }
                cache[request.url] = bytes
                completion(.success(ContentKey(bytes: bytes)))
            } catch {
                completion(.failure(error))
            }
        }
    }

    private func bytes(
        of answer: ProtectionHost.Answer, for request: ContentKeyRequest
    ) throws(SessionError) -> [UInt8] {
        do throws(SessionError) {
            let body = try answer.get().body
            do throws(TransportError) {
                return try body.bytes(limit: Self.byteLimit)
            } catch {
                throw SessionError.transport(error)
            }
        } catch {
            throw request.failure(
                domain: Self.errorDomain, code: 69401, reason: "\(error)", underlying: error)
        }
    }

    private func failure(of request: ContentKeyRequest, _ reason: String) -> SessionError {
        request.failure(domain: Self.errorDomain, code: 69401, reason: reason)
    }
}
