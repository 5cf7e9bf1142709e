/// The location of the bytes that a segment needs before it can be parsed, from `EXT-X-MAP`.
///
/// Reference: rfc8216bis, section 4.4.4.5 (EXT-X-MAP).
public struct InitializationSection: Equatable, Sendable {
    /// The location as written, relative to its playlist.
    public var uri: String
    /// The byte range in `uri`, from `BYTERANGE`; `nil` means all bytes.
    public var byteRange: Range<Int64>?
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute]

    /// The keys in effect at the tag; `nil` if no key tag precedes it.
    var statedKeys: [EncryptionKey]?

    /// Creates an initialization section.
    ///
    /// - Parameters:
    ///   - uri: The location.
    ///   - byteRange: The bytes to fetch out of `uri`.
    ///   - keys: The keys in effect at the tag.
    ///   - otherAttributes: The attributes for which this type has no property.
    public init(
        uri: String, byteRange: Range<Int64>? = nil, keys: [EncryptionKey] = [],
        otherAttributes: [Attribute] = []
    ) {
        self.uri = uri
        self.byteRange = byteRange
        self.otherAttributes = otherAttributes
        statedKeys = keys.isEmpty ? nil : keys
    }

    /// The keys that encrypt the section itself: the keys in effect at its tag.
    public var keys: [EncryptionKey] {
        get { statedKeys ?? [] }
        set { statedKeys = newValue }
    }
}
