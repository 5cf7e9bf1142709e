/// The two messages of an exchange, byte by byte; all numbers are big-endian.
///
/// They replace the SPC and the CKC of Apple's FairPlay Streaming, whose format is closed, with a
/// format of this project that is compatible with nothing else. The flow is the same, and the
/// cryptography is real: reading, changing or reusing a message requires the private key or the
/// secret of the exchange.
///
/// SPC, from client to server:
///
///     4  "HSPC"
///     1  version, 1
///     4  count of all bytes
///     32 SHA-256 of the certificate
///     2  count of the sealed secret, and the secret: RSA-OAEP (SHA-256) of 32 random bytes
///     ⋯  the body in AES-256-GCM with its tag of 16 bytes; all bytes before it are authenticated
///
/// CKC, from server to client:
///
///     4  "HCKC"
///     1  version, 1
///     4  count of all bytes
///     32 SHA-256 of the SPC that is answered
///     12 nonce of the cipher
///     ⋯  the body in AES-256-GCM with its tag of 16 bytes; all bytes before it are authenticated
///
/// The keys of both ciphers come from the secret by HKDF-SHA256, each with a purpose of its own, the
/// first with the certificate's digest as salt, the second with the SPC's.
enum LicenceMessage {
    static let version: UInt8 = 1
    static let requestSignature: StaticString = "HSPC"
    static let answerSignature: StaticString = "HCKC"
    static let secretSize = 32
    static let nonceSize = 16

    /// The size limits of the parts; an SPC longer than their sum is refused without parsing.
    static let longestContentIdentifier = 1024
    static let longestClientIdentifier = 256
    static let longestRequest = 4096
    static let longestAnswer = 512

    /// Returns the key and the nonce of an SPC's body; they are unique because the secret is.
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

    /// Returns the key of a CKC's body.
    static func answerKey(secret: [UInt8], digest: [UInt8]) throws(LicenceError) -> [UInt8] {
        try KeyDerivation.key(from: secret, salt: digest, purpose: "HeadlessPlayback CKC 1")
    }
}
