public import VirtualTime

/// A playlist that lists media segments.
///
/// Equality compares meaning and ignores ``problems``.
///
/// Reference: rfc8216bis, section 4.4.3 (Media Playlist Tags).
public struct MediaPlaylist: Equatable, Sendable {
    /// The changes that a playlist may undergo, from `EXT-X-PLAYLIST-TYPE`.
    public enum Kind: String, Hashable, Sendable {
        /// Segments are only added at the end.
        case event = "EVENT"
        /// The playlist never changes.
        case vod = "VOD"
    }

    /// The protocol version, from `EXT-X-VERSION`; 1 when absent.
    public var version = 1
    /// Whether every segment can be decoded on its own, from `EXT-X-INDEPENDENT-SEGMENTS`.
    public var hasIndependentSegments = false
    /// The preferred start of playback, from `EXT-X-START`.
    public var start: StartPoint?
    /// The variables, from `EXT-X-DEFINE`, in order.
    public var definitions: [VariableDefinition] = []
    /// An upper bound of segment durations, from `EXT-X-TARGETDURATION`; `nil` when absent.
    public var targetDuration: MediaTime?
    /// The media sequence number of the first segment, listed or skipped.
    public var mediaSequence = 0
    /// The discontinuity sequence number before the first segment, listed or skipped.
    public var discontinuitySequence = 0
    /// The changes that the playlist may undergo; `nil` permits removal of segments at the start.
    public var playlistType: Kind?
    /// Whether no segment will be added, from `EXT-X-ENDLIST`.
    public var hasEndList = false
    /// Whether each segment contains one I-frame, from `EXT-X-I-FRAMES-ONLY`.
    public var isIFramesOnly = false
    /// Whether segments may be cached, from the obsolete `EXT-X-ALLOW-CACHE`; `nil` when absent.
    public var allowsCache: Bool?
    /// The duration of partial segments, from `EXT-X-PART-INF`.
    public var partInformation: PartInformation?
    /// The delivery features of the server, from `EXT-X-SERVER-CONTROL`.
    public var serverControl: ServerControl?
    /// The segments that a delta update skips at its start, from `EXT-X-SKIP`.
    public var skipped: SkippedSegments?
    /// The segments, in order.
    public var segments: [MediaSegment] = []
    /// The properties stated for the segment after the last one; `nil` if none.
    public var tail: SegmentTail?
    /// The date ranges, from `EXT-X-DATERANGE`, in order.
    public var dateRanges: [DateRange] = []
    /// Resources worth requesting before they exist, from `EXT-X-PRELOAD-HINT`, in order.
    public var preloadHints: [PreloadHint] = []
    /// The state of other renditions, from `EXT-X-RENDITION-REPORT`, in order.
    public var renditionReports: [RenditionReport] = []
    /// Comments and unknown tags before the first segment and its tags, in order.
    public var headerLines: [String] = []

    private var problemStorage = Uncompared<[PlaylistProblem]>([])
    private var problemCountStorage = Uncompared(0)

    /// Creates a playlist that lists nothing.
    public init() {}

    /// The departures from the specification, up to a limit, in the order found.
    public internal(set) var problems: [PlaylistProblem] {
        get { problemStorage.value }
        set { problemStorage.value = newValue }
    }

    /// The number of problems, including those beyond the limit.
    public internal(set) var problemCount: Int {
        get { problemCountStorage.value }
        set { problemCountStorage.value = newValue }
    }

    /// The total duration of the listed segments.
    public var duration: MediaTime {
        let segments = segments.span
        var sum = MediaTime.zero
        for index in segments.indices { sum += segments[index].duration }
        return sum
    }

    /// The partial segments after the last segment, in order.
    public var trailingParts: [PartialSegment] { tail?.parts ?? [] }

    /// Returns the media sequence number of a listed segment, clamped to the range.
    ///
    /// - Parameter index: The index of the segment in ``segments``.
    /// - Returns: The number, including the segments that a delta update skips.
    public func mediaSequence(at index: Int) -> Int {
        mediaSequence.addingClamped(skipped?.count ?? 0).addingClamped(index)
    }
}

extension Int {
    /// Returns the sum, clamped to the range of the type.
    package func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
