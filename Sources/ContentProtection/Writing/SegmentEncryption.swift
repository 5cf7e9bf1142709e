import Containers

/// The encryption of media with one key, as a packager performs it.
///
/// The method `AES-128` encrypts complete segments. With `SAMPLE-AES`, transport streams use
/// Apple's sample format, and fragments use the scheme `cbcs` of Common Encryption.
///
/// Reference: rfc8216bis, section 4.4.4.4 (EXT-X-KEY).
package struct SegmentEncryption: Equatable, Sendable {
    /// The part of a segment that is encrypted.
    package enum Method: Equatable, Sendable {
        /// All bytes of a segment.
        case whole
        /// Only the samples of a segment.
        case samples
    }

    /// The part of each segment that is encrypted: all bytes, or only the samples.
    package var method: Method
    /// The key, 16 bytes.
    package var key: [UInt8]
    /// The initialization vector, 16 bytes.
    ///
    /// Fragments declare it as the constant initialization vector of all their samples.
    package var vector: [UInt8]
    /// The identifier by which fragments refer to the key, 16 bytes.
    package var identifier: [UInt8]

    /// Creates an encryption.
    ///
    /// - Parameters:
    ///   - method: The part of each segment that is encrypted.
    ///   - key: The key, 16 bytes.
    ///   - vector: The initialization vector, 16 bytes.
    ///   - identifier: The identifier by which fragments refer to the key, 16 bytes.
    package init(
        _ method: Method, key: [UInt8], vector: [UInt8],
        identifier: [UInt8] = [UInt8](repeating: 0, count: 16)
    ) {
        self.method = method
        self.key = key
        self.vector = vector
        self.identifier = identifier
    }

    /// Encrypts a segment, or a part of one.
    ///
    /// - Parameters:
    ///   - bytes: The clear bytes.
    ///   - initialization: The clear initialization section; `nil` if the segment has none.
    /// - Returns: The encrypted bytes.
    /// - Throws: `DecryptionError` when the samples cannot be encrypted.
    package func media(
        _ bytes: consuming [UInt8], initialization: [UInt8]?
    ) throws(DecryptionError) -> [UInt8] {
        let bytes = consume bytes
        guard method == .samples else {
            return try WholeSegment.encrypted(consume bytes, key: key, vector: vector)
        }
        switch ProtectedContainer(of: bytes) {
        case .transportStream:
            return try TransportStreamEncryptor.encrypt(consume bytes, key: key, vector: vector)
        case .fragments:
            guard let initialization else { throw DecryptionError(.missingInitialization) }
            return try fragments.media(consume bytes, initialization: initialization)
        case .packedAudio, .text, nil: throw DecryptionError(.unsupportedContainer)
        }
    }

    /// Returns an initialization section that declares its tracks as encrypted.
    ///
    /// - Parameter bytes: The clear section.
    /// - Returns: The changed section; the unchanged bytes when complete segments are encrypted.
    /// - Throws: `DecryptionError` when the samples of a track cannot be encrypted.
    package func initialization(_ bytes: [UInt8]) throws(DecryptionError) -> [UInt8] {
        method == .samples ? try fragments.initialization(bytes) : bytes
    }

    private var fragments: FragmentEncryptor {
        FragmentEncryptor(key: key, vector: vector, identifier: identifier)
    }
}
