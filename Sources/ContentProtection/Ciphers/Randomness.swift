import COpenSSL

/// The only source of system randomness.
///
/// Predictable nonces and secrets would protect nothing, so a seed cannot replace the system here.
/// Random bytes are sealed into messages and discarded with them: they never reach a trace, and the
/// resulting licence does not depend on them.
///
/// The corresponding C functions are `RAND_bytes` and `RAND_priv_bytes`.
@safe
enum Randomness {
    /// Returns public bytes, such as a nonce.
    static func bytes(_ count: Int) throws(LicenceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else {
            throw LicenceError(.cipherFailed("RAND_bytes"))
        }
        return bytes
    }

    /// Returns secret bytes, such as the secret of an exchange.
    static func secret(_ count: Int) throws(LicenceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_priv_bytes(&bytes, Int32(count)) == 1 else {
            throw LicenceError(.cipherFailed("RAND_priv_bytes"))
        }
        return bytes
    }
}
