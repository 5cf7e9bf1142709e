/// Arbitrary data about a presentation, from `EXT-X-SESSION-DATA`.
///
/// Reference: rfc8216bis, section 4.4.6.4 (EXT-X-SESSION-DATA).
public struct SessionData: Equatable, Sendable {
    /// How the resource at a URI is formatted, from `FORMAT`.
    public enum Format: String, Hashable, Sendable {
        /// A JSON document.
        case json = "JSON"
        /// Bytes.
        case raw = "RAW"
    }

    /// What the data is, in reverse DNS notation, from `DATA-ID`.
    public var dataID: String
    /// The data itself, from `VALUE`.
    public var value: String?
    /// Where the data is, relative to the playlist, from `URI`.
    public var uri: String?
    /// How the resource at `uri` is formatted, from `FORMAT`.
    public var format: Format
    /// The language of the value, from `LANGUAGE`.
    public var language: String?
    /// Attributes that have no field here, in order.
    public var otherAttributes: [Attribute] = []
    /// Comments and unknown tags that stand before the tag, in order.
    public var precedingLines: [String] = []

    /// Creates session data.
    ///
    /// - Parameters:
    ///   - dataID: What the data is.
    ///   - value: The data itself.
    ///   - uri: Where the data is.
    ///   - format: How the resource at `uri` is formatted.
    ///   - language: The language of the value.
    public init(
        dataID: String, value: String? = nil, uri: String? = nil, format: Format = .json,
        language: String? = nil
    ) {
        self.dataID = dataID
        self.value = value
        self.uri = uri
        self.format = format
        self.language = language
    }
}
