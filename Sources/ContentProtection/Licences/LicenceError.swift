/// Why an exchange of licences, or a part of one, was refused.
public struct LicenceError: Error, Equatable, Sendable {
    /// What the error is about.
    public enum Subject: String, Equatable, Sendable {
        /// The certificate that requests are sealed for.
        case certificate = "the certificate"
        /// The private key of a server.
        case privateKey = "the private key"
        /// The request of a client, an SPC.
        case request = "the SPC"
        /// The answer of a server, a CKC.
        case answer = "the CKC"
        /// What a client asks for.
        case terms = "the terms"
        /// What a server grants.
        case licence = "the licence"
        /// What makes a key of a kept licence.
        case keptSecret = "the secret of the kept licence"
        /// A kept licence as it is stored.
        case sealedLicence = "the sealed licence"
        /// What kept licences are sealed with.
        case sealingKey = "the sealing key"
        /// The name of the content.
        case contentIdentifier = "the content identifier"
    }

    /// The cause.
    public enum Reason: Equatable, Sendable {
        /// Something is larger than is allowed, in bytes.
        case tooLarge(Subject, limit: Int)
        /// Something ends too early.
        case truncated(Subject)
        /// Something is not what it should be; the text says how.
        case malformed(Subject, String)
        /// A message is of another version of the format.
        case unsupportedVersion(Subject, Int)
        /// A message was changed on its way, or was sealed with another key.
        case altered(Subject)
        /// A certificate or a server has a key that is not taken; the text says why.
        case unsupportedKey(String)
        /// The private key does not belong to the certificate.
        case foreignKey
        /// The SPC is sealed for a certificate that the server does not have.
        case unknownCertificate
        /// The CKC answers another SPC than the one that was sent.
        case answersAnotherRequest
        /// The SPC was answered before.
        case replayed
        /// OpenSSL failed; the text names its function.
        case cipherFailed(String)
    }

    /// The cause.
    public let reason: Reason

    /// Creates an error.
    ///
    /// - Parameter reason: The cause.
    public init(_ reason: Reason) {
        self.reason = reason
    }
}

extension LicenceError: CustomStringConvertible {
    /// One line that says what is wrong.
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
