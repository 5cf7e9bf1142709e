package import VirtualTime

/// The result of reading a segment.
package struct DemuxedSegment: Equatable, Sendable {
    package var format: ContainerFormat
    package var tracks: [DemuxedTrack]

    /// ID3 tags and event messages, in order of time.
    package var timedMetadata: [TimedMetadata]

    /// The period after which the container's clock restarts at zero; `nil` when it never does.
    package var timestampWrap: MediaTime?

    /// Whether the container has no clock; the segment then starts at the end of the previous one.
    package var lacksClock = false

    /// The size of the media in bytes, without its initialization section.
    package var byteCount: Int64

    /// The kinds of media that the container announces but of which it has no sample.
    package var missingKinds: [TrackDescription.Kind] = []

    /// The streams of missing kinds that cannot be read, one of each kind, in words.
    package var unreadStreams: [TrackDescription.Kind: String] = [:]

    /// The problems that did not prevent reading the segment, one for each kind and track.
    package var problems: [ContainerProblem]

    /// Whether the metadata or a list of a track was cut off at its maximum length.
    ///
    /// The lists are the keyframes, the holes and the broken frames.
    package var isTruncated: Bool

    /// The period of the MPEG-TS clock: 2³³ ticks at 90 kHz.
    package static let transportWrap = MediaTime(1 << 33, timescale: 90_000)
}

extension DemuxedSegment {
    /// Creates an undamaged segment without samples.
    ///
    /// - Parameters:
    ///   - format: The container.
    ///   - byteCount: The number of bytes.
    package init(emptyOf format: ContainerFormat, byteCount: Int64) {
        self.init(
            format: format, tracks: [], timedMetadata: [], timestampWrap: nil,
            byteCount: byteCount, problems: [], isTruncated: false)
    }

    /// Whether lost packets or damaged samples of video explain that pictures are missing.
    var hasDamagedVideo: Bool {
        problems.contains { problem in
            (problem.kind == .lostPackets || problem.kind == .corruptSample)
                && tracks.contains {
                    $0.description.index == problem.track && $0.description.kind == .video
                }
        }
    }

    /// Adds the spans of missing pictures that the numbers of the other pictures show.
    ///
    /// Holes that were found by the times of the pictures are more exact, so they remain.
    mutating func add(_ missing: MissingPictures) {
        for index in tracks.indices
        where tracks[index].description.kind == .video && tracks[index].holes.isEmpty {
            let whole = tracks[index].start..<max(tracks[index].start, tracks[index].end)
            tracks[index].holes = missing.spans.map { $0.clamped(to: whole) }
                .filter { !$0.isEmpty }
        }
    }

    /// Adds the problems of ID3 tags, except if lost packets explain them.
    mutating func noteMetadata(_ found: [ContainerProblem]) {
        guard !problems.contains(where: { $0.kind == .lostMetadata }) else { return }
        for problem in found { problems.note(problem) }
    }
}

/// The result of reading one track of a segment.
package struct DemuxedTrack: Equatable, Sendable {
    package var description: TrackDescription

    /// The first presentation time, on the container's own clock.
    package var start: MediaTime

    /// The end of the sample that is presented last, on the container's own clock.
    package var end: MediaTime

    /// The decode time of the first sample.
    package var firstDecodeTime: MediaTime

    /// The duration from the first decode time to the end of the sample that is decoded last.
    package var decodeTime: MediaTime

    /// The number of samples: pictures, audio frames, cues.
    package var sampleCount: Int

    /// The sum of the sample durations; `nil` if the durations are unknown.
    ///
    /// The container states the durations, or they are derived from a constant rate.
    package var sampleTime: MediaTime?

    /// The duration of the last sample of a fragment; zero for every other container.
    package var lastSampleTime = MediaTime.zero
    package var byteCount: Int64

    /// The presentation times at which decoding of video can start, in decode order.
    package var keyframes: [MediaTime]

    /// Spans of presentation time inside the segment that no sample covers.
    package var holes: [Range<MediaTime>]

    /// Spans of presentation time whose samples could not be decoded.
    ///
    /// The list is empty unless the verification level is `decode`.
    package var brokenFrames: [Range<MediaTime>]

    /// Spans of presentation time whose samples appear twice or too late.
    ///
    /// The decode times of these samples were already reached by earlier samples.
    package var repeatedSpans: [Range<MediaTime>] = []

    /// The H.264 or HEVC parameter sets in a transport stream; empty in other containers.
    ///
    /// Later segments that omit parameter sets use these parameter sets.
    package var parameterSets: [UInt8]

    /// Whether the parameter sets come from an earlier segment, because this segment has none.
    package var inheritsParameterSets = false

    /// Whether the first keyframe of a transport stream lacks parameter sets before it.
    package var lacksParameterSets = false

    /// The highest frame rate in any part of a transport stream with a variable frame rate.
    ///
    /// The property is `nil` for a constant frame rate and for every other container.
    package var fastestRate: Double?

    /// Whether the first picture can be decoded only with pictures of an earlier segment.
    ///
    /// This then applies to all pictures that are decoded before the first keyframe.
    package var needsEarlierPictures = false

    /// Whether pictures that follow the first picture, a keyframe, may refer to pictures before it.
    package var startsOpenGroup = false

    /// The first keyframe at which a decoder can start without media of earlier segments.
    ///
    /// It is `nil` if there is no keyframe, and if parameter sets are missing. Parameter sets that
    /// follow the first keyframe of a segment are assumed to precede its second one.
    package var firstDecodableKeyframe: MediaTime? {
        guard lacksParameterSets else { return keyframes.first }
        let hasSets = !parameterSets.isEmpty && !inheritsParameterSets
        return hasSets ? keyframes.dropFirst().first : nil
    }

    /// The presented duration of the track, gaps included.
    package var duration: MediaTime { end - start }
}

