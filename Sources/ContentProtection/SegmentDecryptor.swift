public import Playlists
public import Sessions
public import Transport

/// Decrypts segments between the loader and the demuxer.
///
/// It decrypts whole segments (`AES-128`, `AES-256`, `AES-256-CTR`) and the samples of transport
/// streams, packed audio and fragments (`SAMPLE-AES`, `SAMPLE-AES-CTR`); segments without a key pass
/// unchanged. It keeps nothing from one call to the next.
///
/// Reference: rfc8216bis, section 4.4.4.4 (EXT-X-KEY).
public struct SegmentDecryptor: SegmentTransform {
    /// Finds the bytes of a key that a playlist names; called on worker threads, for every segment.
    public typealias KeySource =
        @Sendable (_ key: EncryptionKey, _ playlistURL: String) throws -> [UInt8]
    /// Finds the content key that fragments name; `nil` when the key of the playlist is meant.
    public typealias ContentKeySource = @Sendable (KeyIdentifier) -> [UInt8]?

    private static let byteLimit: Int64 = 1 << 30

    private let contentKeys: ContentKeySource
    private let keys: KeySource
    /// The key to use of those in effect; `nil` leaves the choice to the decryption.
    private let chosen: EncryptionKey?
    /// What a key system has for the key; `nil` where keys are looked up as they are needed.
    private let content: ContentKey?
    /// Whether it decrypts media that alone says that it is encrypted.
    private let isForUnlisted: Bool

    /// Creates a decryptor.
    ///
    /// - Parameters:
    ///   - contentKeys: Finds content keys by their identifiers; asked before `keys`.
    ///   - keys: Finds the keys that playlists name.
    public init(
        contentKeys: @escaping ContentKeySource = { _ in nil }, keys: @escaping KeySource
    ) {
        self.contentKeys = contentKeys
        self.keys = keys
        chosen = nil
        content = nil
        isForUnlisted = false
    }

    /// Creates a decryptor for media for which no playlist lists a key.
    ///
    /// - Parameter known: The content keys by their identifiers.
    package init(forUnlisted known: [KeyIdentifier: [UInt8]]) {
        chosen = nil
        content = ContentKey(bytes: nil, byIdentifier: known)
        isForUnlisted = true
        contentKeys = { known[$0] }
        keys = { key, _ in throw DecryptionError(.missingKey(key.uri ?? "a key without URI")) }
    }

    /// Creates a decryptor for the parts of segments for which one key is in effect.
    ///
    /// - Parameters:
    ///   - chosen: The key as its playlist names it.
    ///   - content: What a key system has for it.
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

    /// The content key that a file names.
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
    ///   - body: The bytes as they were loaded.
    ///   - segment: The media segment that they are, or that they initialise.
    ///   - role: Which part of the segment they are.
    /// - Returns: The clear bytes, and whether only a decoder could tell that the key is wrong.
    /// - Throws: ``SessionError/decryption(_:url:)`` when they cannot be decrypted, and what the
    ///   sources of keys throw as ``SessionError``.
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
            throw decryption.failure ?? SessionError.decryption("\(error)", url: url)
        }
    }
}

extension SegmentDecryptor: IdentifiedByContents {
    /// The key as its playlist names it and the bytes of all keys; `nil` where keys are looked up as
    /// they are needed.
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
