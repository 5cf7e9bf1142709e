import COpenSSL

extension RSAKey {
    /// The size limit of a private key in PEM, in bytes.
    private static let largestText = 64 << 10

    /// Parses a private key in PEM and overwrites the text.
    ///
    /// - Parameter pem: The contents of a file with the key, without a password. The caller must
    ///   overwrite any copies.
    /// - Throws: `LicenceError` when the text has no supported key.
    init(pem: consuming [UInt8]) throws(LicenceError) {
        var pem = consume pem
        defer { Self.overwrite(&pem) }
        guard pem.count <= Self.largestText else {
            throw LicenceError(.tooLarge(.privateKey, limit: Self.largestText))
        }
        let found = unsafe pem.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let start = bytes.baseAddress,
                let source = unsafe BIO_new_mem_buf(start, Int32(bytes.count))
            else { return nil }
            defer { unsafe BIO_free(source) }
            return unsafe copenssl_read_private_key(source)
        }
        ERR_clear_error()
        guard let found = unsafe found else {
            throw LicenceError(.malformed(.privateKey, "no private key in PEM without a password"))
        }
        try unsafe self.init(owning: found)
    }

    /// Passes the private key in PEM to a closure and then overwrites the text.
    func withPEM<Result>(
        _ body: ([UInt8]) throws(LicenceError) -> Result
    ) throws(LicenceError) -> Result {
        guard let sink = unsafe BIO_new(BIO_s_secmem()) else { fatalError("out of memory") }
        defer { unsafe BIO_free(sink) }
        var text = [UInt8](repeating: 0, count: Self.largestText)
        defer { Self.overwrite(&text) }
        guard unsafe PEM_write_bio_PKCS8PrivateKey(sink, pointer, nil, nil, 0, nil, nil) == 1
        else { throw LicenceError(.cipherFailed("PEM_write_bio_PKCS8PrivateKey")) }
        let count = unsafe Int(BIO_read(sink, &text, Int32(text.count)))
        guard count > 0 else { throw LicenceError(.cipherFailed("BIO_read")) }
        text.removeLast(text.count - count)
        return try body(text)
    }

    private static func overwrite(_ text: inout [UInt8]) {
        unsafe OPENSSL_cleanse(&text, text.count)
    }
}
