/// The certificate of a key server, with the public key that clients use to encrypt requests.
///
/// It is an X.509 certificate in DER with an RSA key of 2048 to 8192 bits. Its dates and its
/// signature are not checked: the certificate only identifies the recipient of a request, and the
/// app that supplies the certificate is responsible for its origin.
public struct ApplicationCertificate: Sendable, Equatable {
    /// The certificate in DER.
    public let der: [UInt8]

    /// The SHA-256 digest of the certificate, 32 bytes.
    public let fingerprint: [UInt8]

    /// Parses a certificate.
    ///
    /// - Parameter der: The certificate in DER, at most 16 KiB, without trailing bytes.
    /// - Throws: ``LicenceError`` when it is malformed or its key is not supported.
    public init(der: [UInt8]) throws(LicenceError) {
        _ = try Certificate(der: der).publicKey()
        self.der = der
        fingerprint = try Digest.sha256(der)
    }
}
