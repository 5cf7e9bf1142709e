import COpenSSL

/// Signs with the C function `EVP_DigestSign`, and writes keys with `PEM_write_bio_PUBKEY`.
extension RSAKey {
    /// Signs bytes with PKCS #1 and SHA-256, which yields equal signatures for equal bytes.
    ///
    /// Reference: RFC 7518, section 3.3 (Digital Signature with RSASSA-PKCS1-v1_5).
    func signature(of bytes: [UInt8]) throws(LicenceError) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { fatalError("out of memory") }
        defer { unsafe EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: sealedSize)
        var count = signature.count
        guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1,
            unsafe EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1,
            count == signature.count
        else {
            ERR_clear_error()
            throw LicenceError(.cipherFailed("EVP_DigestSign"))
        }
        return signature
    }

    /// The public key in PEM.
    var publicPEM: [UInt8] {
        get throws(LicenceError) {
            guard let sink = unsafe BIO_new(BIO_s_mem()) else { fatalError("out of memory") }
            defer { unsafe BIO_free(sink) }
            var text = [UInt8](repeating: 0, count: 16 << 10)
            guard unsafe PEM_write_bio_PUBKEY(sink, pointer) == 1 else {
                throw LicenceError(.cipherFailed("PEM_write_bio_PUBKEY"))
            }
            let count = unsafe Int(BIO_read(sink, &text, Int32(text.count)))
            guard count > 0 else { throw LicenceError(.cipherFailed("BIO_read")) }
            return Array(text.prefix(count))
        }
    }
}
