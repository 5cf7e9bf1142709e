import COpenSSL

/// The one place where chance comes from the system.
///
/// Nonces and secrets that somebody could foretell would protect nothing, so a seed cannot stand
/// in for the system here. What is drawn is sealed into messages and is thrown away with them: it
/// never reaches a trace, and which licence an exchange ends with does not depend on it.
///
/// The corresponding C functions are `RAND_bytes` and `RAND_priv_bytes`.
@safe
enum Randomness {
    /// Bytes that may be shown, such as a nonce.
    static func bytes(_ count: Int) throws(LicenceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else {
            throw LicenceError(.cipherFailed("RAND_bytes"))
        }
        return bytes
    }

    /// Bytes that are never shown, such as the secret of an exchange.
    static func secret(_ count: Int) throws(LicenceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_priv_bytes(&bytes, Int32(count)) == 1 else {
            throw LicenceError(.cipherFailed("RAND_priv_bytes"))
        }
        return bytes
    }
}
