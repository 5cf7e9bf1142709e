public import VirtualTime

/// What the server of a live playlist delivers on request, from `EXT-X-SERVER-CONTROL`.
///
/// Reference: rfc8216bis, section 4.4.3.8 (EXT-X-SERVER-CONTROL).
public struct ServerControl: Equatable, Sendable {
    /// How old segments must be for delta updates to skip them, from `CAN-SKIP-UNTIL`.
    ///
    /// `nil` means that there are no delta updates.
    public var canSkipUntil: MediaTime?
    /// Whether delta updates can skip older date ranges too, from `CAN-SKIP-DATERANGES`.
    public var canSkipDateRanges = false
    /// How far from the end playback should stay, from `HOLD-BACK`.
    ///
    /// `nil` means three target durations.
    public var holdBack: MediaTime?
    /// How far from the end low-latency playback should stay, from `PART-HOLD-BACK`.
    public var partHoldBack: MediaTime?
    /// Whether a request can wait for a segment to come, from `CAN-BLOCK-RELOAD`.
    public var canBlockReload = false
    /// Attributes that have no field here, in order.
    public var otherAttributes: [Attribute] = []

    /// Creates a server control that promises nothing.
    public init() {}
}

/// The segments that a delta update leaves out, from `EXT-X-SKIP`.
///
/// Reference: rfc8216bis, section 4.4.5.2 (EXT-X-SKIP).
public struct SkippedSegments: Equatable, Sendable {
    /// How many segments are left out, from `SKIPPED-SEGMENTS`.
    public var count: Int
    /// The date ranges that were removed lately, from `RECENTLY-REMOVED-DATERANGES`.
    ///
    /// `nil` means that no date range is left out.
    public var recentlyRemovedDateRanges: [String]?
    /// Attributes that have no field here, in order.
    public var otherAttributes: [Attribute]

    /// Creates a skip.
    ///
    /// - Parameters:
    ///   - count: How many segments are left out.
    ///   - recentlyRemovedDateRanges: The date ranges that were removed lately.
    ///   - otherAttributes: Attributes that have no field here.
    public init(
        count: Int, recentlyRemovedDateRanges: [String]? = nil, otherAttributes: [Attribute] = []
    ) {
        self.count = count
        self.recentlyRemovedDateRanges = recentlyRemovedDateRanges
        self.otherAttributes = otherAttributes
    }
}

/// How far another rendition has come, from `EXT-X-RENDITION-REPORT`.
///
/// Reference: rfc8216bis, section 4.4.5.4 (EXT-X-RENDITION-REPORT).
public struct RenditionReport: Equatable, Sendable {
    /// The media playlist of the rendition, relative to this one, from `URI`.
    public var uri: String
    /// The media sequence number of its last segment, from `LAST-MSN`.
    public var lastMediaSequence: Int?
    /// The number of its last part, from `LAST-PART`.
    public var lastPart: Int?
    /// Attributes that have no field here, in order.
    public var otherAttributes: [Attribute]

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - uri: The media playlist of the rendition.
    ///   - lastMediaSequence: The media sequence number of its last segment.
    ///   - lastPart: The number of its last part.
    ///   - otherAttributes: Attributes that have no field here.
    public init(
        uri: String, lastMediaSequence: Int? = nil, lastPart: Int? = nil,
        otherAttributes: [Attribute] = []
    ) {
        self.uri = uri
        self.lastMediaSequence = lastMediaSequence
        self.lastPart = lastPart
        self.otherAttributes = otherAttributes
    }
}
