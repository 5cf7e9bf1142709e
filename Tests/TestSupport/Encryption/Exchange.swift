package import ContentProtection

/// The certificate and the key of a test key server, from which tests create licence requests.
///
/// Creating a key takes a tenth of a second, so each key is kept as text for all tests.
package struct Exchange {
    private static let texts: (der: [UInt8], pem: [UInt8]) = texts(named: "Key server")
    private static let otherTexts: (der: [UInt8], pem: [UInt8]) = texts(named: "Another key server")

    package let identity: ServerIdentity
    /// The identity of another server, which has another key.
    package let other: ServerIdentity

    package init() throws {
        identity = try Self.identity(Self.texts)
        other = try Self.identity(Self.otherTexts)
    }

    package func request(
        _ content: String = "film", _ terms: LicenceTerms = LicenceTerms()
    ) throws -> LicenceRequest {
        try LicenceRequest(
            contentIdentifier: Array(content.utf8), certificate: identity.certificate, terms: terms)
    }

    private static func identity(_ texts: (der: [UInt8], pem: [UInt8])) throws -> ServerIdentity {
        try ServerIdentity(
            certificate: ApplicationCertificate(der: texts.der), privateKeyPEM: texts.pem)
    }

    private static func texts(named name: String) -> (der: [UInt8], pem: [UInt8]) {
        do {
            let identity = try ServerIdentity(generatingNamed: name, from: 1_700_000_000)
            return try identity.withPrivateKeyPEM { (identity.certificate.der, $0) }
        } catch {
            return ([], [])
        }
    }
}

/// Returns the reason of the error that a closure throws; `nil` when it succeeds.
package func refusal(_ body: () throws -> Void) -> LicenceError.Reason? {
    do {
        try body()
        return nil
    } catch let error as LicenceError {
        return error.reason
    } catch {
        return nil
    }
}
