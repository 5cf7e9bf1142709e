/// Why protected bytes could not be turned into clear ones.
public struct DecryptionError: Error, Equatable, Sendable {
    /// The cause.
    public enum Reason: Equatable, Sendable {
        /// The key does not have as many bytes as the cipher takes.
        case keyLength(expected: Int, found: Int)
        /// There is no key; the text names the one that is missing.
        case missingKey(String)
        /// The initialization vector is not 16 bytes long.
        case initializationVectorLength(Int)
        /// Something that must name its initialization vector does not.
        case missingInitializationVector
        /// The ciphertext is not a whole number of blocks.
        case ciphertextLength(Int)
        /// The padding behind the clear text is wrong: wrong key, wrong vector or damaged bytes.
        case padding
        /// What was decrypted is not what it should be; the text says how.
        case garbage(String)
        /// The structure around the ciphertext is broken; the text says how.
        case malformed(String)
        /// Something ends too early; the text names it.
        case truncated(String)
        /// Something is larger than is allowed; the text names it.
        case tooLarge(String)
        /// The method of `EXT-X-KEY` is unknown, or not defined for the bytes at hand.
        case unsupportedMethod(String)
        /// The scheme of Common Encryption is unknown.
        case unsupportedScheme(String)
        /// The bytes are in no container for which sample encryption is defined.
        case unsupportedContainer
        /// Fragments came without the initialization section that says how they are encrypted.
        case missingInitialization
        /// The cipher itself failed.
        case cipher
    }

    /// The cause.
    public let reason: Reason

    /// Where in the resource, counted from its first byte; `nil` when that does not apply.
    public let offset: Int?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The cause.
    ///   - offset: Where in the resource.
    public init(_ reason: Reason, offset: Int? = nil) {
        self.reason = reason
        self.offset = offset
    }

    /// The same error, with a place unless it has one.
    func at(_ offset: Int) -> DecryptionError {
        DecryptionError(reason, offset: self.offset ?? offset)
    }
}

extension DecryptionError: CustomStringConvertible {
    /// One line that says what is wrong and where.
    public var description: String {
        text + (offset.map { " at byte \($0)" } ?? "")
    }

    private var text: String {
        switch reason {
        case .keyLength(let expected, let found):
            "the key has \(found) bytes and not \(expected)"
        case .missingKey(let name): "no key for \(name)"
        case .initializationVectorLength(let count):
            "the initialization vector has \(count) bytes and not 16"
        case .missingInitializationVector: "the initialization vector is missing"
        case .ciphertextLength(let count): "\(count) bytes are not a whole number of blocks"
        case .padding: "the padding is wrong"
        case .garbage(let what): "decrypts to garbage: \(what)"
        case .malformed(let what): "malformed: \(what)"
        case .truncated(let what): "\(what) is cut off"
        case .tooLarge(let what): "\(what) is larger than allowed"
        case .unsupportedMethod(let method): "the method \(method) is not supported"
        case .unsupportedScheme(let scheme): "the scheme \(scheme) is not supported"
        case .unsupportedContainer: "in no container for which sample encryption is defined"
        case .missingInitialization: "fragments without an initialization section"
        case .cipher: "the cipher failed"
        }
    }
}
