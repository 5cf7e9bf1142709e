import COpenSSL

/// Derives keys from a secret: HKDF with SHA-256.
///
/// The corresponding C functions are `EVP_PKEY_CTX_new_id` with `EVP_PKEY_HKDF`,
/// `EVP_PKEY_derive_init`, `EVP_PKEY_derive` and `EVP_PKEY_CTX_free`.
///
/// Reference: RFC 5869, section 2.
@safe
struct KeyDerivation: ~Copyable {
    private let context: OpaquePointer

    private init() throws(LicenceError) {
        guard let context = unsafe EVP_PKEY_CTX_new_id(copenssl_hkdf, nil) else {
            throw LicenceError(.cipherFailed("EVP_PKEY_CTX_new_id"))
        }
        unsafe self.context = context
    }

    deinit {
        unsafe EVP_PKEY_CTX_free(context)
    }

    /// Derives a key.
    ///
    /// - Parameters:
    ///   - secret: The shared secret.
    ///   - salt: A value that separates keys derived from equal secrets.
    ///   - purpose: The purpose of the key; each purpose has its own key.
    ///   - count: The length of the key in bytes.
    /// - Returns: The derived key.
    /// - Throws: `LicenceError` when OpenSSL fails.
    static func key(
        from secret: [UInt8], salt: [UInt8], purpose: String, count: Int = 32
    ) throws(LicenceError) -> [UInt8] {
        let derivation = try KeyDerivation()
        return try derivation.derive(secret, salt, Array(purpose.utf8), count)
    }

    private func derive(
        _ secret: [UInt8], _ salt: [UInt8], _ purpose: [UInt8], _ count: Int
    ) throws(LicenceError) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: count)
        var written = count
        guard unsafe EVP_PKEY_derive_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1,
            unsafe EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(salt.count)) == 1,
            unsafe EVP_PKEY_CTX_set1_hkdf_key(context, secret, Int32(secret.count)) == 1,
            unsafe EVP_PKEY_CTX_add1_hkdf_info(context, purpose, Int32(purpose.count)) == 1,
            unsafe EVP_PKEY_derive(context, &key, &written) == 1, written == count
        else { throw LicenceError(.cipherFailed("HKDF")) }
        return key
    }
}