/// A problem in a container that could be read despite the problem.
package struct ContainerProblem: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// The container is not the announced one; it was read in its actual format.
        case differentContainer(announced: ContainerFormat, found: ContainerFormat)
        /// The end of the media is missing.
        case truncated
        /// A sample is damaged or incomplete. For example, transport packets or bytes are missing.
        case corruptSample
        /// Samples are encrypted and have not been decrypted.
        case encrypted
        /// Fragments have encryption records, although the movie box describes clear samples.
        case undescribedEncryption
        /// A decode time is earlier than the previous one.
        case decodeTimeRunsBackwards
        /// Decode times jump ahead, which means that some of the media is missing.
        case timestampJump
        /// A sample has no presentation time.
        case missingTimestamp
        /// Video does not start with a picture that can be decoded on its own.
        case startsWithoutKeyframe
        /// Packets of a transport stream are lost, according to their continuity counter.
        case lostPackets
        /// Bytes of a transport stream belong to no packet; the count is the number of bytes.
        case foreignBytes
        /// PES packets are shorter than their headers state, or have no header.
        case shortElementaryPacket
        /// Between the frames of an audio track, there are bytes that are not frames.
        case brokenAudioFrames
        /// PES packets start before the program tables that describe them.
        case unitsBeforeTables
        /// Video starts in the middle of a picture, whose start is missing.
        case startsWithinPicture
        /// Packets of timed metadata or of splice messages are lost.
        case lostMetadata
        /// ID3 tags or event messages cannot be read; the text names them.
        case unreadableMetadata(String)
        /// More than a frame is missing in a track with a constant rate.
        case lostFrames
        /// An announced stream has a type that this package cannot read; the text names the type.
        case unreadStream(String)
        /// Audio samples have other durations than the frames of their codec.
        case contradictedDurations(stated: MediaTime, coded: MediaTime)
        /// Bytes of an audio track belong to no frame.
        case strayBytes
        /// A sample could not be decoded.
        case brokenFrame
        /// There is no decoder for the track.
        case undecodable
        /// The demuxer failed before the end of the container, and read nothing after the failure.
        case unreadable(String)
        /// The initialization section describes a track that has no sample in the segment.
        case missingTrack
        /// The movie box of a single file is damaged; the text describes the damage.
        case brokenMovie(String)
        /// The movie box of a single file announces a track without any sample in the file.
        case emptyTrack(String)
        /// A track of a single file, or the whole file, is shorter than its headers state.
        case shorterThanPromised(String, promised: MediaTime, found: MediaTime)
        /// A track of a single file is longer than its headers state.
        case longerThanPromised(String, promised: MediaTime, found: MediaTime)
    }

    package var kind: Kind

    /// The index of the faulty track in the container; `nil` if the container itself is faulty.
    package var track: Int?

    /// The presentation time of the first occurrence, on the container's clock; `nil` if unknown.
    package var time: MediaTime?

    /// The number of occurrences.
    package var count: Int

    package init(_ kind: Kind, track: Int? = nil, time: MediaTime? = nil, count: Int = 1) {
        self.kind = kind
        self.track = track
        self.time = time
        self.count = count
    }
}

extension [ContainerProblem] {
    /// Adds a problem, or counts it with an earlier problem of the same kind and track.
    mutating func note(_ problem: ContainerProblem) {
        let known = firstIndex { $0.kind == problem.kind && $0.track == problem.track }
        if let known {
            self[known].count += problem.count
        } else {
            append(problem)
        }
    }
}
