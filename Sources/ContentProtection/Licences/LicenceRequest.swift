/// The client's part of one licence exchange: an SPC, and the key that opens its CKC.
///
/// The messages have the same roles and the same order as the messages of Apple's FairPlay
/// Streaming, whose format is closed. They use a format of this project instead: the cryptography
/// is real, but the messages are compatible with nothing else. A request serves one exchange.
public struct LicenceRequest: Sendable {
    /// The message for the server; only the owner of the certificate's private key can read it.
    public let spc: [UInt8]

    private let digest: [UInt8]
    private let nonce: [UInt8]
    private let answerKey: [UInt8]

    /// Starts an exchange.
    ///
    /// - Parameters:
    ///   - contentIdentifier: The name of the content, 1 to 1024 bytes.
    ///   - certificate: The certificate of the server.
    ///   - terms: The requested terms.
    /// - Throws: ``LicenceError`` when the identifier or the terms are invalid.
    public init(
        contentIdentifier: [UInt8], certificate: ApplicationCertificate,
        terms: LicenceTerms = LicenceTerms()
    ) throws(LicenceError) {
        let key = try Certificate(der: certificate.der).publicKey()
        let secret = try Randomness.secret(LicenceMessage.secretSize)
        nonce = try Randomness.bytes(LicenceMessage.nonceSize)
        let body = RequestBody(nonce: nonce, contentIdentifier: contentIdentifier, terms: terms)
        let clear = try body.bytes()
        let sealed = try key.seal(secret)
        var writer = MessageWriter(
            LicenceMessage.requestSignature,
            followedBy: certificate.fingerprint.count + 2 + sealed.count + clear.count
                + AuthenticatedCipher.tagSize)
        writer.write(certificate.fingerprint)
        writer.write(UInt64(sealed.count), count: 2)
        writer.write(sealed)
        let cipher = try LicenceMessage.requestKey(
            secret: secret, fingerprint: certificate.fingerprint)
        writer.write(
            try AuthenticatedCipher.seal(
                clear, key: cipher.key, nonce: cipher.nonce, associated: writer.bytes))
        spc = writer.bytes
        digest = try Digest.sha256(spc)
        answerKey = try LicenceMessage.answerKey(secret: secret, digest: digest)
    }

    /// Opens the response of the server.
    ///
    /// - Parameter ckc: The CKC.
    /// - Returns: The licence that the server granted.
    /// - Throws: ``LicenceError`` when the response is for another request, was altered or
    ///   truncated.
    public func open(_ ckc: [UInt8]) throws(LicenceError) -> Licence {
        guard ckc.count <= LicenceMessage.longestAnswer else {
            throw LicenceError(.tooLarge(.answer, limit: LicenceMessage.longestAnswer))
        }
        var reader = MessageReader(ckc, of: .answer)
        try reader.begin(LicenceMessage.answerSignature)
        guard try reader.bytes(Digest.size) == digest else {
            throw LicenceError(.answersAnotherRequest)
        }
        let cipherNonce = try reader.bytes(AuthenticatedCipher.nonceSize)
        let associated = reader.passed
        guard
            let clear = try AuthenticatedCipher.open(
                reader.rest(), key: answerKey, nonce: cipherNonce, associated: associated)
        else { throw LicenceError(.altered(.answer)) }
        let body = try AnswerBody(clear)
        guard body.nonce == nonce else { throw LicenceError(.answersAnotherRequest) }
        return body.licence
    }
}
