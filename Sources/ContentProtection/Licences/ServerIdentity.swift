/// The certificate of a key server with its private key.
///
/// It is a class because the private key must not be copied. Only one thread at a time may use it.
public final class ServerIdentity {
    /// The certificate whose public key encrypts the requests of clients.
    public let certificate: ApplicationCertificate

    private let key: RSAKey

    /// Creates an identity from a certificate and its private key.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - privateKeyPEM: The private key in PEM, without a password; its bytes are overwritten
    ///     unless the caller keeps a copy.
    /// - Throws: ``LicenceError`` when the key is invalid or does not belong to the certificate.
    public init(
        certificate: ApplicationCertificate, privateKeyPEM: consuming [UInt8]
    ) throws(LicenceError) {
        self.certificate = certificate
        key = try RSAKey(pem: privateKeyPEM)
        guard try Certificate(der: certificate.der).belongs(to: key) else {
            throw LicenceError(.foreignKey)
        }
    }

    /// Generates a private key and a self-signed certificate that is valid for ten years.
    ///
    /// - Parameters:
    ///   - name: The common name in the certificate, 1 to 64 bytes.
    ///   - start: The start of the certificate's validity, in seconds since the start of 1970.
    /// - Throws: ``LicenceError`` when OpenSSL fails.
    public init(generatingNamed name: String, from start: Int64) throws(LicenceError) {
        key = try RSAKey.generate()
        let certificate = try Certificate.selfSigned(
            name: name, key: key, from: Int(start), days: 3653)
        self.certificate = try ApplicationCertificate(der: certificate.der())
    }

    /// Passes the private key as text to a closure, and then overwrites the memory of the text.
    ///
    /// - Parameter body: Writes the text to a destination, without copying it.
    /// - Returns: The result of the body.
    /// - Throws: `LicenceError` when OpenSSL fails.
    package func withPrivateKeyPEM<Result>(
        _ body: ([UInt8]) throws(LicenceError) -> Result
    ) throws(LicenceError) -> Result {
        try key.withPEM(body)
    }

    /// Opens a request.
    ///
    /// The error does not reveal whether the secret or the body was altered, because that would
    /// help an attacker to guess the secret.
    ///
    /// - Parameter spc: The SPC.
    /// - Returns: The request, which can create its response.
    /// - Throws: `LicenceError` when the SPC is not a request for this server, or was altered.
    package func open(_ spc: [UInt8]) throws(LicenceError) -> ReceivedRequest {
        guard spc.count <= LicenceMessage.longestRequest else {
            throw LicenceError(.tooLarge(.request, limit: LicenceMessage.longestRequest))
        }
        var reader = MessageReader(spc, of: .request)
        try reader.begin(LicenceMessage.requestSignature)
        guard try reader.bytes(Digest.size) == certificate.fingerprint else {
            throw LicenceError(.unknownCertificate)
        }
        let sealed = try reader.counted(atMost: RSAKey.allowedBits.upperBound / 8)
        let associated = reader.passed
        let sealedBody = reader.rest()
        guard sealedBody.count >= AuthenticatedCipher.tagSize else {
            throw LicenceError(.truncated(.request))
        }
        guard let secret = try key.open(sealed), secret.count == LicenceMessage.secretSize else {
            throw LicenceError(.altered(.request))
        }
        let cipher = try LicenceMessage.requestKey(
            secret: secret, fingerprint: certificate.fingerprint)
        guard
            let clear = try AuthenticatedCipher.open(
                sealedBody, key: cipher.key, nonce: cipher.nonce, associated: associated)
        else { throw LicenceError(.altered(.request)) }
        return try ReceivedRequest(
            body: RequestBody(clear), digest: Digest.sha256(spc), secret: secret)
    }
}
