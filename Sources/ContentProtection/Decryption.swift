import Containers
import Formats
import Playlists
import Sessions

/// The decryption of one resource: its method, key and container.
struct Decryption {
    let segment: SegmentContext
    let contentKeys: SegmentDecryptor.ContentKeySource
    let keys: SegmentDecryptor.KeySource
    /// The initialization section; `nil` if there is none.
    ///
    /// The section was already decrypted unless its `EXT-X-MAP` tag precedes the `EXT-X-KEY` tag.
    var initialization: [UInt8]?
    /// The clear initialization section, if `initialization` is encrypted; otherwise `nil`.
    private(set) var clearInitialization: [UInt8]?

    /// The session error that a key source threw.
    private(set) var failure: SessionError?
    /// The decrypted samples that a decoder must read to verify their keys.
    ///
    /// The property is `nil` when the form of the decrypted media is enough to verify the key.
    private(set) var proof: KeyProof?
    private var key: EncryptionKey?

    init(
        segment: SegmentContext, contentKeys: @escaping SegmentDecryptor.ContentKeySource,
        keys: @escaping SegmentDecryptor.KeySource
    ) {
        self.segment = segment
        self.contentKeys = contentKeys
        self.keys = keys
    }

    /// Chooses one of the keys in effect; every key decrypts the resource to the same bytes.
    mutating func choose(among keys: [EncryptionKey]) {
        // A key in the `identity` format is preferred, because no key system is needed to obtain
        // it.
        key = keys.first { $0.keyFormat == EncryptionKey.identityFormat } ?? keys.first
    }

    /// Decrypts an initialization section, and changes it so that it describes clear tracks.
    mutating func decryptInitialization(
        _ bytes: consuming [UInt8]
    ) throws(DecryptionError) -> [UInt8] {
        var bytes = consume bytes
        if let key, !key.method.isOfSamples {
            // Many segments share a section, so the media sequence number of one segment cannot be
            // the initialization vector of the section.
            guard key.initializationVector != nil else {
                throw DecryptionError(.missingInitializationVector)
            }
            bytes = try decryptWhole(consume bytes, with: key)
            guard ContainerFormat.isRecognized(in: bytes) else { throw Self.unrecognized }
        }
        guard ProtectedContainer(of: bytes) == .fragments else { return bytes }
        isOfSamples = try MovieProtection(bytes).isProtected
        return try MovieProtection.clear(consume bytes)
    }

    /// Whether the initialization section describes tracks with encrypted samples.
    private(set) var isOfSamples = false

    private static let unrecognized = DecryptionError(.garbage("no container that is known"))

    /// Decrypts a media segment.
    mutating func decryptMedia(_ bytes: consuming [UInt8]) throws(DecryptionError) -> [UInt8] {
        let bytes = consume bytes
        guard let key else { return try decryptFragments(consume bytes, with: nil) }
        guard key.method.isOfSamples else {
            let clear = try decryptWhole(consume bytes, with: key)
            // Valid padding does not prove the key: one in 256 wrong keys yields valid padding, and
            // counter mode has no padding.
            guard ContainerFormat.isRecognized(in: clear) else { throw Self.unrecognized }
            guard FirstPacket.isPlausible(clear) else {
                throw DecryptionError(
                    .garbage("the first 16 bytes, as with a wrong initialization vector"))
            }
            return clear
        }
        let container = ProtectedContainer(of: bytes)
        guard container == .fragments || key.method == .sampleAES || container == .text else {
            throw DecryptionError(.unsupportedMethod(key.method.rawValue))
        }
        switch container {
        case .fragments: return try decryptFragments(consume bytes, with: key)
        case .transportStream:
            var cipher = try sampleCipher(key)
            let clear = try TransportStreamDecryptor.decrypt(consume bytes, with: &cipher)
            note(key, cipher.byteCount)
            return clear
        case .packedAudio:
            var cipher = try sampleCipher(key)
            let clear = try PackedAudio.decrypt(consume bytes, with: &cipher)
            note(key, cipher.byteCount)
            return clear
        case .text:
            // Sample encryption is not defined for text, so the bytes are returned unchanged.
            return bytes
        case nil: throw DecryptionError(.unsupportedContainer)
        }
    }

    private mutating func decryptWhole(
        _ bytes: consuming [UInt8], with key: EncryptionKey
    ) throws(DecryptionError) -> [UInt8] {
        let vector = vector(of: key)
        switch key.method {
        case .aes128:
            return try WholeSegment.chained(
                consume bytes, key: try content(of: key, count: 16), vector: vector)
        case .aes256:
            return try WholeSegment.chained(
                consume bytes, key: try content(of: key, count: 32), vector: vector)
        case .aes256CTR:
            return try WholeSegment.counted(
                consume bytes, key: try content(of: key, count: 32), vector: vector)
        default: throw DecryptionError(.unsupportedMethod(key.method.rawValue))
        }
    }

