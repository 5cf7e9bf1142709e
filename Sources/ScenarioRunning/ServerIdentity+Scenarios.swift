import ContentProtection
import HeadlessPlayback

extension ServerIdentity {
    /// A certificate in DER form, and its private key in PEM form; `nil` if none can be made.
    ///
    /// Generating the two texts takes a tenth of a second, so all scenarios of a process share
    /// them. No trace depends on them.
    private static let texts: (der: [UInt8], pem: [UInt8])? = {
        do throws(LicenceError) {
            let identity = try ServerIdentity(generatingNamed: "Scenario", from: 0)
            return try identity.withPrivateKeyPEM { pem throws(LicenceError) in
                (identity.certificate.der, pem)
            }
        } catch {
            return nil
        }
    }()

    /// Returns a signer of viewer tokens that uses the private key of the identity.
    ///
    /// - Throws: `LicenceError` when there is no such key.
    static func signerOfScenarios() throws(LicenceError) -> ViewerTokenSigner {
        guard let texts else { throw LicenceError(.cipherFailed("no key could be generated")) }
        return try ViewerTokenSigner(privateKeyPEM: texts.pem)
    }

    /// Returns the identity of the key server in a scenario; `nil` when it cannot be created.
    static func ofScenarios() -> ServerIdentity? {
        guard let texts else { return nil }
        return try? ServerIdentity(
            certificate: ApplicationCertificate(der: texts.der), privateKeyPEM: texts.pem)
    }
}
