/// The client's half of one exchange: an SPC to send, and what opens the CKC that answers it.
///
/// The messages have the places and the flow of those of Apple's FairPlay Streaming, whose format
/// is closed. They are a stand-in with a format of this project, sealed by real cryptography, and
/// are compatible with nothing else. A request is good for one exchange.
public struct LicenceRequest: Sendable {
    /// The message for the server: only the holder of the certificate's private key can read it.
    public let spc: [UInt8]

    private let digest: [UInt8]
    private let nonce: [UInt8]
    private let answerKey: [UInt8]

    /// Begins an exchange.
    ///
    /// - Parameters:
    ///   - contentIdentifier: The name of the content, 1 to 1024 bytes.
    ///   - certificate: The certificate of the server.
    ///   - terms: What to ask for.
    /// - Throws: ``LicenceError`` when the identifier or the terms are not what can be asked for.
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

    /// Opens the answer of the server.
    ///
    /// - Parameter ckc: What the server sent.
    /// - Returns: What is granted.
    /// - Throws: ``LicenceError`` when the answer is for another request, was altered or cut off.
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
