public import VirtualTime

/// A playlist that lists media segments.
///
/// Two playlists are equal when they mean the same, whatever ``problems`` their texts had.
///
/// Reference: rfc8216bis, section 4.4.3 (Media Playlist Tags).
public struct MediaPlaylist: Equatable, Sendable {
    /// Whether and how the playlist may change, from `EXT-X-PLAYLIST-TYPE`.
    public enum Kind: String, Hashable, Sendable {
        /// Segments are only added at the end.
        case event = "EVENT"
        /// Nothing changes.
        case vod = "VOD"
    }

    /// The protocol version, from `EXT-X-VERSION`; 1 when absent.
    public var version = 1
    /// Whether every segment can be decoded alone, from `EXT-X-INDEPENDENT-SEGMENTS`.
    public var hasIndependentSegments = false
    /// Where playback prefers to start, from `EXT-X-START`.
    public var start: StartPoint?
    /// The variables, from `EXT-X-DEFINE`, in order.
    public var definitions: [VariableDefinition] = []
    /// An upper bound of segment durations, from `EXT-X-TARGETDURATION`; `nil` when absent.
    public var targetDuration: MediaTime?
    /// The media sequence number of the first segment, listed or skipped.
    public var mediaSequence = 0
    /// The discontinuity sequence number before the first segment, listed or skipped.
    public var discontinuitySequence = 0
    /// Whether and how the playlist may change; `nil` means it may lose segments at the start.
    public var playlistType: Kind?
    /// Whether no segment will be added, from `EXT-X-ENDLIST`.
    public var hasEndList = false
    /// Whether each segment holds one I-frame, from `EXT-X-I-FRAMES-ONLY`.
    public var isIFramesOnly = false
    /// Whether segments may be cached, from the obsolete `EXT-X-ALLOW-CACHE`; `nil` when absent.
    public var allowsCache: Bool?
    /// How long partial segments are, from `EXT-X-PART-INF`.
    public var partInformation: PartInformation?
    /// What the server delivers on request, from `EXT-X-SERVER-CONTROL`.
    public var serverControl: ServerControl?
    /// The segments that a delta update leaves out at its start, from `EXT-X-SKIP`.
    public var skipped: SkippedSegments?
    /// The segments, in order.
    public var segments: [MediaSegment] = []
    /// What is known of the segment after the last one; `nil` when nothing.
    public var tail: SegmentTail?
    /// Spans of dates with a meaning, from `EXT-X-DATERANGE`, in order.
    public var dateRanges: [DateRange] = []
    /// Resources worth requesting before they exist, from `EXT-X-PRELOAD-HINT`, in order.
    public var preloadHints: [PreloadHint] = []
    /// Where other renditions are, from `EXT-X-RENDITION-REPORT`, in order.
    public var renditionReports: [RenditionReport] = []
    /// Comments and unknown tags before the first segment and its tags, in order.
    public var headerLines: [String] = []

    private var problemStorage = Uncompared<[PlaylistProblem]>([])
    private var problemCountStorage = Uncompared(0)

    /// Creates a playlist that lists nothing.
    public init() {}

    /// What in the file departs from the specification, up to a limit, in the order found.
    public internal(set) var problems: [PlaylistProblem] {
        get { problemStorage.value }
        set { problemStorage.value = newValue }
    }

    /// How many problems there were, told or not.
    public internal(set) var problemCount: Int {
        get { problemCountStorage.value }
        set { problemCountStorage.value = newValue }
    }

    /// How long the listed segments play, one after the other.
    public var duration: MediaTime {
        segments.reduce(.zero) { $0 + $1.duration }
    }

    /// The partial segments after the last segment, in order.
    public var trailingParts: [PartialSegment] { tail?.parts ?? [] }

    /// The media sequence number of a listed segment, held within the range.
    ///
    /// - Parameter index: The place of the segment in ``segments``.
    /// - Returns: The number, counting what a delta update skips.
    public func mediaSequence(at index: Int) -> Int {
        mediaSequence.addingClamped(skipped?.count ?? 0).addingClamped(index)
    }
}

extension Int {
    /// The sum, or the end of the range that it would leave.
    func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
