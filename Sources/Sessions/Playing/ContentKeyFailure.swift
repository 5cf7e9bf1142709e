import Transport

/// Why the key of encrypted segments could not be had, as key systems tell it.
public struct ContentKeyFailure: Error, Equatable, Sendable {
    /// Where the code counts.
    public let domain: String
    /// The code within the domain.
    public let code: Int
    /// What went wrong, for people.
    public let reason: String
    /// The location of the key, as its playlist names it; empty when it is about no key in
    /// particular.
    public let keyURL: String
    /// What a key server answered beside; empty when there was no such answer.
    public let response: [UInt8]

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - domain: Where the code counts.
    ///   - code: The code within the domain.
    ///   - reason: What went wrong, for people.
    ///   - keyURL: The location of the key.
    ///   - response: What a key server answered.
    public init(
        domain: String, code: Int, reason: String, keyURL: String, response: [UInt8] = []
    ) {
        self.domain = domain
        self.code = code
        self.reason = reason
        self.keyURL = keyURL
        self.response = response
    }
}

extension ContentKeyFailure: CustomStringConvertible {
    /// One line that names the key, if it is about one, and the cause.
    public var description: String {
        (keyURL.isEmpty ? "" : "\(SafeText.url(keyURL)): ") + "no key: \(SafeText.line(reason))"
    }
}
