/// A licence request that a server has decrypted, and the key that encrypts the response.
package struct ReceivedRequest: Sendable {
    /// The name of the requested content.
    package let contentIdentifier: [UInt8]

    /// The requested terms.
    package let terms: LicenceTerms

    /// The SHA-256 digest of the SPC, by which the server recognizes a repeated SPC.
    package let digest: [UInt8]

    private let nonce: [UInt8]
    private let answerKey: [UInt8]

    init(body: RequestBody, digest: [UInt8], secret: [UInt8]) throws(LicenceError) {
        contentIdentifier = body.contentIdentifier
        terms = body.terms
        nonce = body.nonce
        self.digest = digest
        answerKey = try LicenceMessage.answerKey(secret: secret, digest: digest)
    }

    /// Returns the response with a licence.
    ///
    /// - Parameter licence: The licence.
    /// - Returns: A CKC that only the requesting client can open.
    /// - Throws: `LicenceError` when the licence is invalid.
    package func answer(with licence: Licence) throws(LicenceError) -> [UInt8] {
        let clear = try AnswerBody(nonce: nonce, licence: licence).bytes()
        let cipherNonce = try Randomness.bytes(AuthenticatedCipher.nonceSize)
        var writer = MessageWriter(
            LicenceMessage.answerSignature,
            followedBy: digest.count + cipherNonce.count + clear.count
                + AuthenticatedCipher.tagSize)
        writer.write(digest)
        writer.write(cipherNonce)
        writer.write(
            try AuthenticatedCipher.seal(
                clear, key: answerKey, nonce: cipherNonce, associated: writer.bytes))
        return writer.bytes
    }
}
