import COpenSSL

/// Computes SHA-256 digests.
///
/// The corresponding C function is `EVP_Digest`.
@safe
enum Digest {
    /// The number of bytes in a digest.
    static let size = 32

    /// Returns the 32-byte digest of some bytes.
    static func sha256(_ bytes: [UInt8]) throws(LicenceError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: size)
        var count: UInt32 = 0
        guard unsafe EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil) == 1,
            Int(count) == size
        else { throw LicenceError(.cipherFailed("EVP_Digest")) }
        return digest
    }
}
