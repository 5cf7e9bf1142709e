/// The encrypted content of a CKC; each line begins with the size of a field in bytes.
///
///     16 nonce of the SPC
///     1  flags: persistent, initialization vector, lease, expiry, play duration
///     16 content key
///     16 initialization vector, if its flag is set
///     8  each of lease, expiry and play duration, in nanoseconds, if its flag is set
package struct AnswerBody: Equatable {
    var nonce: [UInt8]
    var licence: Licence

    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let persistent = Flags(rawValue: 1)
        static let vector = Flags(rawValue: 2)
        static let lease = Flags(rawValue: 4)
        static let expiry = Flags(rawValue: 8)
        static let play = Flags(rawValue: 16)
        static let unknown = Flags(rawValue: 0b1110_0000)
    }

    init(nonce: [UInt8], licence: Licence) {
        self.nonce = nonce
        self.licence = licence
    }

    /// Parses the decrypted bytes of a body.
    package init(_ bytes: [UInt8]) throws(LicenceError) {
        var reader = MessageReader(bytes, of: .answer)
        nonce = try reader.bytes(LicenceMessage.nonceSize)
        let flags = Flags(rawValue: UInt8(try reader.number(1)))
        guard flags.isDisjoint(with: .unknown) else {
            throw LicenceError(.malformed(.answer, "an unknown flag is set"))
        }
        licence = Licence(
            contentKey: try reader.bytes(Licence.keySize),
            isPersistent: flags.contains(.persistent))
        if flags.contains(.vector) {
            licence.initializationVector = try reader.bytes(Licence.keySize)
        }
        if flags.contains(.lease) { licence.lease = try reader.duration() }
        if flags.contains(.expiry) { licence.expiresAfter = try reader.duration() }
        if flags.contains(.play) { licence.playDuration = try reader.duration() }
        try reader.end()
    }

    /// Returns the bytes of the body before encryption; parsing them returns an equal body.
    package func bytes() throws(LicenceError) -> [UInt8] {
        var flags = Flags()
        if licence.isPersistent { flags.insert(.persistent) }
        if licence.initializationVector != nil { flags.insert(.vector) }
        if licence.lease != nil { flags.insert(.lease) }
        if licence.expiresAfter != nil { flags.insert(.expiry) }
        if licence.playDuration != nil { flags.insert(.play) }
        guard licence.contentKey.count == Licence.keySize,
            licence.initializationVector?.count ?? Licence.keySize == Licence.keySize
        else {
            throw LicenceError(.malformed(.licence, "key and vector must have 16 bytes"))
        }
        var writer = MessageWriter()
        writer.write(nonce)
        writer.write(UInt64(flags.rawValue), count: 1)
        writer.write(licence.contentKey)
        writer.write(licence.initializationVector ?? [])
        try writer.write(licence.lease, of: .licence)
        try writer.write(licence.expiresAfter, of: .licence)
        try writer.write(licence.playDuration, of: .licence)
        return writer.bytes
    }
}
