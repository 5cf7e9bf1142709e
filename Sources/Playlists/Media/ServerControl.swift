public import VirtualTime

/// The delivery features of a live playlist's server, from `EXT-X-SERVER-CONTROL`.
///
/// Reference: rfc8216bis, section 4.4.3.8 (EXT-X-SERVER-CONTROL).
public struct ServerControl: Equatable, Sendable {
    /// The skip boundary, from `CAN-SKIP-UNTIL`.
    ///
    /// Delta updates may skip segments that are farther than this duration from the end of the
    /// playlist. `nil` means that there are no delta updates.
    public var canSkipUntil: MediaTime?
    /// Whether delta updates can skip older date ranges too, from `CAN-SKIP-DATERANGES`.
    public var canSkipDateRanges = false
    /// The recommended distance of playback from the end of the playlist, from `HOLD-BACK`.
    ///
    /// `nil` means three target durations.
    public var holdBack: MediaTime?
    /// The recommended distance of low-latency playback from the end, from `PART-HOLD-BACK`.
    ///
    /// The distance is measured from the end of the playlist.
    public var partHoldBack: MediaTime?
    /// Whether a playlist request can wait for a future segment, from `CAN-BLOCK-RELOAD`.
    public var canBlockReload = false
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute] = []

    /// Creates a server control without features.
    public init() {}
}

/// The segments omitted from a delta update, from `EXT-X-SKIP`.
///
/// Reference: rfc8216bis, section 4.4.5.2 (EXT-X-SKIP).
public struct SkippedSegments: Equatable, Sendable {
    /// The number of omitted segments, from `SKIPPED-SEGMENTS`.
    public var count: Int
    /// The identifiers of recently removed date ranges, from `RECENTLY-REMOVED-DATERANGES`.
    ///
    /// `nil` means that no date range is omitted.
    public var recentlyRemovedDateRanges: [String]?
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute]

    /// Creates the description of the skipped segments.
    ///
    /// - Parameters:
    ///   - count: The number of omitted segments.
    ///   - recentlyRemovedDateRanges: The identifiers of the recently removed date ranges.
    ///   - otherAttributes: The attributes for which this type has no property.
    public init(
        count: Int, recentlyRemovedDateRanges: [String]? = nil, otherAttributes: [Attribute] = []
    ) {
        self.count = count
        self.recentlyRemovedDateRanges = recentlyRemovedDateRanges
        self.otherAttributes = otherAttributes
    }
}

/// The progress of another rendition, from `EXT-X-RENDITION-REPORT`.
///
/// Reference: rfc8216bis, section 4.4.5.4 (EXT-X-RENDITION-REPORT).
public struct RenditionReport: Equatable, Sendable {
    /// The location of the rendition's media playlist, relative to this playlist, from `URI`.
    public var uri: String
    /// The media sequence number of the last segment of the rendition, from `LAST-MSN`.
    public var lastMediaSequence: Int?
    /// The number of the last part of the rendition, from `LAST-PART`.
    public var lastPart: Int?
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute]

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - uri: The location of the rendition's media playlist.
    ///   - lastMediaSequence: The media sequence number of the rendition's last segment.
    ///   - lastPart: The number of the rendition's last part.
    ///   - otherAttributes: The attributes for which this type has no property.
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
