import COpenSSL

/// The single owner of a public key that checks signatures: RSA, or the curve P-256.
///
/// The corresponding C functions are `PEM_read_bio_PUBKEY`, `EVP_DigestVerify` and `EVP_PKEY_free`.
///
/// Reference: RFC 7518, sections 3.3 (RS256) and 3.4 (ES256).
@safe
struct VerificationKey: ~Copyable {
    /// The algorithm of the key's signatures, as the header of a JSON Web Token states it.
    enum Algorithm: String, Sendable {
        case rsa = "RS256"
        case curve = "ES256"
    }

    /// The size limit of a public key in PEM, in bytes.
    private static let largestText = 16 << 10

    private let pointer: OpaquePointer
    let algorithm: Algorithm

    /// Parses a public key in PEM; `nil` when the text has no supported key.
    ///
    /// - Parameter pem: The contents of a file with the key.
    init?(pem: [UInt8]) {
        guard pem.count <= Self.largestText else { return nil }
        let found = unsafe pem.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let start = bytes.baseAddress,
                let source = unsafe BIO_new_mem_buf(start, Int32(bytes.count))
            else { return nil }
            defer { unsafe BIO_free(source) }
            return unsafe PEM_read_bio_PUBKEY(source, nil, nil, nil)
        }
        ERR_clear_error()
        guard let found = unsafe found else { return nil }
        guard let algorithm = unsafe Self.algorithm(of: found) else {
            unsafe EVP_PKEY_free(found)
            return nil
        }
        unsafe pointer = found
        self.algorithm = algorithm
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    @unsafe
    private static func algorithm(of key: OpaquePointer) -> Algorithm? {
        if unsafe EVP_PKEY_is_a(key, "RSA") == 1 {
            return RSAKey.allowedBits.contains(unsafe Int(EVP_PKEY_get_bits(key))) ? .rsa : nil
        }
        var name = [CChar](repeating: 0, count: 64)
        var count = 0
        guard unsafe EVP_PKEY_is_a(key, "EC") == 1,
            unsafe EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1,
            count < name.count
        else { return nil }
        let text = String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text == "prime256v1" ? .curve : nil
    }

    /// Returns whether a signature, in the form that JSON Web Tokens use, matches some bytes.
    func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard let signature = algorithm == .rsa ? signature : Self.sequence(of: signature) else {
            return false
        }
        guard let context = unsafe EVP_MD_CTX_new() else { fatalError("out of memory") }
        defer { unsafe EVP_MD_CTX_free(context) }
        let isValid =
            unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, pointer) == 1
            && EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
        ERR_clear_error()
        return isValid
    }

    /// Converts the two numbers of a token's signature to the form that OpenSSL requires.
    ///
    /// The result is `nil` when the signature is not 64 bytes long.
    ///
    /// Reference: RFC 3279, section 2.2.3 (`Ecdsa-Sig-Value`).
    private static func sequence(of signature: [UInt8]) -> [UInt8]? {
        guard signature.count == 64 else { return nil }
        func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            var digits = Array(bytes.drop { $0 == 0 })
            if (digits.first ?? 0x80) >= 0x80 { digits.insert(0, at: 0) }
            return [0x02, UInt8(digits.count)] + digits
        }
        let content = integer(signature[..<32]) + integer(signature[32...])
        return [0x30, UInt8(content.count)] + content
    }
}
