public import VirtualTime

/// One media segment of a media playlist.
///
/// Properties that are rare or shared by many segments are stored separately. A segment without
/// rare properties consists of a few numbers. The URIs of all segments of a playlist are stored in
/// one text.
///
/// Reference: rfc8216bis, section 3 (Media Segments) and 4.4.4 (Media Segment Tags).
public struct MediaSegment: Equatable, Sendable {
    /// The maximum duration of a segment: 24 hours; the parser shortens longer durations to it.
    public static let longestDuration = MediaTime.seconds(24 * 3600)

    /// The duration of the segment, from `EXTINF`; never negative.
    public var duration: MediaTime
    /// The discontinuity sequence number, counted by the parser.
    public internal(set) var discontinuitySequence: Int

    /// The URI, in the byte array that its playlist's URIs share, or in an array of its own.
    var location: PooledText
    var scope: Shared<SegmentScope>
    var extras: Shared<SegmentExtras>?

    // Fields whose size is not a multiple of eight bytes come last, which minimizes the size of a
    // segment.

    /// The byte range in `uri`, from `EXT-X-BYTERANGE`; `nil` means all bytes.
    public var byteRange: Range<Int64>?
    /// Whether timestamps or encoding change at this segment, from `EXT-X-DISCONTINUITY`.
    public var startsDiscontinuity: Bool
    /// Whether the segment is announced as missing, from `EXT-X-GAP`.
    public var isGap: Bool
    private var assumedOffset = Uncompared(false)

    /// Creates a segment.
    ///
    /// - Parameters:
    ///   - uri: The location.
    ///   - duration: The duration of the segment.
    ///   - title: A human-readable title.
    ///   - byteRange: The byte range in `uri`.
    ///   - startsDiscontinuity: Whether timestamps or encoding change at this segment.
    ///   - isGap: Whether the segment is announced as missing.
    public init(
        uri: String, duration: MediaTime, title: String? = nil, byteRange: Range<Int64>? = nil,
        startsDiscontinuity: Bool = false, isGap: Bool = false
    ) {
        location = PooledText(uri)
        self.duration = duration
        self.byteRange = byteRange
        self.startsDiscontinuity = startsDiscontinuity
        self.isGap = isGap
        discontinuitySequence = 0
        scope = .plain
        extras = title.map { Shared(SegmentExtras(title: $0)) }
    }

    /// Creates a segment from the properties that the parser has read.
    init(
        location: PooledText, duration: MediaTime, byteRange: Range<Int64>?,
        hasAssumedOffset: Bool, pending: PendingSegment, discontinuitySequence: Int,
        scope: Shared<SegmentScope>
    ) {
        assumedOffset = Uncompared(hasAssumedOffset)
        self.location = location
        self.duration = duration
        self.byteRange = byteRange
        startsDiscontinuity = pending.startsDiscontinuity
        isGap = pending.isGap
        self.discontinuitySequence = discontinuitySequence
        self.scope = scope
        extras = pending.hasExtras ? Shared(pending.extras) : nil
    }

    /// Whether the parser assumed that the byte range starts at the first byte of its resource.
    ///
    /// The parser assumes this if the range has no offset and does not continue the range of the
    /// previous segment. A change of the other properties does not change this one.
    package var hasAssumedOffset: Bool { assumedOffset.value }

    /// The location as written, relative to its playlist.
    ///
    /// Each access creates a string.
    public var uri: String {
        get { location.text }
        set { location = PooledText(newValue) }
    }

    /// The keys in effect, one for each key format, from `EXT-X-KEY`; empty when not encrypted.
    public var keys: [EncryptionKey] {
        get { scope.value.keys ?? [] }
        set { scope.value.keys = newValue }
    }

    /// The initialization section in effect, from `EXT-X-MAP`; `nil` when there is none.
    public var initializationSection: InitializationSection? {
        get { scope.value.initializationSection }
        set { scope.value.initializationSection = newValue }
    }

    /// The approximate bitrate in kilobits per second, from `EXT-X-BITRATE`.
    public var bitrate: Int? {
        get { scope.value.bitrate }
        set { scope.value.bitrate = newValue }
    }

    /// The human-readable title, from `EXTINF`; `nil` when empty.
    public var title: String? {
        get { extras?.value.title }
        set { update { $0.title = newValue } }
    }

    /// The date of the first sample, from `EXT-X-PROGRAM-DATE-TIME`.
    public var programDateTime: DateTime? {
        get { extras?.value.programDateTime }
        set { update { $0.programDateTime = newValue } }
    }

    /// The parts of the segment, from `EXT-X-PART`, in order.
    public var parts: [PartialSegment] {
        get { extras?.value.parts ?? [] }
        set { update { $0.parts = newValue } }
    }

    /// The cue tags before the segment, in order.
    public var cueMarkers: [CueMarker] {
        get { extras?.value.cueMarkers ?? [] }
        set { update { $0.cueMarkers = newValue } }
    }

    /// Comments and unknown tags before the segment's URI, in order.
    public var precedingLines: [String] {
        get { extras?.value.precedingLines ?? [] }
        set { update { $0.precedingLines = newValue } }
    }

    private mutating func update(_ change: (inout SegmentExtras) -> Void) {
        var values = extras?.value ?? SegmentExtras()
        change(&values)
        values.tagByteCount.value = 0
        extras = values == SegmentExtras() ? nil : Shared(values)
    }
}

/// The properties that apply to a segment and to all later segments until a tag changes them.
struct SegmentScope: Equatable, Sendable {
    /// The keys in effect; `nil` if no key tag precedes the segment.
    var keys: [EncryptionKey]?
    var initializationSection: InitializationSection?
    var bitrate: Int?
}

extension Shared where Value == SegmentScope {
    /// The properties in effect before any tag sets them.
    static let plain = Shared(SegmentScope())
}

/// The properties that few segments have.
struct SegmentExtras: Equatable, Sendable {
    var title: String?
    var programDateTime: DateTime?
    /// The length in bytes of the tags that set the other properties; zero if not counted.
    ///
    /// At this position in the type, the property needs no additional memory, since the next
    /// property begins at a multiple of eight bytes.
    var tagByteCount = Uncompared<UInt32>(0)
    var parts: [PartialSegment] = []
    var cueMarkers: [CueMarker] = []
    var precedingLines: [String] = []
}
