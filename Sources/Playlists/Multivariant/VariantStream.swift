/// One variant stream of a presentation, with all samples or only with I-frames.
///
/// Reference: rfc8216bis, sections 4.4.6.2 (EXT-X-STREAM-INF) and 4.4.6.3
/// (EXT-X-I-FRAME-STREAM-INF).
public struct VariantStream: Equatable, Sendable {
    /// A width and a height in pixels.
    public struct Resolution: Hashable, Sendable {
        /// The width in pixels.
        public var width: Int
        /// The height in pixels.
        public var height: Int

        /// Creates a resolution.
        ///
        /// - Parameters:
        ///   - width: The width in pixels.
        ///   - height: The height in pixels.
        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The declaration of closed captions in a variant stream.
    public enum ClosedCaptions: Hashable, Sendable {
        /// No variant stream of the presentation has closed captions.
        case none
        /// The rendition group with this name describes the closed captions.
        case group(String)
    }

    /// The location of the media playlist as written, relative to the multivariant playlist.
    public var uri: String
    /// The peak bits per second, from `BANDWIDTH`.
    public var bandwidth: Int
    /// The average bits per second, from `AVERAGE-BANDWIDTH`.
    public var averageBandwidth: Int?
    /// The preference for the variant, from `SCORE`; higher is better.
    public var score: Double?
    /// The RFC 6381 names of the sample formats, from `CODECS`; empty when absent.
    public var codecs: [String] = []
    /// The formats that enhance the formats in `CODECS`, from `SUPPLEMENTAL-CODECS`.
    ///
    /// Each format includes the compatibility brands that the attribute states. A client that does
    /// not support the format can play the backward-compatible format in `CODECS`.
    public var supplementalCodecs: [String] = []
    /// The optimal resolution for the display of the video, from `RESOLUTION`.
    public var resolution: Resolution?
    /// The highest number of frames per second, from `FRAME-RATE`.
    public var frameRate: Double?
    /// The required level of copy protection, from `HDCP-LEVEL`: `NONE`, `TYPE-0` or `TYPE-1`.
    public var hdcpLevel: String?
    /// The permitted protection configurations by key format, from `ALLOWED-CPC`, as written.
    public var allowedCPC: String?
    /// The video range, from `VIDEO-RANGE`: `SDR`, `HLG` or `PQ`.
    ///
    /// `nil` means `SDR` unless the codec implies another range.
    public var videoRange: String?
    /// The layouts that a client must render, as written, from `REQ-VIDEO-LAYOUT`.
    public var requiredVideoLayout: String?
    /// The identifier of the variant across playlist versions, from `STABLE-VARIANT-ID`.
    public var stableID: String?
    /// The content steering pathway, from `PATHWAY-ID`; `nil` means the default pathway, `.`.
    public var pathwayID: String?
    /// The audio rendition group, from `AUDIO`.
    public var audioGroup: String?
    /// The video rendition group, from `VIDEO`.
    public var videoGroup: String?
    /// The subtitles rendition group, from `SUBTITLES`.
    public var subtitlesGroup: String?
    /// The closed captions, from `CLOSED-CAPTIONS`; `nil` means that they are not declared.
    public var closedCaptions: ClosedCaptions?
    /// The human-readable name, from the attribute `NAME`, which was never standardized.
    public var name: String?
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute] = []
    /// Comments and unknown tags before the variant's URI, in order.
    public var precedingLines: [String] = []

    /// Creates a variant stream.
    ///
    /// - Parameters:
    ///   - uri: The location of the media playlist.
    ///   - bandwidth: The peak bits per second.
    public init(uri: String, bandwidth: Int) {
        self.uri = uri
        self.bandwidth = bandwidth
    }

    /// The rendition group of closed captions; `nil` when there is none or it is unknown.
    public var closedCaptionsGroup: String? {
        guard case .group(let name) = closedCaptions else { return nil }
        return name
    }
}
