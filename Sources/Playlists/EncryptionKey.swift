/// The encryption of segments and the location of the key, from `EXT-X-KEY` or `EXT-X-SESSION-KEY`.
///
/// Reference: rfc8216bis, sections 4.4.4.4 (EXT-X-KEY) and 4.4.6.5 (EXT-X-SESSION-KEY).
public struct EncryptionKey: Hashable, Sendable {
    /// An encryption method, by its name in the playlist.
    public struct Method: RawRepresentable, Hashable, Sendable {
        /// The name in the playlist.
        public var rawValue: String

        /// Creates a method from its name.
        ///
        /// - Parameter rawValue: The name in the playlist.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The encryption of complete segments with AES-128-CBC and PKCS7 padding.
        public static let aes128 = Method(rawValue: "AES-128")
        /// The encryption of samples, completely or in a pattern, with AES-128-CBC.
        public static let sampleAES = Method(rawValue: "SAMPLE-AES")
        /// The encryption of samples with AES-128-CTR, as in Common Encryption.
        public static let sampleAESCTR = Method(rawValue: "SAMPLE-AES-CTR")

        /// Whether the method encrypts samples rather than complete segments.
        package var isOfSamples: Bool { self == .sampleAES || self == .sampleAESCTR }
    }

    /// The encryption method; never `NONE`, because unencrypted segments have no keys.
    public var method: Method
    /// The location of the key, relative to the playlist; `nil` only when the playlist omits it.
    public var uri: String?
    /// The 16 bytes of the initialization vector, from `IV`.
    ///
    /// `nil` means that the media sequence number of the segment is used as the vector.
    public var initializationVector: [UInt8]?
    /// The representation of the key at its URI.
    public var keyFormat: String
    /// The versions of the key format that the key complies with.
    public var keyFormatVersions: [Int]
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute]
    /// Comments and unknown tags before the tag; only session keys have them.
    public var precedingLines: [String]

    /// The key format of a key served as 16 plain bytes.
    public static let identityFormat = "identity"

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - method: The encryption method.
    ///   - uri: The location of the key.
    ///   - initializationVector: The 16 bytes of the vector; `nil` means the media sequence number.
    ///   - keyFormat: The representation of the key.
    ///   - keyFormatVersions: The versions of the format that the key complies with.
    ///   - otherAttributes: The attributes for which this type has no property.
    public init(
        method: Method, uri: String?, initializationVector: [UInt8]? = nil,
        keyFormat: String = Self.identityFormat, keyFormatVersions: [Int] = [1],
        otherAttributes: [Attribute] = []
    ) {
        self.method = method
        self.uri = uri
        self.initializationVector = initializationVector
        self.keyFormat = keyFormat
        self.keyFormatVersions = keyFormatVersions
        self.otherAttributes = otherAttributes
        precedingLines = []
    }
}
