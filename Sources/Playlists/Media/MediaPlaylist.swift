public import VirtualTime

/// A playlist that lists media segments.
///
/// Playlists with the same meaning are equal; ``problems`` are not compared.
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

    /// The properties, in an array of one element.
    ///
    /// Copies of a playlist share the array until one of the copies is changed.
    private(set) var storage: [Properties]

    /// Creates a playlist that lists nothing.
    public init() { storage = [Properties()] }

    /// Creates a playlist with properties.
    init(_ properties: Properties) { storage = [properties] }

    /// The stored properties, which can be modified in place without a copy of the segment list.
    var properties: Properties {
        get { storage[0] }
        _modify { yield &storage[0] }
    }

    /// The protocol version, from `EXT-X-VERSION`; 1 when absent.
    public var version: Int {
        get { storage[0].version }
        set { storage[0].version = newValue }
    }

    /// Whether every segment can be decoded on its own, from `EXT-X-INDEPENDENT-SEGMENTS`.
    public var hasIndependentSegments: Bool {
        get { storage[0].hasIndependentSegments }
        set { storage[0].hasIndependentSegments = newValue }
    }

    /// The preferred start of playback, from `EXT-X-START`.
    public var start: StartPoint? {
        get { storage[0].start }
        set { storage[0].start = newValue }
    }

    /// The variables, from `EXT-X-DEFINE`, in order.
    public var definitions: [VariableDefinition] {
        get { storage[0].definitions }
        set { storage[0].definitions = newValue }
    }

    /// An upper bound on segment durations, from `EXT-X-TARGETDURATION`; `nil` when absent.
    public var targetDuration: MediaTime? {
        get { storage[0].targetDuration }
        set { storage[0].targetDuration = newValue }
    }

    /// The media sequence number of the first segment, listed or skipped.
    public var mediaSequence: Int {
        get { storage[0].mediaSequence }
        set { storage[0].mediaSequence = newValue }
    }

    /// The discontinuity sequence number, from `EXT-X-DISCONTINUITY-SEQUENCE`.
    ///
    /// The number applies before the first segment, whether that segment is listed or skipped. It
    /// does not include an `EXT-X-DISCONTINUITY` tag of the first segment.
    public var discontinuitySequence: Int {
        get { storage[0].discontinuitySequence }
        set { storage[0].discontinuitySequence = newValue }
    }

    /// The changes that the playlist may undergo; `nil` permits removal of segments at the start.
    public var playlistType: Kind? {
        get { storage[0].playlistType }
        set { storage[0].playlistType = newValue }
    }

    /// Whether no segment will be added, from `EXT-X-ENDLIST`.
    public var hasEndList: Bool {
        get { storage[0].hasEndList }
        set { storage[0].hasEndList = newValue }
    }

    /// Whether each segment contains one I-frame, from `EXT-X-I-FRAMES-ONLY`.
    public var isIFramesOnly: Bool {
        get { storage[0].isIFramesOnly }
        set { storage[0].isIFramesOnly = newValue }
    }

    /// Whether segments may be cached, from the obsolete `EXT-X-ALLOW-CACHE`; `nil` when absent.
    public var allowsCache: Bool? {
        get { storage[0].allowsCache }
        set { storage[0].allowsCache = newValue }
    }

    /// The target duration of partial segments, from `EXT-X-PART-INF`.
    public var partInformation: PartInformation? {
        get { storage[0].partInformation }
        set { storage[0].partInformation = newValue }
    }

    /// The delivery features of the server, from `EXT-X-SERVER-CONTROL`.
    public var serverControl: ServerControl? {
        get { storage[0].serverControl }
        set { storage[0].serverControl = newValue }
    }

    /// The segments that a delta update skips at its start, from `EXT-X-SKIP`.
    public var skipped: SkippedSegments? {
        get { storage[0].skipped }
        set { storage[0].skipped = newValue }
    }

    /// The segments, in order.
    public var segments: [MediaSegment] {
        get { storage[0].segments }
        _modify { yield &storage[0].segments }
    }

    /// The properties stated for the segment after the last listed one; `nil` if there are none.
    public var tail: SegmentTail? {
        get { storage[0].tail }
        _modify { yield &storage[0].tail }
    }

    /// The date ranges, from `EXT-X-DATERANGE`, in order.
    public var dateRanges: [DateRange] {
        get { storage[0].dateRanges }
        _modify { yield &storage[0].dateRanges }
    }

    /// The resources to request before they exist, from `EXT-X-PRELOAD-HINT`, in order.
    public var preloadHints: [PreloadHint] {
        get { storage[0].preloadHints }
        set { storage[0].preloadHints = newValue }
    }

    /// The state of other renditions, from `EXT-X-RENDITION-REPORT`, in order.
    public var renditionReports: [RenditionReport] {
        get { storage[0].renditionReports }
        set { storage[0].renditionReports = newValue }
    }

    /// Comments and unknown tags before the first segment and its tags, in order.
    public var headerLines: [String] {
        get { storage[0].headerLines }
        set { storage[0].headerLines = newValue }
    }

    /// The departures from the specification, up to a limit for each kind, in the order found.
    public var problems: [PlaylistProblem] { storage[0].problems.value }

    /// The number of all problems, including the problems that ``problems`` leaves out.
    public var problemCount: Int { storage[0].problemCount.value }

    /// A summary of the problems that ``problems`` leaves out, with one element for each kind.
    package var unlistedProblems: [UnlistedProblems] { storage[0].unlistedProblems.value }

    /// The total duration of the listed segments.
    public var duration: MediaTime {
        let owner = segments
        let segments = owner.span
        var sum = MediaTime.zero
        for index in segments.indices { sum += segments[index].duration }
        return sum
    }

    /// The partial segments after the last segment, in order.
    public var trailingParts: [PartialSegment] { storage[0].tail?.extras.parts ?? [] }

    /// Returns the media sequence number of a listed segment, clamped to the range of `Int`.
    ///
    /// - Parameter index: The index of the segment in ``segments``.
    /// - Returns: The number. Segments that a delta update skips are counted, although they are not
    ///   in ``segments``.
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
