/// The certificates that an app supplies, so that its key systems need not fetch them.
///
/// A controller shares one instance with its sessions: a certificate that the app adds applies to
/// all keys requested later.
package final class ApplicationCertificates {
    private var certificates: [String: [UInt8]] = [:]

    package init() {}

    /// The certificate with an identifier, in DER.
    ///
    /// The value is `nil` without such a certificate; setting `nil` removes the certificate.
    package subscript(identifier: String) -> [UInt8]? {
        get { certificates[identifier] }
        set { certificates[identifier] = newValue }
    }
}