    private mutating func decryptFragments(
        _ bytes: consuming [UInt8], with key: EncryptionKey?
    ) throws(DecryptionError) -> [UInt8] {
        let bytes = consume bytes
        let movie: MovieProtection
        if let initialization {
            movie = try MovieProtection(initialization)
            guard movie.isProtected else {
                // A decoder finds out whether the samples are really clear.
                if key != nil { proof = KeyProof(periods: [.clear]) }
                return bytes
            }
            // The initialization section still describes encrypted tracks if its `EXT-X-MAP` tag
            // precedes the `EXT-X-KEY` tag.
            if movie.isMarked { clearInitialization = try MovieProtection.clear(initialization) }
        } else {
            // A segment may contain its own initialization section.
            movie = try MovieProtection(bytes)
            guard !movie.isEmpty else { throw DecryptionError(.missingInitialization) }
        }
        if let method = key?.method, method.isOfSamples,
            let scheme = movie.schemes.first(where: { !method.hasCipher(of: $0) })
        {
            throw DecryptionError(
                .schemeMismatch(method: method.rawValue, scheme: scheme.rawValue))
        }
        var evidence = KeyEvidence()
        let clear = try FragmentDecryptor.decrypt(
            consume bytes, movie: movie, evidence: &evidence
        ) { identifier throws(DecryptionError) in
            if let found = contentKeys(identifier) { return found }
            let name = "the key identifier \(identifier)"
            guard let key else {
                throw DecryptionError(.missingKey("\(name), which no playlist lists"))
            }
            do throws(DecryptionError) {
                return try content(of: key, count: 16)
            } catch {
                guard case .missingKey(let other, let cause) = error.reason else { throw error }
                throw DecryptionError(.missingKey("\(name), nor for \(other)", cause: cause))
            }
        }
        proof = evidence.proof
        return clear
    }

    /// Records a key with which samples of a stream were decrypted.
    ///
    /// A decoder must also read a stream in which nothing was decrypted: the stream may be
    /// encrypted although its tables describe it as clear.
    private mutating func note(_ key: EncryptionKey, _ byteCount: Int) {
        guard byteCount > 0 else {
            proof = KeyProof(periods: [.clear])
            return
        }
        guard let bytes = try? content(of: key, count: 16) else { return }
        proof = KeyProof(periods: [.content(bytes + (key.initializationVector ?? []))])
    }

    private mutating func sampleCipher(
        _ key: EncryptionKey
    ) throws(DecryptionError) -> SampleCipher {
        try SampleCipher(key: try content(of: key, count: 16), vector: vector(of: key))
    }

    private func vector(of key: EncryptionKey) -> [UInt8] {
        key.initializationVector
            ?? WholeSegment.vector(mediaSequence: segment.mediaSequence)
    }

    /// Obtains the bytes of a key from the key source, and checks their number.
    private mutating func content(
        of key: EncryptionKey, count: Int
    ) throws(DecryptionError) -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try keys(key, segment.playlistURL)
        } catch let error as DecryptionError {
            throw error
        } catch {
            failure = error as? SessionError
            let name = key.uri ?? "a key without URI"
            throw DecryptionError(.missingKey(name, cause: UnderlyingError(error)))
        }
        guard bytes.count == count else {
            throw DecryptionError(.keyLength(expected: count, found: bytes.count))
        }
        return bytes
    }
}

extension EncryptionKey.Method {
    /// Complete segments in AES-256-CBC with PKCS7 padding.
    static let aes256 = Self(rawValue: "AES-256")
    /// Complete segments in AES-256-CTR.
    static let aes256CTR = Self(rawValue: "AES-256-CTR")

    /// Returns whether a method for samples has the cipher of a Common Encryption scheme.
    ///
    /// Players choose the cipher by the method. The specification permits only `cbcs` under
    /// `SAMPLE-AES`, and `cenc` under `SAMPLE-AES-CTR`. The schemes `cbc1` and `cens`, which have
    /// the same ciphers, are also decrypted here.
    ///
    /// Reference: rfc8216bis, section 4.4.4.4 (METHOD).
    func hasCipher(of scheme: ProtectionScheme) -> Bool {
        switch scheme {
        case .cbcs, .cbc1: self == .sampleAES
        case .cenc, .cens: self == .sampleAESCTR
        }
    }
}
