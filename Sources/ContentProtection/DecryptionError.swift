public import Formats

/// The reason why protected bytes could not be decrypted.
public struct DecryptionError: Error, Equatable, Sendable {
    /// The cause of the error.
    public enum Reason: Equatable, Sendable {
        /// The key has the wrong length.
        case keyLength(expected: Int, found: Int)
        /// A key is missing.
        ///
        /// The text names the key, and `cause` is the error from the key source.
        case missingKey(String, cause: UnderlyingError? = nil)
        /// The bytes of the structure that the text names could not be read.
        case unreadable(String, cause: UnderlyingError)
        /// The initialization vector is not 16 bytes long.
        case initializationVectorLength(Int)
        /// A required initialization vector is missing.
        case missingInitializationVector
        /// The ciphertext is not a multiple of the block size.
        case ciphertextLength(Int)
        /// The padding is wrong; the key or initialization vector is wrong, or bytes are damaged.
        case padding
        /// The decrypted bytes are invalid; the text describes the problem.
        case garbage(String)
        /// The structure around the ciphertext is malformed; the text describes the problem.
        case malformed(String)
        /// The structure that the text names ends too early.
        case truncated(String)
        /// The structure that the text names exceeds its size limit.
        case tooLarge(String)
        /// The method of `EXT-X-KEY` is unknown, or not defined for the bytes.
        case unsupportedMethod(String)
        /// The Common Encryption scheme is unknown.
        case unsupportedScheme(String)
        /// The method of `EXT-X-KEY` requires another cipher than the Common Encryption scheme.
        case schemeMismatch(method: String, scheme: String)
        /// Sample encryption is not defined for the container of the bytes.
        case unsupportedContainer
        /// Fragments lack the initialization section that describes their encryption.
        case missingInitialization
        /// The cipher itself failed.
        case cipher
    }

    /// The cause of the error.
    public let reason: Reason

    /// The offset of the error in the resource, in bytes; `nil` for an error without a position.
    public let offset: Int?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The cause of the error.
    ///   - offset: The offset of the error in the resource, in bytes.
    public init(_ reason: Reason, offset: Int? = nil) {
        self.reason = reason
        self.offset = offset
    }

    /// Returns this error with an offset; an offset that this error already has is kept.
    func at(_ offset: Int) -> DecryptionError {
        DecryptionError(reason, offset: self.offset ?? offset)
    }
}

extension DecryptionError: CustomStringConvertible {
    /// The problem and its offset on one line.
    public var description: String {
        text + (offset.map { " at byte \($0)" } ?? "")
    }

    private var text: String {
        switch reason {
        case .keyLength(let expected, let found):
            "the key has \(found) bytes and not \(expected)"
        case .missingKey(let name, let cause):
            "no key for \(name)" + (cause.map { ": \($0)" } ?? "")
        case .unreadable(let what, let cause): "\(what) (\(cause)) is cut off"
        case .initializationVectorLength(let count):
            "the initialization vector has \(count) bytes and not 16"
        case .missingInitializationVector: "the initialization vector is missing"
        case .ciphertextLength(let count):
            "\(count) bytes are not a multiple of 16, the size of a block"
        case .padding: "the padding is wrong"
        case .garbage(let what): "decrypts to garbage: \(what)"
        case .malformed(let what): "malformed: \(what)"
        case .truncated(let what): "\(what) is cut off"
        case .tooLarge(let what): "\(what) is larger than allowed"
        case .unsupportedMethod(let method): "the method \(method) is not supported"
        case .unsupportedScheme(let scheme): "the scheme \(scheme) is not supported"
        case .schemeMismatch(let method, let scheme):
            "the method \(method) contradicts the scheme \(scheme) of the media"
        case .unsupportedContainer: "in no container for which sample encryption is defined"
        case .missingInitialization: "fragments without an initialization section"
        case .cipher: "the cipher failed"
        }
    }
}
