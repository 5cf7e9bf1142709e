public import HeadlessPlayback
import Playlists
import Presentation
public import Sessions

/// The contents of one stream of an asset on the presentation timeline.
public struct StreamSurvey: Sendable, Equatable {
    /// The role of a stream.
    public enum Role: String, Sendable, CaseIterable {
        /// A variant stream.
        case variant
        /// An audio rendition.
        case audio
        /// A subtitles rendition.
        case subtitles
    }

    /// A segment and its position.
    struct Segment: Sendable, Equatable {
        let number: SegmentNumber
        let interval: Range<MediaTime>
    }

    /// The name, such as `variant 1 (640x360, 800k)` or `audio English`.
    public var name: String
    /// The role.
    public var role: Role
    /// The bandwidth of a variant stream in its playlist; 0 for other streams.
    public var bandwidth: Int
    /// The start of each segment, and the end of the last one.
    public var boundaries: [MediaTime]
    /// The index of the variant stream, or of the variant stream with which a rendition was played.
    var variant: Int?
    /// The stream's playlist; `nil` for a single file.
    var playlist: MediaPlaylist?
    /// The starts of the segments that the playlist declares as gaps, in order.
    var gaps: [MediaTime] = []
    /// The total duration of the stream's segments, as the playlist declares it.
    public var promisedDuration: MediaTime
    /// The target duration of the stream's playlist; `nil` when the playlist states none.
    var targetDuration: MediaTime?
    /// Whether the stream consists of segments; `false` for a single file.
    public var hasSegments: Bool
    /// Whether the stream's playlist states, by EXT-X-ENDLIST or otherwise, that it is complete.
    public var isComplete: Bool
    /// The intervals of segments that could not be loaded or were never requested.
    ///
    /// They are in order and do not overlap.
    public var unread: [Range<MediaTime>]
    /// The interval of each segment, in the order of the playlist.
    var segments: [Segment] = []
    /// Whether the stream's playlist states that it never changes (`EXT-X-PLAYLIST-TYPE:VOD`).
    var neverChanges = false
    /// Whether earlier segments may have been removed from the playlist.
    var isWindow = false
    /// Whether messages about the first media may be in segments that were removed.
    var lacksEarlierMessages = false
    /// Whether the playlist is a local file, which should be complete.
    var isFile = false
    /// Whether playback treats the stream as a broadcast: a server may still add segments to it.
    package var isBroadcast: Bool { !isComplete && !neverChanges && !isFile }
    /// The positions at which the initialization section changes.
    var maps: [MediaTime] = []
    /// The start of the first segment with an initialization section; `nil` when none has one.
    var firstMap: MediaTime?
    /// The position from which media cannot be checked, because an EXT-X-MAP is missing.
    ///
    /// The positions of all media after the place of the missing tag are wrong. The property is
    /// `nil` when no EXT-X-MAP is missing.
    var misplacedFrom: MediaTime?
    /// The problems of playlist lines that refer to media but lack required information.
    var unlisted: [String] = []
    /// The losses of timed metadata or SCTE 35 messages, each with its segment.
    var lostMetadata: [String] = []
    /// The segments that lack audio tracks of other segments, or a part of such a track.
    var missingTracks: [String] = []
    /// The start of a part of the stream in which no segment has audio; `nil` if there is none.
    var silentFrom: MediaTime?
    /// Whether a segment of the stream contains audio samples.
    var hasAudio = false
    /// The changes of codecs without a discontinuity, with their positions.
    var formatChanges: [String] = []
    /// The discontinuity sequence numbers from each declared discontinuity on.
    var discontinuityNumbers: [Int] = []
    /// The discontinuity sequence number of the first segment; `nil` without segments.
    var firstDiscontinuityNumber: Int?
    /// Whether the stream or the asset states `EXT-X-INDEPENDENT-SEGMENTS`.
    var statesIndependence = false
    /// The positions of the segments that have pictures but no keyframe.
    var keyless: [MediaTime] = []
    /// The pairs of neighbouring segments that are in the wrong order.
    var swaps: [SwappedSegments] = []
    /// Whether positions in a discontinuity domain had to be derived from audio, not from video.
    ///
    /// This is the case when the first video segment of the domain is lost. Audio starts a few
    /// milliseconds before or after the video, so positions in that domain are not exact.
    var lacksOrigin = false
    /// Whether the stream's media ends earlier than the media of other streams.
    ///
    /// The early end is reported as a separate finding.
    var endsEarly = false
    /// Whether the stream contains pictures; they need not be keyframes.
    public var hasVideo: Bool
    /// The codec of the first video that was read; `nil` for a stream without video.
    var videoCodec: String?
    /// The positions at which video decoding can start; empty for a stream without video.
    public var keyframes: [MediaTime]
    /// The positions of declared discontinuities.
    public var discontinuities: [MediaTime]
    /// The positions at which timestamps jump without a declared discontinuity.
    public var undeclaredJumps: [MediaTime]
    /// The usual duration of a video frame; `nil` for a stream without video.
    public var frameDuration: MediaTime?
    /// The markers, in the order of their positions.
    public var markers: [Marker]
    /// The identifiers of the date ranges that have no position.
    ///
    /// Such a date range has no date, or the playlist has no program dates.
    public var unplacedDateRanges: [String]
    /// The tags for advertisements that the playlist has and that are not read as markers.
    var unreadTags: Set<UnreadTag> = []
    /// The names of tags for advertisements that the playlist has and that are not read as markers.
    package var unreadMarkerTags: Set<String> { Set(unreadTags.map(\.name)) }
    /// The identifiers of the date ranges that are interstitials.
    var interstitials: Set<String> = []

    /// Creates the survey of an empty stream.
    ///
    /// - Parameters:
    ///   - name: The name of the stream.
    ///   - role: The role of the stream.
    public init(name: String, role: Role) {
        self.name = name
        self.role = role
        bandwidth = 0
        boundaries = []
        promisedDuration = .zero
        hasSegments = true
        isComplete = true
        unread = []
        hasVideo = false
        keyframes = []
        discontinuities = []
        undeclaredJumps = []
        markers = []
        unplacedDateRanges = []
    }

    /// Returns whether the content of the stream at a position is known.
    ///
    /// - Parameters:
    ///   - place: The position.
    ///   - margin: The length of time after the position for which the content must also be known.
    ///     The position may be a boundary of another stream, and the corresponding boundary of this
    ///     stream may be slightly later.
    /// - Returns: Whether the content is known.
    func isKnown(at place: MediaTime, margin: MediaTime = .zero) -> Bool {
        if let misplacedFrom, place + margin >= misplacedFrom { return false }
        let next = unread.firstPlace { $0.upperBound > place }
        return next == unread.count || unread[next].lowerBound > place + margin
    }

    /// Returns the interval of a segment; `nil` when the playlist does not list the segment.
    func interval(of number: SegmentNumber) -> Range<MediaTime>? {
        let place = segments.firstPlace { $0.number >= number }
        guard place < segments.count, segments[place].number == number else { return nil }
        return segments[place].interval
    }

    /// Whether the last segment was read and its position is correct.
    var isEndKnown: Bool {
        misplacedFrom == nil && unread.last.map { $0.upperBound < end } ?? true
    }

    /// Whether all segments of the stream were read and their positions are correct.
    var isKnownThroughout: Bool { unread.isEmpty && misplacedFrom == nil }

    /// The end of the last segment.
    public var end: MediaTime { boundaries.last ?? .zero }

    /// The start of the first segment.
    public var start: MediaTime { boundaries.first ?? .zero }
}
