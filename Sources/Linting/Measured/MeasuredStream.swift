import Playlists
package import VirtualTime

/// The measured properties of one track in a segment.
package struct MeasuredTrack: Equatable, Sendable {
    /// The kind of a track.
    package enum Kind: String, Sendable {
        /// Video.
        case video
        /// Audio.
        case audio
        /// Subtitles.
        case text
    }

    /// The kind.
    package var kind: Kind
    /// The number of the track in the container: a track ID or a packet identifier.
    ///
    /// The value is `nil` when it is unknown.
    package var id: Int?
    /// The codec in the form of RFC 6381; `nil` when it is unknown.
    package var codec: String?
    /// The width of the pictures in pixels; `nil` when it is unknown or the track is not video.
    package var width: Int?
    /// The height of the pictures in pixels; `nil` when it is unknown or the track is not video.
    package var height: Int?
    /// The number of frames per second.
    package var frameRate: Double?
    /// The highest frame rate of a variable rate, in frames per second.
    ///
    /// The value is `nil` when the rate is constant, or the highest rate is unknown.
    package var fastestRate: Double?
    /// Whether the pictures are, or may be, coded as fields.
    package var isInterlaced = false
    /// The transfer characteristics of the video (ITU-T H.273); `nil` when they are not stated.
    package var transfer: Int?
    /// The boxes with static HDR10 metadata, `mdcv` and `clli`, in the sample description.
    package var lightMetadata: Set<String> = []
    /// Whether the video is stereoscopic.
    package var isSpatial = false
    /// The number of audio samples per second.
    package var sampleRate: Int?
    /// The number of audio channels.
    package var channels: Int?
    /// The language as the container states it; `nil` if it states none.
    package var language: String?
    /// The first presentation time.
    package var start: MediaTime
    /// The end of the last sample.
    package var end: MediaTime
    /// The presentation times of the keyframes, at which decoding can start.
    package var keyframes: [MediaTime] = []
    /// Whether the first sample in decoding order is not a keyframe.
    package var startsWithoutKeyframe = false
    /// Whether the first picture can be decoded only with pictures of an earlier segment.
    package var needsEarlierPictures = false
    /// Whether pictures that follow the first picture, a keyframe, may refer to pictures before it.
    package var startsOpenGroup = false
    /// The name of the codec, without its profile; `nil` when it is unknown.
    package var codecName: String?
    /// Whether the first keyframe of an MPEG-TS segment lacks parameter sets before it.
    package var lacksParameterSets = false
    /// The number of samples.
    package var sampleCount = 0
    /// The sum of the sample durations; `nil` when the container does not show it.
    package var sampleTime: MediaTime?
    /// The duration of the last sample of a fragment; zero for every other container.
    package var lastSampleTime = MediaTime.zero
    /// The duration from the first decode time to the end of the last sample in decoding order.
    ///
    /// The value is `nil` when the duration is unknown.
    package var decodeTime: MediaTime?
    /// The spans without samples.
    package var holes: [Range<MediaTime>] = []
    /// The spans without samples in which pictures of a neighbouring segment are shown.
    package var filledHoles: [Range<MediaTime>] = []

    /// Creates a track.
    package init(_ kind: Kind, start: MediaTime, end: MediaTime) {
        self.kind = kind
        self.start = start
        self.end = end
    }

    /// The duration.
    package var duration: MediaTime { end - start }
}

/// A problem in the media of a segment.
package struct MeasuredProblem: Equatable, Sendable {
    /// The code of the rule that the problem breaks.
    package var code: String
    /// The description of the problem.
    package var text: String

    /// Creates a problem.
    package init(_ code: String, _ text: String) {
        self.code = code
        self.text = text
    }
}

/// A cue of a subtitle segment.
package struct MeasuredCue: Equatable, Sendable {
    /// The start time on the media clock.
    package var start: MediaTime
    /// The end time on the media clock.
    package var end: MediaTime
    /// The identifier.
    package var id: String

    /// Creates a cue.
    package init(start: MediaTime, end: MediaTime, id: String) {
        self.start = start
        self.end = end
        self.id = id
    }
}

/// A marker in the media of a segment.
package struct MeasuredMarker: Equatable, Sendable {
    /// The distance from the first sample of the segment.
    package var time: MediaTime
    /// The kind and the duration of the marker.
    package var kind: String
    /// The content, in words.
    package var text: String

    package init(time: MediaTime, kind: String, text: String) {
        self.time = time
        self.kind = kind
        self.text = text
    }
}

