/// How segments are encrypted and where the key is, from `EXT-X-KEY` or `EXT-X-SESSION-KEY`.
///
/// Reference: rfc8216bis, sections 4.4.4.4 (EXT-X-KEY) and 4.4.6.5 (EXT-X-SESSION-KEY).
public struct EncryptionKey: Hashable, Sendable {
    /// An encryption method by its name in the playlist.
    public struct Method: RawRepresentable, Hashable, Sendable {
        /// The name in the playlist.
        public var rawValue: String

        /// Creates a method from its name.
        ///
        /// - Parameter rawValue: The name in the playlist.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Whole segments in AES-128-CBC with PKCS7 padding.
        public static let aes128 = Method(rawValue: "AES-128")
        /// Samples in AES-128-CBC, wholly or in a pattern.
        public static let sampleAES = Method(rawValue: "SAMPLE-AES")
        /// Samples in AES-128-CTR, as Common Encryption has it.
        public static let sampleAESCTR = Method(rawValue: "SAMPLE-AES-CTR")

        /// Whether samples are encrypted and not whole segments.
        package var isOfSamples: Bool { self == .sampleAES || self == .sampleAESCTR }
    }

    /// How the segments are encrypted; never `NONE`, which is the absence of keys.
    public var method: Method
    /// Where the key is, relative to the playlist; `nil` only when the playlist omits it.
    public var uri: String?
    /// The 16 bytes of the initialization vector; `nil` means the media sequence number.
    public var initializationVector: [UInt8]?
    /// How the key is represented at its URI.
    public var keyFormat: String
    /// Which versions of the key format the key complies with.
    public var keyFormatVersions: [Int]
    /// Attributes that have no field here, in order.
    public var otherAttributes: [Attribute]
    /// Comments and unknown tags that stand before the tag, in session keys alone.
    public var precedingLines: [String]

    /// The key format of a key that is served as 16 plain bytes.
    public static let identityFormat = "identity"

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - method: How the segments are encrypted.
    ///   - uri: Where the key is.
    ///   - initializationVector: 16 bytes, or `nil` for the media sequence number.
    ///   - keyFormat: How the key is represented.
    ///   - keyFormatVersions: Which versions of the format the key complies with.
    ///   - otherAttributes: Attributes that have no field here.
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
