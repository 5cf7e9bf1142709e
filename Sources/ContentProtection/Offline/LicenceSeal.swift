/// Encrypts stored licences, so that the catalogue of downloads reveals no content key.
///
/// Only the sealing key, which is stored in a separate file, decrypts them.
///
///     4  "HKSL"
///     1  version, 1
///     4  count of all bytes, big-endian
///     12 nonce of the cipher
///     ⋯  the secret in AES-256-GCM with its tag of 16 bytes
///
/// The cipher also authenticates all bytes before the secret, and a constant label that is not
/// stored.
struct LicenceSeal {
    private static let signature: StaticString = "HKSL"
    /// A label that distinguishes encrypted licences from other data encrypted with the same key.
    private static let label = Array("HeadlessPlayback kept licence 1".utf8)
    /// The size limit of a secret in bytes.
    static let longestSecret = 4096
    /// The number of bytes by which an encrypted secret is longer than the secret.
    private static let overhead = 9 + AuthenticatedCipher.nonceSize + AuthenticatedCipher.tagSize

    private let key: [UInt8]

    init(key: [UInt8]) throws(LicenceError) {
        guard key.count == AuthenticatedCipher.keySize else {
            let text = "has \(key.count) bytes and not \(AuthenticatedCipher.keySize)"
            throw LicenceError(.malformed(.sealingKey, text))
        }
        self.key = key
    }

    /// Generates a sealing key.
    static func makeKey() throws(LicenceError) -> [UInt8] {
        try Randomness.secret(AuthenticatedCipher.keySize)
    }

    func seal(_ secret: [UInt8]) throws(LicenceError) -> [UInt8] {
        guard secret.count <= Self.longestSecret else {
            throw LicenceError(.tooLarge(.keptSecret, limit: Self.longestSecret))
        }
        let nonce = try Randomness.bytes(AuthenticatedCipher.nonceSize)
        var writer = MessageWriter(
            Self.signature, followedBy: nonce.count + secret.count + AuthenticatedCipher.tagSize)
        writer.write(nonce)
        writer.write(
            try AuthenticatedCipher.seal(
                secret, key: key, nonce: nonce, associated: Self.label + writer.bytes))
        return writer.bytes
    }

    func open(_ sealed: [UInt8]) throws(LicenceError) -> [UInt8] {
        let limit = Self.longestSecret + Self.overhead
        guard sealed.count <= limit else {
            throw LicenceError(.tooLarge(.sealedLicence, limit: limit))
        }
        var reader = MessageReader(sealed, of: .sealedLicence)
        try reader.begin(Self.signature)
        let nonce = try reader.bytes(AuthenticatedCipher.nonceSize)
        let associated = Self.label + reader.passed
        guard
            let secret = try AuthenticatedCipher.open(
                reader.rest(), key: key, nonce: nonce, associated: associated)
        else { throw LicenceError(.altered(.sealedLicence)) }
        return secret
    }
}
