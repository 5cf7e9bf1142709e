/// The encrypted content of an SPC; each line begins with the size of a field in bytes.
///
///     16 nonce
///     1  flags: persistent, renewal, protected output, lease, rental, play duration, client
///     2  length of the content identifier, then the identifier
///     8  each of lease, rental and play duration, in nanoseconds, if its flag is set
///     2  length of the client identifier in UTF-8, then the identifier, if its flag is set
package struct RequestBody: Equatable {
    var nonce: [UInt8]
    var contentIdentifier: [UInt8]
    var terms: LicenceTerms

    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let persistent = Flags(rawValue: 1)
        static let renewal = Flags(rawValue: 2)
        static let protectedOutput = Flags(rawValue: 4)
        static let lease = Flags(rawValue: 8)
        static let rental = Flags(rawValue: 16)
        static let play = Flags(rawValue: 32)
        static let client = Flags(rawValue: 64)
        static let unknown = Flags(rawValue: 128)
    }

    init(nonce: [UInt8], contentIdentifier: [UInt8], terms: LicenceTerms) {
        self.nonce = nonce
        self.contentIdentifier = contentIdentifier
        self.terms = terms
    }

    /// Parses the decrypted bytes of a body.
    package init(_ bytes: [UInt8]) throws(LicenceError) {
        var reader = MessageReader(bytes, of: .request)
        nonce = try reader.bytes(LicenceMessage.nonceSize)
        let flags = Flags(rawValue: UInt8(try reader.number(1)))
        guard !flags.contains(.unknown) else {
            throw LicenceError(.malformed(.request, "an unknown flag is set"))
        }
        contentIdentifier = try reader.counted(atMost: LicenceMessage.longestContentIdentifier)
        guard !contentIdentifier.isEmpty else {
            throw LicenceError(.malformed(.request, "the content identifier is empty"))
        }
        terms = LicenceTerms(
            isPersistent: flags.contains(.persistent), isRenewal: flags.contains(.renewal),
            isOutputProtected: flags.contains(.protectedOutput))
        if flags.contains(.lease) { terms.lease = try reader.duration() }
        if flags.contains(.rental) { terms.rentalDuration = try reader.duration() }
        if flags.contains(.play) { terms.playDuration = try reader.duration() }
        if flags.contains(.client) {
            let name = try reader.counted(atMost: LicenceMessage.longestClientIdentifier)
            guard let client = String(validating: name, as: UTF8.self), !client.isEmpty else {
                throw LicenceError(.malformed(.request, "the client identifier is not text"))
            }
            terms.clientIdentifier = client
        }
        try reader.end()
    }

    /// Returns the bytes of the body before encryption; parsing them returns an equal body.
    package func bytes() throws(LicenceError) -> [UInt8] {
        var flags = Flags()
        if terms.isPersistent { flags.insert(.persistent) }
        if terms.isRenewal { flags.insert(.renewal) }
        if terms.isOutputProtected { flags.insert(.protectedOutput) }
        if terms.lease != nil { flags.insert(.lease) }
        if terms.rentalDuration != nil { flags.insert(.rental) }
        if terms.playDuration != nil { flags.insert(.play) }
        if terms.clientIdentifier != nil { flags.insert(.client) }
        guard !contentIdentifier.isEmpty else {
            throw LicenceError(.malformed(.contentIdentifier, "is empty"))
        }
        var writer = MessageWriter()
        writer.write(nonce)
        writer.write(UInt64(flags.rawValue), count: 1)
        try writer.write(
            counted: contentIdentifier, atMost: LicenceMessage.longestContentIdentifier,
            of: .contentIdentifier)
        try writer.write(terms.lease, of: .terms)
        try writer.write(terms.rentalDuration, of: .terms)
        try writer.write(terms.playDuration, of: .terms)
        if let client = terms.clientIdentifier {
            guard !client.isEmpty else {
                throw LicenceError(.malformed(.terms, "the client identifier is empty"))
            }
            try writer.write(
                counted: Array(client.utf8), atMost: LicenceMessage.longestClientIdentifier,
                of: .terms)
        }
        return writer.bytes
    }
}
