import COpenSSL

/// Encrypts and authenticates bytes with AES-256 in Galois mode.
///
/// The corresponding C functions are `EVP_CIPHER_CTX_new`, `EVP_CipherInit_ex2`,
/// `EVP_CipherUpdate`, `EVP_CipherFinal_ex`, `EVP_CIPHER_CTX_ctrl` and `EVP_CIPHER_CTX_free`.
///
/// Reference: NIST SP 800-38D.
@safe
struct AuthenticatedCipher: ~Copyable {
    static let keySize = 32
    static let nonceSize = 12
    static let tagSize = 16

    private enum Direction: Int32 {
        case open = 0
        case seal = 1
    }

    private let context: OpaquePointer

    private init(
        _ direction: Direction, key: [UInt8], nonce: [UInt8], associated: [UInt8]
    ) throws(LicenceError) {
        precondition(
            key.count == Self.keySize && nonce.count == Self.nonceSize,
            "key and nonce have the lengths that the cipher takes")
        guard let context = unsafe EVP_CIPHER_CTX_new() else { fatalError("out of memory") }
        var count: Int32 = 0
        guard
            unsafe EVP_CipherInit_ex2(
                context, EVP_aes_256_gcm(), key, nonce, direction.rawValue, nil) == 1,
            unsafe EVP_CipherUpdate(context, nil, &count, associated, Int32(associated.count)) == 1
        else {
            unsafe EVP_CIPHER_CTX_free(context)
            throw LicenceError(.cipherFailed("AES-256-GCM"))
        }
        unsafe self.context = context
    }

    deinit {
        unsafe EVP_CIPHER_CTX_free(context)
    }

    /// Seals bytes.
    ///
    /// - Parameters:
    ///   - bytes: The clear text.
    ///   - key: 32 bytes.
    ///   - nonce: 12 bytes, never used before with the same key.
    ///   - associated: Bytes that are authenticated but not encrypted.
    /// - Returns: The ciphertext, as long as the clear text, and a tag of 16 bytes.
    /// - Throws: `LicenceError` when OpenSSL fails.
    static func seal(
        _ bytes: [UInt8], key: [UInt8], nonce: [UInt8], associated: [UInt8]
    ) throws(LicenceError) -> [UInt8] {
        let cipher = try AuthenticatedCipher(.seal, key: key, nonce: nonce, associated: associated)
        var result = try cipher.update(bytes)
        var tag = [UInt8](repeating: 0, count: tagSize)
        guard try cipher.finish(),
            unsafe EVP_CIPHER_CTX_ctrl(cipher.context, copenssl_get_tag, Int32(tagSize), &tag) == 1
        else { throw LicenceError(.cipherFailed("AES-256-GCM")) }
        result += tag
        return result
    }

    /// Opens sealed bytes.
    ///
    /// - Parameters:
    ///   - bytes: The result of `seal`.
    ///   - key: 32 bytes.
    ///   - nonce: 12 bytes.
    ///   - associated: The associated bytes that were passed to `seal`.
    /// - Returns: The clear text; `nil` when the key, the nonce, the tag or any other byte is
    ///   wrong.
    /// - Throws: `LicenceError` when OpenSSL fails.
    static func open(
        _ bytes: [UInt8], key: [UInt8], nonce: [UInt8], associated: [UInt8]
    ) throws(LicenceError) -> [UInt8]? {
        guard bytes.count >= tagSize else { return nil }
        let cipher = try AuthenticatedCipher(.open, key: key, nonce: nonce, associated: associated)
        let clear = try cipher.update(Array(bytes.dropLast(tagSize)))
        var tag = Array(bytes.suffix(tagSize))
        guard
            unsafe EVP_CIPHER_CTX_ctrl(cipher.context, copenssl_set_tag, Int32(tagSize), &tag) == 1
        else { throw LicenceError(.cipherFailed("AES-256-GCM")) }
        // The clear text must not be used before the tag has been verified.
        return try cipher.finish() ? clear : nil
    }

    private func update(_ bytes: [UInt8]) throws(LicenceError) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        var result = [UInt8](repeating: 0, count: bytes.count)
        var count: Int32 = 0
        guard unsafe EVP_CipherUpdate(context, &result, &count, bytes, Int32(bytes.count)) == 1,
            Int(count) == bytes.count
        else { throw LicenceError(.cipherFailed("AES-256-GCM")) }
        return result
    }

    /// Finishes the operation; returns `false` when the tag is wrong.
    private func finish() throws(LicenceError) -> Bool {
        var rest = [UInt8](repeating: 0, count: Self.tagSize)
        var count: Int32 = 0
        let isDone = unsafe EVP_CipherFinal_ex(context, &rest, &count) == 1
        ERR_clear_error()
        return isDone
    }
}
