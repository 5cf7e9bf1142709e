import Formats
public import Playlists
public import Sessions
public import Transport

/// Decrypts segments between the loader and the demuxer.
///
/// It decrypts complete segments (`AES-128`, `AES-256`, `AES-256-CTR`) and the samples of transport
/// streams, packed audio and fragments (`SAMPLE-AES`, `SAMPLE-AES-CTR`); segments without a key
/// pass unchanged. It has no state between calls.
///
/// Reference: rfc8216bis, section 4.4.4.4 (EXT-X-KEY).
public struct SegmentDecryptor: SegmentTransform {
    /// A closure that returns the bytes of a playlist's key, on a worker thread for each segment.
    public typealias KeySource =
        @Sendable (_ key: EncryptionKey, _ playlistURL: String) throws -> [UInt8]
    /// A closure that returns the key for a key identifier, or `nil` for the playlist's key.
    public typealias ContentKeySource = @Sendable (KeyIdentifier) -> [UInt8]?

    private static let byteLimit: Int64 = 1 << 30

    private let contentKeys: ContentKeySource
    private let keys: KeySource
    /// The key chosen among the keys in effect; `nil` leaves the choice to `Decryption`.
    private let chosen: EncryptionKey?
    /// The key from a key system; `nil` when keys are looked up on demand.
    private let content: ContentKey?
    /// Whether the decryptor is for encrypted media whose playlist lists no key.
    private let isForUnlisted: Bool

    /// Creates a decryptor that looks up its keys on demand.
    ///
    /// - Parameters:
    ///   - contentKeys: Returns content keys by identifier; called before `keys`.
    ///   - keys: Returns the keys that playlists declare.
    public init(
        contentKeys: @escaping ContentKeySource = { _ in nil }, keys: @escaping KeySource
    ) {
        self.contentKeys = contentKeys
        self.keys = keys
        chosen = nil
        content = nil
        isForUnlisted = false
    }

    /// Creates a decryptor for encrypted media whose playlist lists no key.
    ///
    /// - Parameter known: The content keys by identifier.
    package init(forUnlisted known: [KeyIdentifier: [UInt8]]) {
        chosen = nil
        content = ContentKey(bytes: nil, byIdentifier: known)
        isForUnlisted = true
        contentKeys = { known[$0] }
        keys = { key, _ in throw DecryptionError(.missingKey(key.uri ?? "a key without URI")) }
    }

    /// Creates a decryptor that uses one of the keys in effect.
    ///
    /// - Parameters:
    ///   - chosen: The key as the playlist declares it.
    ///   - content: The key from a key system.
    package init(chosen: EncryptionKey, content: ContentKey) {
        var chosen = chosen
        if chosen.initializationVector == nil {
            chosen.initializationVector = content.initializationVector
        }
        self.chosen = chosen
        self.content = content
        isForUnlisted = false
        contentKeys = { content.byIdentifier[$0] }
        keys = { key, _ in
            guard let bytes = content.bytes else {
                throw DecryptionError(.missingKey(key.uri ?? "a key without URI"))
            }
            return bytes
        }
    }

    /// Returns the content key for the key identifier of a sample.
    ///
    /// - Throws: `DecryptionError` when there is none.
    func contentKey(_ identifier: KeyIdentifier) throws(DecryptionError) -> [UInt8] {
        guard let key = contentKeys(identifier) else {
            throw DecryptionError(.missingKey("the key identifier \(identifier)"))
        }
        return key
    }

    /// Decrypts a resource.
    ///
    /// - Parameters:
    ///   - body: The bytes as loaded.
    ///   - segment: The media segment that the bytes belong to.
    ///   - role: The role of the bytes in the segment.
    /// - Returns: The clear bytes, and whether only a decoder can show that the key is right.
    /// - Throws: ``SessionError/decryption(_:url:)`` when the bytes cannot be decrypted, or the
    ///   ``SessionError`` that a key source throws.
    public func transform(
        _ body: ResourceBody, of segment: SegmentContext, role: SegmentContext.Part
    ) throws(SessionError) -> TransformedBody {
        var decryption = Decryption(segment: segment, contentKeys: contentKeys, keys: keys)
        let uri: String
        switch role {
        case .initializationSection:
            guard let section = segment.segment.initializationSection,
                !isForUnlisted || UnlistedEncryption.isAnnounced(by: body)
            else { return TransformedBody(body) }
            decryption.choose(among: chosen.map { [$0] } ?? section.keys)
            uri = section.uri
        case .media:
            guard
                isForUnlisted
                    ? UnlistedEncryption.isPossible(in: body, after: segment.initialization)
                    : !segment.segment.keys.isEmpty
            else { return TransformedBody(body) }
            decryption.choose(among: chosen.map { [$0] } ?? segment.segment.keys)
            uri = segment.segment.uri
        }
        let bytes: [UInt8]
        do throws(TransportError) {
            bytes = try body.bytes(limit: Self.byteLimit)
            decryption.initialization = try segment.initialization?.bytes(limit: Self.byteLimit)
        } catch {
            throw SessionError.transport(error)
        }
        do throws(DecryptionError) {
            switch role {
            case .initializationSection:
                let clear = try decryption.decryptInitialization(consume bytes)
                return TransformedBody(
                    ResourceBody(clear), isUnproven: decryption.isOfSamples)
            case .media:
                let clear = try decryption.decryptMedia(consume bytes)
                var result = TransformedBody(
                    ResourceBody(clear), isUnproven: decryption.proof != nil,
                    initialization: decryption.clearInitialization.map { ResourceBody($0) })
                result.proof = decryption.proof
                return result
            }
        } catch {
            let url = URIReference.resolve(uri, against: segment.playlistURL)
            throw decryption.failure ?? SessionError.decryption(UnderlyingError(error), url: url)
        }
    }
}

extension SegmentDecryptor: IdentifiedByContents {
    /// The declared key and the key bytes, encoded; `nil` when keys are looked up on demand.
    package var identity: [UInt8]? {
        guard let content, chosen != nil || isForUnlisted else { return nil }
        var result: [UInt8] = []
        func add(_ bytes: [UInt8]?) {
            guard let bytes else { return result.append(0) }
            result += [1] + Array("\(bytes.count):".utf8) + bytes
        }
        add(chosen.map { Array($0.method.rawValue.utf8) })
        add(chosen?.uri.map { Array($0.utf8) })
        add(chosen?.initializationVector)
        add(chosen.map { Array($0.keyFormat.utf8) })
        add(content.bytes)
        let named = content.byIdentifier.map { (Array($0.key.bytes), $0.value) }
        for (identifier, key) in named.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
            add(identifier)
            add(key)
        }
        return result
    }
}
