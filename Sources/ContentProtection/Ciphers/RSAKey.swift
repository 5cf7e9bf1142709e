import COpenSSL

/// The single owner of an RSA key, public or private.
///
/// OpenSSL overwrites the private part when the key is freed.
///
/// The corresponding C functions are `EVP_PKEY_generate`, `PEM_read_bio_PrivateKey`,
/// `PEM_write_bio_PKCS8PrivateKey`, `EVP_PKEY_encrypt`, `EVP_PKEY_decrypt` and `EVP_PKEY_free`.
@safe
struct RSAKey: ~Copyable {
    /// The supported key sizes in bits.
    ///
    /// Smaller keys are not secure. Operations with larger keys, which an untrusted certificate may
    /// contain, would take seconds.
    static let allowedBits = 2048...8192

    let pointer: OpaquePointer

    /// Takes ownership of a key.
    ///
    /// - Parameter pointer: The key; it is freed even on failure.
    /// - Throws: `LicenceError` unless it is an RSA key of a supported size.
    init(owning pointer: OpaquePointer) throws(LicenceError) {
        guard unsafe EVP_PKEY_is_a(pointer, "RSA") == 1 else {
            unsafe EVP_PKEY_free(pointer)
            throw LicenceError(.unsupportedKey("is not an RSA key"))
        }
        let bits = unsafe Int(EVP_PKEY_get_bits(pointer))
        guard Self.allowedBits.contains(bits) else {
            unsafe EVP_PKEY_free(pointer)
            throw LicenceError(.unsupportedKey("has \(bits) bits and not 2048 to 8192"))
        }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// Generates a private key.
    static func generate(bits: Int = 2048) throws(LicenceError) -> RSAKey {
        guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else {
            throw LicenceError(.cipherFailed("EVP_PKEY_CTX_new_from_name"))
        }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var pointer: OpaquePointer?
        guard unsafe EVP_PKEY_keygen_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)) == 1,
            unsafe EVP_PKEY_generate(context, &pointer) == 1, let pointer = unsafe pointer
        else { throw LicenceError(.cipherFailed("EVP_PKEY_generate")) }
        return try unsafe RSAKey(owning: pointer)
    }

    /// The number of bytes in a sealed secret.
    var sealedSize: Int { unsafe Int(EVP_PKEY_get_size(pointer)) }

    /// Seals a secret for the owner of the private key: OAEP with SHA-256.
    ///
    /// Reference: RFC 8017, section 7.1 (RSAES-OAEP).
    func seal(_ secret: [UInt8]) throws(LicenceError) -> [UInt8] {
        let operation = try Operation(self)
        var result = [UInt8](repeating: 0, count: sealedSize)
        var count = result.count
        guard unsafe EVP_PKEY_encrypt_init(operation.context) == 1, operation.usesOAEP(),
            unsafe EVP_PKEY_encrypt(
                operation.context, &result, &count, secret, secret.count) == 1,
            count == result.count
        else { throw LicenceError(.cipherFailed("EVP_PKEY_encrypt")) }
        return result
    }

    /// Opens a sealed secret; `nil` if it was altered or sealed for another key.
    func open(_ sealed: [UInt8]) throws(LicenceError) -> [UInt8]? {
        let operation = try Operation(self)
        var result = [UInt8](repeating: 0, count: sealedSize)
        var count = result.count
        guard unsafe EVP_PKEY_decrypt_init(operation.context) == 1, operation.usesOAEP() else {
            throw LicenceError(.cipherFailed("EVP_PKEY_decrypt_init"))
        }
        let isOpen =
            unsafe EVP_PKEY_decrypt(
                operation.context, &result, &count, sealed, sealed.count) == 1
        ERR_clear_error()
        return isOpen ? Array(result.prefix(count)) : nil
    }

    /// The state of one operation with a key, freed together with this value.
    @safe
    private struct Operation: ~Copyable {
        let context: OpaquePointer

        init(_ key: borrowing RSAKey) throws(LicenceError) {
            guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil) else {
                throw LicenceError(.cipherFailed("EVP_PKEY_CTX_new_from_pkey"))
            }
            unsafe self.context = context
        }

        deinit {
            unsafe EVP_PKEY_CTX_free(context)
        }

        func usesOAEP() -> Bool {
            unsafe EVP_PKEY_CTX_set_rsa_padding(context, copenssl_oaep_padding) == 1
                && EVP_PKEY_CTX_set_rsa_oaep_md(context, EVP_sha256()) == 1
                && EVP_PKEY_CTX_set_rsa_mgf1_md(context, EVP_sha256()) == 1
        }
    }
}
