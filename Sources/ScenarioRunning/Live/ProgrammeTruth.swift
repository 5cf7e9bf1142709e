package import HeadlessPlayback
package import LiveOrigin
import Presentation

/// Compares the positions and the dates of media with the programme of the broadcast.
///
/// The programme time of every segment is known from the origin. Video and audio at the same
/// position must have the same programme time, except for the distance between the first picture
/// and the first sound of their source. The date of a position must be the date that the origin's
/// clock assigns to the programme time.
package struct ProgrammeTruth {
    /// A deviation from the programme.
    package struct Found {
        package let expected: String
        package let found: String
        package let instant: Instant
    }

    /// The media at the start of a segment.
    package struct MediaStart {
        private let source: ProgrammeItem.Source
        private let rendition: Int
        private let timestamp: MediaTime
        private let wrap: MediaTime?

        /// Creates the start of a segment.
        ///
        /// - Parameters:
        ///   - source: The source or ad break that contains the media.
        ///   - rendition: The index of the rendition in the broadcast.
        ///   - timestamp: The first presentation timestamp.
        ///   - wrap: The period after which timestamps restart at zero; `nil` if they never do.
        package init(
            source: ProgrammeItem.Source, rendition: Int, timestamp: MediaTime, wrap: MediaTime?
        ) {
            self.source = source
            self.rendition = rendition
            self.timestamp = timestamp
            self.wrap = wrap
        }

        /// Returns the two streams of a source, for audio that accompanies this video.
        fileprivate func streams(with audio: MediaStart) -> Streams? {
            source == audio.source
                ? Streams(source: source, video: rendition, audio: audio.rendition) : nil
        }

        /// Returns the time from this timestamp to a later one.
        fileprivate func distance(to other: MediaStart) -> MediaTime {
            let distance = other.timestamp - timestamp
            guard let wrap else { return distance }
            let half = MediaTime(ticks: wrap.ticks / 2)
            if distance > half { return distance - wrap }
            return distance + half < .zero ? distance + wrap : distance
        }
    }

    /// The video and the audio of one source.
    fileprivate struct Streams: Hashable {
        let source: ProgrammeItem.Source
        let video: Int
        let audio: Int
    }

    /// A segment, and the programme time at its start.
    private struct Anchor {
        let interval: Range<MediaTime>
        let programme: MediaTime
        /// The media at the start of the segment; `nil` if the segment was not read.
        let media: MediaStart?
        /// The index of the ad break that the segment belongs to; `nil` for the programme itself.
        let adBreak: Int?
        /// The start of the ad break in the rendition, minus its start in the first rendition.
        let breakOffset: MediaTime

        /// The difference between the position of the segment and its programme time.
        var offset: MediaTime { interval.lowerBound - programme }
    }

    /// The start of an ad break, recorded when a playhead passes the start.
    struct BreakStart {
        let session: Int
        /// The index of the ad break.
        let adBreak: Int
        let position: MediaTime
        let instant: Instant
    }

    /// The state of a session, including the segments that were placed last on its timeline.
    private struct Session {
        var video: [Anchor] = []
        var audio: [Anchor] = []
        /// The index of the ad break in which the playhead is; `nil` outside of ad breaks.
        var adBreak: Int?
        /// The latest position of the playhead.
        var place: MediaTime?
    }

    /// The maximum number of stored segments of a track.
    private static let most = 64
    /// The lower bound of `frame`: the duration of a frame at 24 frames per second, with a margin.
    ///
    /// The margin is needed because the times in playlists are rounded.
    private static let leastFrame = MediaTime.milliseconds(45)
    /// The longest permitted distance between the first picture and the first sound of a source.
    ///
    /// Video on demand with a longer distance does not play in sync either.
    private static let longestSkew = MediaTime.milliseconds(500)

    private let hasBreaks: Bool
    /// Whether dates may deviate by up to `DateMap.tolerance`.
    ///
    /// A `DateMap` ignores such a deviation and does not assign another position to the date.
    private let datesMayDeviate: Bool
    /// The longest frame duration so far, which is the permitted deviation.
    ///
    /// Segments and tracks are cut between frames, so they may start up to one frame earlier or
    /// later than stated.
    private var frame = Self.leastFrame
    private var sessions: [Int: Session] = [:]
    /// The time by which sound starts later than pictures in a source, by its timestamps.
    ///
    /// The playlists of a source do not state this time.
    private var skews: [Streams: MediaTime] = [:]
    /// The positions at which video and audio have different programme times.
    package private(set) var desynchronized: [Found] = []
    /// The positions with wrong dates.
    package private(set) var misdated: [Found] = []

    /// The starts of ad breaks, recorded when playheads pass them.
    private(set) var breakStarts: [BreakStart] = []

    /// Creates a comparison of sessions with the programme.
    ///
    /// - Parameters:
    ///   - hasBreaks: Whether breaks interrupt the programme.
    ///   - datesMayDeviate: Whether dates may deviate by up to `DateMap.tolerance`, because the
    ///     clock of the origin changes or its encoder is interrupted.
    package init(hasBreaks: Bool, datesMayDeviate: Bool = false) {
        self.hasBreaks = hasBreaks
        self.datesMayDeviate = datesMayDeviate
    }

    /// Records a segment that was placed on the timeline of a session.
    ///
    /// - Parameters:
    ///   - interval: The interval of the segment on the timeline.
    ///   - programme: The programme time at the start of the segment.
    ///   - adBreak: The index of the ad break that the segment belongs to; `nil` for the programme.
    ///   - breakOffset: The start of the ad break in the rendition, minus its start in the first
    ///     rendition. Video and audio may have programme times that differ by this offset, because
    ///     each is interrupted between two of its own segments.
    ///   - media: The media at the start of the segment; `nil` if the segment was not read.
    ///   - isAudio: Whether the segment belongs to an audio rendition.
    ///   - frame: The duration of one frame of the segment; `nil` for a segment without pictures.
    ///   - session: The number of the session.
    ///   - instant: The instant.
    package mutating func take(
        _ interval: Range<MediaTime>, at programme: MediaTime, adBreak: Int? = nil,
        breakOffset: MediaTime = .zero, media: MediaStart? = nil, isAudio: Bool,
        frame: MediaTime? = nil, session: Int, _ instant: Instant
    ) {
        guard !interval.isEmpty else { return }
        if let frame { self.frame = max(self.frame, frame + .milliseconds(5)) }
        let anchor = Anchor(
            interval: interval, programme: programme, media: media, adBreak: adBreak,
            breakOffset: breakOffset)
        let others = isAudio ? sessions[session]?.video : sessions[session]?.audio
        if isAudio {
            Self.add(anchor, to: &sessions[session, default: Session()].audio)
        } else {
            Self.add(anchor, to: &sessions[session, default: Session()].video)
        }
        let other = others?.last { $0.interval.overlaps(interval) }
        guard let other else { return }
        let (video, audio) = isAudio ? (other, anchor) : (anchor, other)
        guard !isInSync(video, audio) else { return }
        let position = max(video.interval.lowerBound, audio.interval.lowerBound)
        desynchronized.append(
            Found(
                expected: "video and audio of one time of the programme at \(position)",
                found: "\(position - video.offset) and \(position - audio.offset)",
                instant: instant))
    }

    /// Returns whether video and audio at the same position belong together.
    ///
    /// Their programme times may differ as in the timestamps of their source, because media is
    /// placed by its timestamps. This difference must not change during the broadcast, except that
    /// each segment may start up to one frame earlier or later than stated.
    private mutating func isInSync(_ video: Anchor, _ audio: Anchor) -> Bool {
        func size(_ time: MediaTime) -> MediaTime { max(time, .zero - time) }
        let deviation = audio.offset - video.offset
        let most = frame + size(audio.breakOffset - video.breakOffset)
        guard let start = video.media, let other = audio.media,
            let streams = start.streams(with: other),
            case let skew = start.distance(to: other) - (audio.programme - video.programme),
            size(skew) <= Self.longestSkew
        else {
            // The timestamps of different sources or repetitions cannot be compared.
            let skew = video.media == nil ? nil : skews.values.map(size).max()
            return size(deviation) <= most + (skew ?? .zero)
        }
        let first = skews[streams, default: skew]
        skews[streams] = first
        return size(deviation) <= most
            || size(deviation - skew) <= most && size(skew - first) <= most + most
    }

    /// Returns the position of a session's newest video segment, minus its programme time.
    ///
    /// The result is `nil` if the session has no video segment.
    func lastOffset(of session: Int) -> MediaTime? { sessions[session]?.video.last?.offset }

    /// Returns the end of a session's newest video segment; `nil` if it has no video segment.
    func lastEnd(of session: Int) -> MediaTime? {
        sessions[session]?.video.last?.interval.upperBound
    }

    private static func add(_ anchor: Anchor, to list: inout [Anchor]) {
        list.append(anchor)
        if list.count > most { list.removeFirst(list.count - most) }
    }

    /// Records the position of the playhead.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - session: The number of the session.
    ///   - instant: The instant.
    /// - Returns: The trace line about the break that begins or ends at the position; `nil` if no
    ///   break begins or ends.
    mutating func pass(_ position: MediaTime, session: Int, at instant: Instant) -> String? {
        guard hasBreaks else { return nil }
        let former = sessions[session]?.place
        sessions[session]?.place = position
        guard
            let anchor = sessions[session]?.video.last(where: { $0.interval.contains(position) }),
            let last = sessions[session]?.adBreak ?? anchor.adBreak,
            anchor.adBreak != sessions[session]?.adBreak
        else { return nil }
        sessions[session]?.adBreak = anchor.adBreak
        if let adBreak = anchor.adBreak, let former,
            let start = start(of: adBreak, before: position, session), former < start
        {
            breakStarts.append(
                BreakStart(
                    session: session, adBreak: adBreak, position: start, instant: instant))
        }
        return anchor.adBreak.map { "-- break \($0 + 1) begins" } ?? "-- break \(last + 1) ends"
    }

    /// Returns the start of an ad break; `nil` if the first segment of the break is not known.
    private func start(of adBreak: Int, before position: MediaTime, _ session: Int) -> MediaTime? {
        let anchors = (sessions[session]?.video ?? []).filter {
            $0.interval.lowerBound <= position
        }
        guard let first = anchors.lastIndex(where: { $0.adBreak != adBreak }),
            first + 1 < anchors.count
        else { return nil }
        return anchors[first + 1].interval.lowerBound
    }

    /// Records the date of a position.
    ///
    /// - Parameters:
    ///   - date: The date, in milliseconds since 1970.
    ///   - position: The position.
    ///   - session: The number of the session.
    ///   - instant: The instant.
    ///   - clock: Returns the date that the origin's clock assigns to a programme time.
    package mutating func take(
        date: Int64, at position: MediaTime, session: Int, _ instant: Instant,
        clock: (MediaTime) -> Int64
    ) {
        guard let anchor = sessions[session]?.video.last(where: { $0.interval.contains(position) })
        else { return }
        let passed = (position - anchor.interval.lowerBound).value(timescale: 1000)
        let truth = clock(anchor.programme) + passed
        let tolerance =
            frame.value(timescale: 1000) + (datesMayDeviate ? DateMap.tolerance : 0)
        guard (date - truth).magnitude > tolerance else { return }
        misdated.append(
            Found(
                expected: "the date of the origin at \(position)",
                found: "one that differs by \(date - truth) ms", instant: instant))
    }
}
