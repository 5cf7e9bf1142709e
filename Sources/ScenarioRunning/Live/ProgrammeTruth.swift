package import HeadlessPlayback

/// Compares the positions of media and their dates with the programme of the broadcast.
///
/// The origin knows the time of the programme of every segment. Video and audio at one position
/// must have the same programme time, and the date of a position must equal the date of the
/// origin's clock.
package struct ProgrammeTruth {
    /// A deviation.
    package struct Found {
        package let expected: String
        package let found: String
        package let instant: Instant
    }

    /// A segment, and the time of the programme at its start.
    private struct Anchor {
        let interval: Range<MediaTime>
        let programme: MediaTime
        /// The break that it belongs to; `nil` for the programme.
        let adBreak: Int?

        /// The distance of the position from the time of the programme.
        var offset: MediaTime { interval.lowerBound - programme }
    }

    /// The start of a break that a playhead has passed.
    struct BreakStart {
        let session: Int
        /// The break, by its index.
        let adBreak: Int
        let position: MediaTime
        let instant: Instant
    }

    /// The segments of a session that were placed last.
    private struct Session {
        var video: [Anchor] = []
        var audio: [Anchor] = []
        /// The break in which the playhead is.
        var adBreak: Int?
        /// The latest position of the playhead.
        var place: MediaTime?
    }

    /// The maximum number of stored segments of a track.
    private static let most = 64
    /// The largest deviation that no viewer notices, and that rounding explains.
    private static let tolerance = MediaTime.milliseconds(100)
    /// The largest deviation at the boundaries of breaks, because each track has its own segment
    /// boundaries.
    private static let breakTolerance = MediaTime.seconds(1)
    /// The deviation of dates that moves no position, in milliseconds.
    private static let dateTolerance: Int64 = 1100

    private let hasBreaks: Bool
    private var sessions: [Int: Session] = [:]
    /// The positions at which video and audio are of different times.
    package private(set) var desynchronized: [Found] = []
    /// The positions with wrong dates.
    package private(set) var misdated: [Found] = []

    /// The starts of breaks that playheads have passed.
    private(set) var breakStarts: [BreakStart] = []

    /// Creates a comparison.
    ///
    /// - Parameter hasBreaks: Whether the programme is interrupted by breaks.
    package init(hasBreaks: Bool) { self.hasBreaks = hasBreaks }

    /// Records a placed segment.
    ///
    /// - Parameters:
    ///   - interval: Its interval on the timeline.
    ///   - programme: The time of the programme at its start.
    ///   - adBreak: The break that it belongs to; `nil` for the programme.
    ///   - isAudio: Whether it belongs to an audio rendition.
    ///   - session: The number of the session.
    ///   - instant: The instant.
    package mutating func take(
        _ interval: Range<MediaTime>, at programme: MediaTime, adBreak: Int? = nil,
        isAudio: Bool, session: Int,
        _ instant: Instant
    ) {
        guard !interval.isEmpty else { return }
        let anchor = Anchor(interval: interval, programme: programme, adBreak: adBreak)
        var state = sessions[session] ?? Session()
        let others = isAudio ? state.video : state.audio
        if isAudio {
            Self.add(anchor, to: &state.audio)
        } else {
            Self.add(anchor, to: &state.video)
        }
        sessions[session] = state
        let other = others.last { $0.interval.overlaps(interval) }
        guard let other else { return }
        let found = anchor.offset - other.offset
        guard max(found, .zero - found) > (hasBreaks ? Self.breakTolerance : Self.tolerance) else {
            return
        }
        let (video, audio) = isAudio ? (other, anchor) : (anchor, other)
        let position = max(video.interval.lowerBound, audio.interval.lowerBound)
        desynchronized.append(
            Found(
                expected: "video and audio of one time of the programme at \(position)",
                found: "\(position - video.offset) and \(position - audio.offset)",
                instant: instant))
    }

    /// Returns the distance of positions from times of the programme in the newest video of a session.
    func lastOffset(of session: Int) -> MediaTime? { sessions[session]?.video.last?.offset }

    /// Returns the end of the newest video of a session.
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
    /// - Returns: The line of the trace about a break that begins or ends there; `nil` without one.
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

    /// Returns the start of the break at a position; `nil` if its first segment is not known.
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
    ///   - clock: Returns the date of a time of the programme by the clock of the origin.
    package mutating func take(
        date: Int64, at position: MediaTime, session: Int, _ instant: Instant,
        clock: (MediaTime) -> Int64
    ) {
        guard let anchor = sessions[session]?.video.last(where: { $0.interval.contains(position) })
        else { return }
        let passed = (position - anchor.interval.lowerBound).value(timescale: 1000)
        let truth = clock(anchor.programme) + passed
        guard (date - truth).magnitude > Self.dateTolerance else { return }
        misdated.append(
            Found(
                expected: "the date of the origin at \(position)",
                found: "one that differs by \(date - truth) ms", instant: instant))
    }
}
