import COpenSSL

/// The single owner of one OpenSSL AES cipher, which works in place.
///
/// It never adds or removes padding; chaining continues from call to call until `restart`.
///
/// The corresponding C functions are `EVP_CIPHER_CTX_new`, `EVP_CIPHER_CTX_free`,
/// `EVP_CIPHER_CTX_set_padding`, `EVP_CipherInit_ex` and `EVP_CipherUpdate`.
@safe
package struct BlockCipher: ~Copyable {
    /// The block cipher mode, which determines the dependency between blocks.
    package enum Mode: Sendable {
        /// Each block is combined with the ciphertext of the previous block (CBC).
        case chained
        /// Each block is combined with an encrypted counter of 128 bits (CTR).
        case counter
    }

    package enum Direction: Int32, Sendable {
        case decrypt = 0
        case encrypt = 1
    }

    /// The number of bytes in a block.
    package static let blockSize = 16
    /// The maximum number of bytes in one call of the cipher, which accepts only 32-bit lengths.
    private static let mostBytesAtOnce = 1 << 30

    private let context: OpaquePointer
    private let mode: Mode

    /// Creates a cipher; call `restart` before its first use.
    ///
    /// - Parameters:
    ///   - mode: The dependency between blocks.
    ///   - direction: Whether to decrypt or to encrypt.
    ///   - key: 16 or 32 bytes.
    /// - Throws: `DecryptionError` when the key has any other length.
    package init(
        _ mode: Mode, _ direction: Direction, key: [UInt8]
    ) throws(DecryptionError) {
        let kind: OpaquePointer? =
            switch (mode, key.count) {
            case (.chained, 16): unsafe EVP_aes_128_cbc()
            case (.chained, 32): unsafe EVP_aes_256_cbc()
            case (.counter, 16): unsafe EVP_aes_128_ctr()
            case (.counter, 32): unsafe EVP_aes_256_ctr()
            default: throw DecryptionError(.keyLength(expected: 16, found: key.count))
            }
        guard let context = unsafe EVP_CIPHER_CTX_new() else { fatalError("out of memory") }
        guard unsafe EVP_CipherInit_ex(context, kind, nil, key, nil, direction.rawValue) == 1
        else {
            unsafe EVP_CIPHER_CTX_free(context)
            throw DecryptionError(.cipher)
        }
        unsafe EVP_CIPHER_CTX_set_padding(context, 0)
        unsafe self.context = context
        self.mode = mode
    }

    deinit {
        unsafe EVP_CIPHER_CTX_free(context)
    }

    /// Restarts the cipher with an initialization vector, or a first counter block, of 16 bytes.
    package mutating func restart(_ vector: [UInt8]) throws(DecryptionError) {
        guard vector.count == Self.blockSize else {
            throw DecryptionError(.initializationVectorLength(vector.count))
        }
        guard unsafe EVP_CipherInit_ex(context, nil, nil, nil, vector, -1) == 1 else {
            throw DecryptionError(.cipher)
        }
    }

    /// Encrypts or decrypts a part of the bytes in place.
    ///
    /// - Throws: `DecryptionError` when the length is not a multiple of the block size, except in
    ///   counter mode.
    package mutating func apply(
        to bytes: inout [UInt8], in range: Range<Int>
    ) throws(DecryptionError) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= bytes.count, "the range is in the bytes")
        guard mode == .counter || range.count % Self.blockSize == 0 else {
            throw DecryptionError(.ciphertextLength(range.count))
        }
        let context = unsafe context
        let isDone = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var index = range.lowerBound
            while index < range.upperBound {
                let count = min(range.upperBound - index, Self.mostBytesAtOnce)
                var written: Int32 = 0
                guard let start = buffer.baseAddress else { return false }
                let place = unsafe start + index
                guard unsafe EVP_CipherUpdate(context, place, &written, place, Int32(count)) == 1,
                    Int(written) == count
                else { return false }
                index += count
            }
            return true
        }
        guard isDone else { throw DecryptionError(.cipher) }
    }

    /// Processes all bytes in place.
    package mutating func apply(to bytes: inout [UInt8]) throws(DecryptionError) {
        try apply(to: &bytes, in: bytes.indices)
    }
}
