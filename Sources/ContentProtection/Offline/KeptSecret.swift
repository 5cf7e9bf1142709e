/// The secret of a stored licence: the key of the content in a versioned format.
///
///     4  "HKLS"
///     1  version, 1
///     4  count of all bytes, big-endian
///     16 content key
///     16 initialization vector, if the licence has one
struct KeptSecret: Equatable {
    private static let signature: StaticString = "HKLS"

    let contentKey: [UInt8]
    let initializationVector: [UInt8]?

    init(_ licence: Licence) {
        contentKey = licence.contentKey
        initializationVector = licence.initializationVector
    }

    init(_ bytes: [UInt8]) throws(LicenceError) {
        var reader = MessageReader(bytes, of: .keptSecret)
        try reader.begin(Self.signature)
        contentKey = try reader.bytes(Licence.keySize)
        guard !reader.isAtEnd else {
            initializationVector = nil
            return
        }
        initializationVector = try reader.bytes(Licence.keySize)
        try reader.end()
    }

    /// The encoded bytes; parsing them returns an equal secret.
    var bytes: [UInt8] {
        let fields = contentKey + (initializationVector ?? [])
        var writer = MessageWriter(Self.signature, followedBy: fields.count)
        writer.write(fields)
        return writer.bytes
    }

    /// The content key, without an expiry.
    ///
    /// A licence that is valid at the start of playback remains usable until playback ends.
    var key: ContentKey {
        var key = ContentKey(bytes: contentKey)
        key.initializationVector = initializationVector
        return key
    }
}
