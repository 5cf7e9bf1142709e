/// The properties that a media playlist states for the segment after its last one.
///
/// A low-latency playlist lists the parts of a segment before the segment itself.
///
/// Reference: rfc8216bis, section 4.4.4.9 (EXT-X-PART).
public struct SegmentTail: Equatable, Sendable {
    /// Whether a discontinuity precedes the parts, from `EXT-X-DISCONTINUITY`.
    public var startsDiscontinuity = false
    /// Whether the segment is announced as missing, from `EXT-X-GAP`.
    public var isGap = false
    /// The discontinuity sequence number of the parts, counted by the parser.
    public internal(set) var discontinuitySequence = 0

    var scope = Shared<SegmentScope>.plain
    var extras = SegmentExtras()

    /// Creates an empty tail.
    public init() {}

    /// The keys in effect, one for each key format; empty when the media is not encrypted.
    public var keys: [EncryptionKey] {
        get { scope.value.keys ?? [] }
        set { scope.value.keys = newValue }
    }

    /// The initialization section in effect; `nil` when there is none.
    public var initializationSection: InitializationSection? {
        get { scope.value.initializationSection }
        set { scope.value.initializationSection = newValue }
    }

    /// The approximate bitrate in kilobits per second, from `EXT-X-BITRATE`.
    public var bitrate: Int? {
        get { scope.value.bitrate }
        set { scope.value.bitrate = newValue }
    }

    /// The date of the first sample, from `EXT-X-PROGRAM-DATE-TIME`.
    public var programDateTime: DateTime? {
        get { extras.programDateTime }
        set { extras.programDateTime = newValue }
    }

    /// The parts listed so far, from `EXT-X-PART`, in order.
    public var parts: [PartialSegment] {
        get { extras.parts }
        set { extras.parts = newValue }
    }

    /// The cue tags after the last segment, in order.
    public var cueMarkers: [CueMarker] {
        get { extras.cueMarkers }
        set { extras.cueMarkers = newValue }
    }

    /// Comments and unknown tags after the last segment, in order.
    public var precedingLines: [String] {
        get { extras.precedingLines }
        set { extras.precedingLines = newValue }
    }
}
