/// One alternative rendition of a presentation, from `EXT-X-MEDIA`.
///
/// Reference: rfc8216bis, section 4.4.6.1 (EXT-X-MEDIA).
public struct Rendition: Equatable, Sendable {
    /// The media type of a rendition, from `TYPE`.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Audio.
        case audio = "AUDIO"
        /// Video.
        case video = "VIDEO"
        /// Text displayed over the video.
        case subtitles = "SUBTITLES"
        /// Captions within the video stream.
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    /// The media type, from `TYPE`.
    public var kind: Kind
    /// The group, from `GROUP-ID`.
    public var groupID: String
    /// The human-readable name, unique within the group, from `NAME`.
    public var name: String
    /// The location of the media playlist, relative to the multivariant playlist, from `URI`.
    ///
    /// `nil` means that the media is part of the variant streams.
    public var uri: String?
    /// The primary language as an RFC 5646 tag, from `LANGUAGE`.
    public var language: String?
    /// A language associated with the rendition, from `ASSOC-LANGUAGE`.
    public var associatedLanguage: String?
    /// The identifier of the rendition across playlist versions, from `STABLE-RENDITION-ID`.
    public var stableID: String?
    /// Whether to play the rendition if the user has chosen no other, from `DEFAULT`.
    public var isDefault = false
    /// Whether a client may select the rendition to match its environment, from `AUTOSELECT`.
    ///
    /// The environment includes, for example, the language that the user has set for the system.
    public var isAutoselect = false
    /// Whether viewers need the rendition to understand the presentation, from `FORCED`.
    public var isForced = false
    /// The channel within the stream, such as `CC1` or `SERVICE3`, from `INSTREAM-ID`.
    public var instreamID: String?
    /// The uniform type identifiers of the rendition's traits, from `CHARACTERISTICS`.
    public var characteristics: [String] = []
    /// The channel count and its qualifiers, as written, from `CHANNELS`.
    public var channels: String?
    /// The number of bits in an audio sample, from `BIT-DEPTH`.
    public var bitDepth: Int?
    /// The audio samples per second, from `SAMPLE-RATE`.
    public var sampleRate: Int?
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute] = []
    /// Comments and unknown tags before the tag, in order.
    public var precedingLines: [String] = []

    /// Creates a rendition.
    ///
    /// - Parameters:
    ///   - kind: The media type.
    ///   - groupID: The group.
    ///   - name: The human-readable name.
    ///   - uri: The location of the media playlist.
    public init(_ kind: Kind, groupID: String, name: String, uri: String? = nil) {
        self.kind = kind
        self.groupID = groupID
        self.name = name
        self.uri = uri
    }

    /// The number of audio channels, from `CHANNELS`; `nil` when absent or not a number.
    public var channelCount: Int? {
        guard let channels else { return nil }
        return Int(channels.prefix { $0 != "/" })
    }
}
