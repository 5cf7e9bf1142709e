import COpenSSL

/// The single owner of an X.509 certificate.
///
/// The corresponding C functions are `d2i_X509`, `i2d_X509`, `X509_get_pubkey`, `X509_sign` and
/// `X509_free`.
@safe
struct Certificate: ~Copyable {
    /// The size limit of a certificate in bytes.
    static let largestSize = 16 << 10

    private let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe X509_free(pointer)
    }

    /// Parses a certificate.
    ///
    /// - Parameter der: The certificate in DER, without trailing bytes.
    /// - Throws: `LicenceError` when it is malformed.
    init(der: [UInt8]) throws(LicenceError) {
        guard der.count <= Self.largestSize else {
            throw LicenceError(.tooLarge(.certificate, limit: Self.largestSize))
        }
        var used = 0
        let found = unsafe der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            guard let start = bytes.baseAddress else { return nil }
            var place: UnsafePointer<UInt8>? = unsafe start
            let certificate = unsafe d2i_X509(nil, &place, bytes.count)
            used = unsafe place.map { unsafe $0 - start } ?? 0
            return unsafe certificate
        }
        ERR_clear_error()
        guard let found = unsafe found else {
            throw LicenceError(.malformed(.certificate, "is not X.509 in DER"))
        }
        guard used == der.count else {
            unsafe X509_free(found)
            throw LicenceError(
                .malformed(.certificate, "\(der.count - used) bytes follow it"))
        }
        unsafe self.init(owning: found)
    }

    /// Returns the public key, with which secrets are encrypted for the owner.
    func publicKey() throws(LicenceError) -> RSAKey {
        let key = unsafe X509_get_pubkey(pointer)
        ERR_clear_error()
        guard let key = unsafe key else {
            throw LicenceError(.malformed(.certificate, "has no readable key"))
        }
        return try unsafe RSAKey(owning: key)
    }

    /// Returns whether a private key belongs to the certificate.
    func belongs(to key: borrowing RSAKey) -> Bool {
        let belongs = unsafe X509_check_private_key(pointer, key.pointer) == 1
        ERR_clear_error()
        return belongs
    }

    /// Returns the certificate in DER.
    func der() throws(LicenceError) -> [UInt8] {
        let count = unsafe Int(i2d_X509(pointer, nil))
        guard count > 0 else { throw LicenceError(.cipherFailed("i2d_X509")) }
        var bytes = [UInt8](repeating: 0, count: count)
        let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var place = buffer.baseAddress
            return unsafe Int(i2d_X509(pointer, &place))
        }
        guard written == count else { throw LicenceError(.cipherFailed("i2d_X509")) }
        return bytes
    }

    /// Creates a self-signed certificate.
    ///
    /// - Parameters:
    ///   - name: The common name of owner and issuer.
    ///   - key: The key with its private part.
    ///   - start: The start of the certificate's validity, in seconds since the start of 1970.
    ///   - days: The length of the validity in days.
    /// - Returns: The certificate.
    /// - Throws: `LicenceError` when OpenSSL fails.
    static func selfSigned(
        name: String, key: borrowing RSAKey, from start: Int, days: Int
    ) throws(LicenceError) -> Certificate {
        guard let pointer = unsafe X509_new() else { fatalError("out of memory") }
        let certificate = unsafe Certificate(owning: pointer)
        let serial = try Randomness.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } | 1
        let bytes = Array(name.utf8)
        let subject = unsafe X509_get_subject_name(pointer)
        guard unsafe X509_set_version(pointer, 2) == 1,
            unsafe ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), serial) == 1,
            unsafe ASN1_TIME_adj(X509_getm_notBefore(pointer), start, 0, 0) != nil,
            unsafe ASN1_TIME_adj(X509_getm_notAfter(pointer), start, Int32(days), 0) != nil,
            unsafe X509_NAME_add_entry_by_txt(
                subject, "CN", copenssl_utf8, bytes, Int32(bytes.count), -1, 0) == 1,
            unsafe X509_set_issuer_name(pointer, subject) == 1,
            unsafe X509_set_pubkey(pointer, key.pointer) == 1,
            certificate.add(copenssl_basic_constraints, "critical,CA:FALSE"),
            certificate.add(copenssl_key_usage, "critical,keyEncipherment"),
            unsafe X509_sign(pointer, key.pointer, EVP_sha256()) > 0
        else {
            ERR_clear_error()
            throw LicenceError(.cipherFailed("X509_sign"))
        }
        return certificate
    }

    private func add(_ kind: Int32, _ value: String) -> Bool {
        guard let entry = unsafe X509V3_EXT_nconf_nid(nil, nil, kind, value) else { return false }
        defer { unsafe X509_EXTENSION_free(entry) }
        return unsafe X509_add_ext(pointer, entry, -1) == 1
    }
}
