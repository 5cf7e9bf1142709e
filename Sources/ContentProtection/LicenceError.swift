/// The reason why a licence exchange, or a part of one, was refused.
public struct LicenceError: Error, Equatable, Sendable {
    /// The message, key or other data that an error concerns.
    public enum Subject: String, Equatable, Sendable {
        /// The certificate whose public key encrypts the requests of clients.
        case certificate = "the certificate"
        /// The private key of a server.
        case privateKey = "the private key"
        /// A client's request, an SPC.
        case request = "the SPC"
        /// A server's response, a CKC.
        case answer = "the CKC"
        /// The terms requested by a client.
        case terms = "the terms"
        /// The licence granted by a server.
        case licence = "the licence"
        /// The secret that contains the key of a stored licence.
        case keptSecret = "the secret of the kept licence"
        /// A stored licence in encrypted form.
        case sealedLicence = "the sealed licence"
        /// The key that encrypts stored licences.
        case sealingKey = "the sealing key"
        /// The name of the content.
        case contentIdentifier = "the content identifier"
    }

    /// The cause of an error.
    public enum Reason: Equatable, Sendable {
        /// The subject exceeds its size limit, in bytes.
        case tooLarge(Subject, limit: Int)
        /// The subject ends too early.
        case truncated(Subject)
        /// The subject is malformed; the text describes the problem.
        case malformed(Subject, String)
        /// The message has a version of the format that is not supported.
        case unsupportedVersion(Subject, Int)
        /// The message was altered in transit, or encrypted with another key.
        case altered(Subject)
        /// The key of a certificate or server is not supported; the text gives the reason.
        case unsupportedKey(String)
        /// The private key does not belong to the certificate.
        case foreignKey
        /// The SPC is encrypted for a certificate that the server does not have.
        case unknownCertificate
        /// The CKC responds to another SPC.
        case answersAnotherRequest
        /// The SPC was answered before.
        case replayed
        /// OpenSSL failed; the text names the OpenSSL function that failed.
        case cipherFailed(String)
    }

    /// The cause of the error.
    public let reason: Reason

    /// Creates an error.
    ///
    /// - Parameter reason: The cause.
    public init(_ reason: Reason) {
        self.reason = reason
    }
}

extension LicenceError: CustomStringConvertible {
    /// A description of the error on one line.
    public var description: String {
        switch reason {
        case .tooLarge(let subject, let limit):
            "\(subject.rawValue) is longer than \(limit) bytes"
        case .truncated(let subject): "\(subject.rawValue) is cut off"
        case .malformed(let subject, let text): "\(subject.rawValue): \(text)"
        case .unsupportedVersion(let subject, let version):
            "\(subject.rawValue) has version \(version), which is not known"
        case .altered(let subject): "\(subject.rawValue) was changed or sealed with another key"
        case .unsupportedKey(let text): "the key of the certificate \(text)"
        case .foreignKey: "the private key does not belong to the certificate"
        case .unknownCertificate: "the SPC is sealed for a certificate that is not the server's"
        case .answersAnotherRequest: "the CKC answers another SPC"
        case .replayed: "the SPC was answered before"
        case .cipherFailed(let function): "OpenSSL failed in \(function)"
        }
    }
}
