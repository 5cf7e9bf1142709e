/// Arbitrary data about a presentation, from `EXT-X-SESSION-DATA`.
///
/// Reference: rfc8216bis, section 4.4.6.4 (EXT-X-SESSION-DATA).
public struct SessionData: Equatable, Sendable {
    /// The format of the resource at a URI, from `FORMAT`.
    public enum Format: String, Hashable, Sendable {
        /// A JSON document.
        case json = "JSON"
        /// A binary file.
        case raw = "RAW"
    }

    /// The identity of the data in reverse DNS notation, from `DATA-ID`.
    public var dataID: String
    /// The data itself, from `VALUE`.
    public var value: String?
    /// The location of the data, relative to the playlist, from `URI`.
    public var uri: String?
    /// The format of the resource at `uri`, from `FORMAT`.
    public var format: Format
    /// The language of the value, from `LANGUAGE`.
    public var language: String?
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute] = []
    /// Comments and unknown tags before the tag, in order.
    public var precedingLines: [String] = []

    /// Creates session data.
    ///
    /// - Parameters:
    ///   - dataID: The identity of the data.
    ///   - value: The data itself.
    ///   - uri: The location of the data.
    ///   - format: The format of the resource at `uri`.
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