/// The measured properties of a segment.
package struct MeasuredSegment: Equatable, Sendable {
    /// The index in the playlist.
    package var index: Int
    /// The location.
    package var url: String
    /// The number of transferred bytes, excluding the initialization section.
    package var byteCount: Int64 = 0
    /// The tracks.
    package var tracks: [MeasuredTrack] = []
    /// The tracks of an unreadable segment, as its boxes describe them.
    ///
    /// Their times are decode times, not presentation times. The list is empty when the segment was
    /// read, or has no boxes.
    package var storedTracks: [MeasuredTrack] = []
    /// The problems.
    package var problems: [MeasuredProblem] = []
    /// The cues of a WebVTT file, or the parts of cues that fMP4 samples with WebVTT contain.
    package var cues: [MeasuredCue] = []
    /// The markers of the media: SCTE 35 messages, event messages and ID3 tags.
    package var markers: [MeasuredMarker] = []
    /// The offset from cue times to the clock of the media; `nil` if there is no time map.
    package var cueShift: MediaTime?
    /// The closed caption services that are embedded in the video, by their `INSTREAM-ID` names.
    package var captions: Set<String> = []
    /// The number of messages with caption data in the video; `nil` if it is unknown.
    package var captionMessageCount: Int?
    /// Whether the segment is in MPEG-TS.
    package var isTransportStream = false
    /// Whether the segment is packed audio, without a container.
    package var isPackedAudio = false
    /// Whether the segment could not be loaded or read.
    package var isLost = false
    /// The reason why the segment was not read; `nil` when ``problems`` states it.
    ///
    /// It is also `nil` when the segment was read.
    package var omission: String?
    /// The names of streams that the container announces and that were not read.
    package var unread: [String] = []
    /// A hash of the decrypted bytes of a segment without video; `nil` for any other segment.
    package var digest: UInt64?

    /// Creates an empty segment.
    package init(index: Int, url: String) {
        self.index = index
        self.url = url
    }

    /// Whether the segment has text whose cues are not read: any format but WebVTT, such as TTML.
    package var hasUnreadText: Bool {
        tracks.contains { $0.kind == .text && $0.codec != "wvtt" }
    }

    /// Returns the track of a given kind.
    package func track(_ kind: MeasuredTrack.Kind) -> MeasuredTrack? {
        tracks.first { $0.kind == kind }
    }
}

/// The media of one playlist.
package struct MeasuredStream: Sendable {
    /// The location of the playlist.
    package var url: String
    /// The use of the playlist if an earlier playlist has the same location; otherwise `nil`.
    ///
    /// The two playlists of the asset then have different uses.
    package var furtherUse: LintedPlaylist.Use?
    /// The segments that were read, in order, except segments with `EXT-X-GAP`.
    package var segments: [MeasuredSegment] = []
    /// The indexes of segments with `EXT-X-GAP` that could be loaded nevertheless.
    package var needlessGaps: [Int] = []
    /// The partial segments that the playlist lists, in order, except for gaps (`GAP`).
    package var partials: [MeasuredPart] = []
    /// The reason why the media was not read; `nil` when it was read.
    package var omission: String?
    /// The reason why reading ended before the last segment; `nil` when it reached that segment.
    package var ending: String?
    /// Whether reading ended at the caller's limit.
    package var endsAtLimit = false

    /// Whether every listed segment was read.
    package var isWhole: Bool {
        omission == nil && ending == nil && !segments.contains(where: \.isLost)
    }

    /// A part of the stream between two discontinuities, with the segments that were read.
    struct Part {
        /// The start of the part on the playlist's timeline.
        let place: MediaTime
        /// The segments.
        var segments: [MeasuredSegment] = []
        /// Whether every listed segment of the part was read.
        var isWhole = true
    }

    /// Returns the parts of the stream between discontinuities.
    ///
    /// - Parameter playlist: The playlist of the stream.
    /// - Returns: The parts in order, at least one.
    func parts(of playlist: MediaPlaylist) -> [Part] {
        var read: [Int: MeasuredSegment] = [:]
        for segment in segments where !segment.isLost { read[segment.index] = segment }
        var parts = [Part(place: .zero)]
        var place = MediaTime.zero
        for (index, listed) in playlist.segments.enumerated() {
            if listed.startsDiscontinuity, index > 0 { parts.append(Part(place: place)) }
            if let segment = read[index] {
                parts[parts.count - 1].segments.append(segment)
            } else {
                parts[parts.count - 1].isWhole = false
            }
            place += listed.duration
        }
        return parts
    }

    /// The location and the use of the playlist, which identify the playlist within its asset.
    package var key: LintedPlaylist.Key { LintedPlaylist.Key(url: url, furtherUse: furtherUse) }

    /// Creates a stream without segments.
    package init(url: String) { self.url = url }
}
