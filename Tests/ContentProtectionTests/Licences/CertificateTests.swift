import ContentProtection
import Foundation
import TestSupport
import Testing

@Suite struct CertificateTests {
    private let exchange: Exchange

    init() throws {
        exchange = try Exchange()
    }

    @Test func `certificates are distinguished by their digests`() throws {
        let der = exchange.identity.certificate.der
        let read = try ApplicationCertificate(der: der)
        #expect(read == exchange.identity.certificate)
        #expect(read.fingerprint.count == 32)
        #expect(read.fingerprint != exchange.other.certificate.fingerprint)
    }

    @Test func `an invalid certificate is refused`() throws {
        let der = exchange.identity.certificate.der
        let notX509 = LicenceError.Reason.malformed(.certificate, "is not X.509 in DER")
        #expect(refusal { _ = try ApplicationCertificate(der: []) } == notX509)
        #expect(refusal { _ = try ApplicationCertificate(der: Array("<html>".utf8)) } == notX509)
        for count in stride(from: 0, to: der.count, by: 7) {
            #expect(
                refusal { _ = try ApplicationCertificate(der: Array(der[..<count])) } == notX509)
        }
        #expect(
            refusal { _ = try ApplicationCertificate(der: der + [0]) }
                == .malformed(.certificate, "1 bytes follow it"))
        let huge = [UInt8](repeating: 0x30, count: 1 << 20)
        #expect(
            refusal { _ = try ApplicationCertificate(der: huge) }
                == .tooLarge(.certificate, limit: 16 << 10))
    }

    @Test func `a certificate with a changed byte is refused or has another fingerprint`() throws {
        let certificate = exchange.identity.certificate
        for index in certificate.der.indices {
            var der = certificate.der
            der[index] ^= 0xFF
            guard let other = try? ApplicationCertificate(der: der) else { continue }
            #expect(other.fingerprint != certificate.fingerprint)
        }
    }

    @Test func `a certificate with a 1024-bit key or with a key that is not RSA is refused`() throws
    {
        let small = try #require(Data(base64Encoded: Self.certificateOf1024Bits))
        #expect(
            refusal { _ = try ApplicationCertificate(der: Array(small)) }
                == .unsupportedKey("has 1024 bits and not 2048 to 8192"))
        let curve = try #require(Data(base64Encoded: Self.certificateOfACurve))
        #expect(
            refusal { _ = try ApplicationCertificate(der: Array(curve)) }
                == .unsupportedKey("is not an RSA key"))
    }

    @Test func `a private key must belong to the certificate`() throws {
        let foreign = try exchange.other.withPrivateKeyPEM { $0 }
        #expect(
            refusal {
                _ = try ServerIdentity(
                    certificate: exchange.identity.certificate, privateKeyPEM: foreign)
            } == .foreignKey)
    }

    @Test(arguments: ["", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "\0"])
    func `an invalid private key is refused`(pem: String) {
        #expect(
            refusal {
                _ = try ServerIdentity(
                    certificate: exchange.identity.certificate, privateKeyPEM: Array(pem.utf8))
            } == .malformed(.privateKey, "no private key in PEM without a password"))
    }

    @Test(.enabled(if: OpenSSLTool.isInstalled, "needs openssl"))
    func `the tool of OpenSSL reads certificate and key`() throws {
        let report = try OpenSSLTool.run(
            ["x509", "-inform", "der", "-noout", "-text"], input: exchange.identity.certificate.der)
        #expect(report.contains("Subject: CN = Key server") || report.contains("CN=Key server"))
        #expect(report.contains("Not Before: Nov 14 22:13:20 2023 GMT"))
        #expect(report.contains("(2048 bit)"))
        #expect(report.contains("Key Encipherment"))
        let pem = try exchange.identity.withPrivateKeyPEM { $0 }
        #expect(try OpenSSLTool.run(["pkey", "-check", "-noout"], input: pem).contains("valid"))
    }

    /// A certificate from `openssl req -x509 -newkey rsa:1024`; its private key was discarded.
    private static let certificateOf1024Bits = """
        MIIB/DCCAWWgAwIBAgIUNmSDXserhUqAuMVdx0xIHQZbyDEwDQYJKoZIhvcNAQELBQAwEDEOMAwGA1UEAwwFc21h\
        bGwwHhcNMjYxMTIxMDcyNzI5WhcNMzYxMTE4MDcyNzI5WjAQMQ4wDAYDVQQDDAVzbWFsbDCBnzANBgkqhkiG9w0B\
        AQEFAAOBjQAwgYkCgYEAxyPS8fBsd79Vo28aQuKnFx9cbuZ47dqlXJlqY5nWlU92zzheU+pwB/FfknrjAQ3hbHWs\
        v9MBiOyCRXIlzkqQBnGm3V6MBqrScRoKr8XgOx0jDBPG620WK7MXlTUVBnw6QfusiJ6Ejn40S5SwD89X7ayz3/Fp\
        ogV3x64n49VzNisCAwEAAaNTMFEwHQYDVR0OBBYEFBrDZ1T/Uit20s1jd8B3Id+QC+20MB8GA1UdIwQYMBaAFBrD\
        Z1T/Uit20s1jd8B3Id+QC+20MA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgYEAVqsgRmhtrlWZTPFm\
        t1cLGOAMB/LtAK35Pp15quktuWwQXLz1jdBOd1CNB7E509uMAZyI+pOASkV/f7jxi2JR9zvCeHh2/nbZNyItCkim\
        H2NsaMqlTVXogP2FlzlqvDUZg7R7ufBY7d/VyOtenBAzwCyWWmTnH/8pNCQ+cEeDFK4=
        """

    /// A certificate from `openssl req -x509 -newkey ec`; its private key was discarded.
    private static let certificateOfACurve = """
        MIIBdTCCARugAwIBAgIUIur2J1TqXNbyppK6+pV+m5YyjtEwCgYIKoZIzj0EAwIwEDEOMAwGA1UEAwwFY3VydmUw\
        HhcNMjYxMTIxMDcyNzI5WhcNMzYxMTE4MDcyNzI5WjAQMQ4wDAYDVQQDDAVjdXJ2ZTBZMBMGByqGSM49AgEGCCqG\
        SM49AwEHA0IABIVdoTVJ4YZfkqiI+wnVxgFQayOw4xa6wO8q5DKyxilmnRDduhSThN6v3MHTwCpkHBJhJeHaedbS\
        58lhQBQPIdKjUzBRMB0GA1UdDgQWBBT6k5Ehqy5Fm/K+f/rt6WShBqJWnDAfBgNVHSMEGDAWgBT6k5Ehqy5Fm/K+\
        f/rt6WShBqJWnDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIGopU0kDkTf62cED8TKxbtTVyTkG\
        2tA747SRfVdyvgRRAiEAuXWC6JGxiiJHRJFXx+OdqTfL1nhZx8728j1T0mODVdI=
        """
}

/// The command-line tool of OpenSSL, if it is installed.
private enum OpenSSLTool {
    private static let path = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static var isInstalled: Bool { path != nil }

    static func run(_ arguments: [String], input: [UInt8]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path))
        process.arguments = arguments
        let (source, sink) = (Pipe(), Pipe())
        process.standardInput = source
        process.standardOutput = sink
        process.standardError = sink
        try process.run()
        try source.fileHandleForWriting.write(contentsOf: Data(input))
        try source.fileHandleForWriting.close()
        let output = try sink.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
