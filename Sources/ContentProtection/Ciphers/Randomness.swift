import COpenSSL

/// The only source of system randomness.
///
/// Predictable nonces and secrets would not protect anything, so a seed cannot replace the system's
/// random numbers here. Random bytes are sealed into messages and discarded with them: they never
/// appear in a trace, and the resulting licence does not depend on them.
///
/// The corresponding C functions are `RAND_bytes` and `RAND_priv_bytes`.
@safe
enum Randomness {
    /// Returns random bytes that may become public, such as a nonce.
    static func bytes(_ count: Int) throws(LicenceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else {
            throw LicenceError(.cipherFailed("RAND_bytes"))
        }
        return bytes
    }

    /// Returns random bytes that remain secret, such as the secret of a licence exchange.
    static func secret(_ count: Int) throws(LicenceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_priv_bytes(&bytes, Int32(count)) == 1 else {
            throw LicenceError(.cipherFailed("RAND_priv_bytes"))
        }
        return bytes
    }
}
