/// The binary format of the two messages of a licence exchange; all numbers are big-endian.
///
/// The messages replace the SPC and the CKC of Apple's FairPlay Streaming, whose format is closed,
/// with a format of this project that is compatible with nothing else. The flow is the same, and
/// the cryptography is real: reading, changing or reusing a message requires the private key or the
/// secret of the exchange. Each line below begins with the size of a field in bytes.
///
/// SPC, from client to server:
///
///     4  "HSPC"
///     1  version, 1
///     4  length of the whole message
///     32 SHA-256 of the certificate
///     2  length of the sealed secret, then the secret: RSA-OAEP (SHA-256) of 32 random bytes
///     ⋯  the body in AES-256-GCM with its tag of 16 bytes; all bytes before it are authenticated
///
/// CKC, from server to client:
///
///     4  "HCKC"
///     1  version, 1
///     4  length of the whole message
///     32 SHA-256 of the SPC that is answered
///     12 nonce of the cipher
///     ⋯  the body in AES-256-GCM with its tag of 16 bytes; all bytes before it are authenticated
///
/// HKDF-SHA256 derives the keys of both ciphers from the secret, each with its own purpose. The
/// salt is the digest of the certificate for the SPC, and the digest of the SPC for the CKC.
enum LicenceMessage {
    static let version: UInt8 = 1
    static let requestSignature: StaticString = "HSPC"
    static let answerSignature: StaticString = "HCKC"
    static let secretSize = 32
    static let nonceSize = 16

    /// The maximum length of a content identifier in bytes.
    ///
    /// The next three constants limit the lengths of a client identifier, an SPC and a CKC in the
    /// same way. An SPC longer than `longestRequest` is refused without parsing.
    static let longestContentIdentifier = 1024
    static let longestClientIdentifier = 256
    static let longestRequest = 4096
    static let longestAnswer = 512

    /// Returns the key and nonce for an SPC's body; both are unique because the secret is unique.
    static func requestKey(
        secret: [UInt8], fingerprint: [UInt8]
    ) throws(LicenceError) -> (key: [UInt8], nonce: [UInt8]) {
        let bytes = try KeyDerivation.key(
            from: secret, salt: fingerprint, purpose: "HeadlessPlayback SPC 1",
            count: AuthenticatedCipher.keySize + AuthenticatedCipher.nonceSize)
        return (
            Array(bytes[..<AuthenticatedCipher.keySize]),
            Array(bytes[AuthenticatedCipher.keySize...])
        )
    }

    /// Returns the key that encrypts the body of a CKC.
    static func answerKey(secret: [UInt8], digest: [UInt8]) throws(LicenceError) -> [UInt8] {
        try KeyDerivation.key(from: secret, salt: digest, purpose: "HeadlessPlayback CKC 1")
    }
}
