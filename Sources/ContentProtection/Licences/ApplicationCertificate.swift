/// The certificate of a key server, which clients seal their requests for.
///
/// It is an X.509 certificate in DER with an RSA key of 2048 to 8192 bits. Its dates and its
/// signature are not looked at: it says whom a request is for, and who hands it out to a client
/// vouches for it.
public struct ApplicationCertificate: Sendable, Equatable {
    /// The certificate in DER.
    public let der: [UInt8]

    /// The SHA-256 of the certificate, which tells one from another; 32 bytes.
    public let fingerprint: [UInt8]

    /// Reads a certificate.
    ///
    /// - Parameter der: The certificate in DER, at most 16 KiB, and nothing behind it.
    /// - Throws: ``LicenceError`` when it is something else or has a key that is not taken.
    public init(der: [UInt8]) throws(LicenceError) {
        _ = try Certificate(der: der).publicKey()
        self.der = der
        fingerprint = try Digest.sha256(der)
    }
}
