public import VirtualTime

/// The media time of one selected track, by outcome, such as played or missing.
///
/// Every tick of the timeline has exactly one outcome, so the times of all outcomes add up to the
/// length of the track.
public struct TrackAccount: Equatable, Sendable {
    /// A part of the track that was not played as the playlist describes it.
    public struct Finding: Equatable, Sendable {
        /// The outcome of the part, such as missing or damaged.
        public let account: Account
        /// The interval of the part on the presentation timeline.
        public let interval: Range<MediaTime>
        /// The cause on one line; empty when the cause is not known.
        public let cause: String
    }

    /// The outcome of media time, such as played, skipped or missing.
    public enum Account: String, CaseIterable, Equatable, Sendable {
        /// The playhead passed the media, which was present and intact.
        case played
        /// The playhead did not pass the media: a seek skipped it, or the track was not selected.
        case skipped
        /// The session failed or ended before the playhead reached the media.
        case notReached
        /// The playhead passed media that the playlist declares absent with `EXT-X-GAP`.
        case gap
        /// The playhead passed time whose listed media was absent, or jumped over a buffer hole.
        ///
        /// Media at negative times also counts as missing if playback began at the start of the
        /// timeline, and more than half a second of it precedes the first picture.
        case missing
        /// The playhead passed time that two segments or fragments both occupy on the timeline.
        ///
        /// Media of a segment also counts as overlapped if the timestamps place the whole segment
        /// before the end of earlier segments, and the playhead passed that end. The media may then
        /// be at negative times.
        case overlapped
        /// The playhead passed a position before the media for that position arrived.
        case stalledThrough
        /// The playhead passed media that was damaged or could not be decoded.
        case damaged

        /// Whether this outcome means that listed media was missing, late or damaged.
        ///
        /// Overlapped media counts as unsound, because one of two segments that claim the same time
        /// cannot contain the media that the playlist listed.
        package var isUnsound: Bool {
            switch self {
            case .missing, .stalledThrough, .damaged, .overlapped: true
            case .played, .skipped, .notReached, .gap: false
            }
        }
    }

    /// The track: `video`, `audio` or `subtitles`.
    public let name: String
    /// The length of the track on the presentation timeline.
    ///
    /// It includes media at negative times: overlapped media, and audio before the first picture.
    public let length: MediaTime
    /// The length of the track according to the durations in the playlist.
    public let promisedLength: MediaTime
    /// The time of each outcome, in the order of the cases of ``Account``.
    public let times: [MediaTime]
    /// The parts of the track that were missing, damaged, late, claimed twice, or declared gaps.
    ///
    /// A part is claimed twice when two segments occupy it. The parts are in timeline order.
    public let findings: [Finding]

    /// Returns the media time with one outcome.
    ///
    /// - Parameter account: The outcome, such as played or missing.
    /// - Returns: The time.
    public func time(in account: Account) -> MediaTime {
        zip(Account.allCases, times).first { $0.0 == account }?.1 ?? .zero
    }

    /// Whether the playhead passed no media that was missing, late, damaged or claimed twice.
    public var isSound: Bool {
        Account.allCases.allSatisfy { !$0.isUnsound || time(in: $0) == .zero }
    }
}

/// The data about one track that a session collects while it plays.
package struct TrackRecord: Equatable, Sendable {
    /// The longest hole between two segments that is not counted as missing media.
    ///
    /// hls.js jumps over holes of this length.
    package static let holeTolerance = MediaTime.milliseconds(100)
    /// The longest rest of a hole that is due to the rounding of timestamps.
    package static let rounding = MediaTime.milliseconds(1)
    /// The longest hole at the start or end of a track that is not counted as missing media.
    ///
    /// The tracks of one film rarely have the same length.
    package static let edgeTolerance = MediaTime.milliseconds(500)
    /// The largest amount of media next to a hole that a jump over the hole may also skip.
    ///
    /// Up to this duration, skipped media next to the hole does not count as missing. hls.js
    /// continues 0.1 s after a hole. In addition, the audio and the video of a segment may begin or
    /// end up to 0.15 s apart.
    package static let jumpTolerance = MediaTime.milliseconds(250)
    /// The cause in findings about media that was present, but that the playhead jumped over.
    private static let causeOfJumps = "the playhead jumped over a hole in the buffer"
    /// The cause in findings about media before the first picture.
    private static let causeOfHeads = "the timestamps are before the first picture"
    /// All times before the start of the timeline, which no playhead reaches.
    private static let beforeStart = IntervalSet(MediaTime(ticks: -.max)..<(.zero))
    /// The maximum number of findings kept for a report.
    package static let findingLimit = 1000

    package let name: String
    private var covered = IntervalSet()
    /// The intervals in which media is known to be missing, regardless of their length.
    private var lost = IntervalSet()
    private var overlapped = IntervalSet()
    /// The media that counts as overlapped once the playhead has passed the end of earlier media.
    private var displaced: [Displaced] = []
    private var gaps = IntervalSet()
    private var damaged = IntervalSet()
    private var late = IntervalSet()
    private var causes: [(interval: Range<MediaTime>, cause: String)] = []

    /// The media of a segment that is placed before the end of earlier segments.
    private struct Displaced: Equatable {
        let interval: Range<MediaTime>
        /// The end of the earlier segments.
        let end: MediaTime
        let cause: String

        /// Returns whether the playhead passed the end of the earlier segments.
        func isMissed(by passed: IntervalSet) -> Bool {
            passed.intervals.contains { $0.lowerBound < end && end <= $0.upperBound }
        }
    }

    package init(name: String) {
        self.name = name
    }

    /// The start of the media that is present; `nil` if there is none.
    package var start: MediaTime? { covered.intervals.first?.lowerBound }

    /// Records media that is present.
    ///
    /// A hole that is too small to count as missing is closed immediately, so the media of a
    /// complete film is one interval.
    package mutating func cover(_ media: Range<MediaTime>) {
        var interval = media
        if let last = covered.intervals.last, interval.lowerBound > last.upperBound,
            interval.lowerBound - last.upperBound <= Self.holeTolerance
        {
            interval = last.upperBound..<interval.upperBound
        }
        covered.insert(interval)
        guard !lost.isEmpty else { return }
        let rest = lost.subtracting(IntervalSet(media)).intervals
        lost = IntervalSet()
        for interval in rest where interval.length > Self.rounding { lost.insert(interval) }
    }

    /// Records media lost between samples of one segment.
    package mutating func lose(_ interval: Range<MediaTime>, cause: String) {
        lost.insert(interval)
        explain(interval, cause)
    }

    /// Records an interval that two segments both occupy on the timeline.
    package mutating func overlap(_ interval: Range<MediaTime>) { overlapped.insert(interval) }

    /// Records an interval whose samples appear twice in one segment.
    package mutating func overlap(_ interval: Range<MediaTime>, cause: String) {
        overlapped.insert(interval)
        explain(interval, cause)
    }

    /// Records the media of a segment that is placed before the end of earlier segments.
    ///
    /// The media counts as overlapped once the playhead has passed that end, even if the playhead
    /// cannot reach the media itself. Only a limited number of intervals is stored; further media
    /// extends the last interval.
    package mutating func displace(_ displacement: TrackTimeline.Displacement, cause: String) {
        var interval = displacement.interval
        if displaced.count == Self.findingLimit, let last = displaced.popLast()?.interval {
            let start = min(interval.lowerBound, last.lowerBound)
            interval = start..<max(interval.upperBound, last.upperBound)
        }
        displaced.append(Displaced(interval: interval, end: displacement.end, cause: cause))
    }

    /// Records a declared gap.
    package mutating func declareGap(_ interval: Range<MediaTime>) { gaps.insert(interval) }

    /// Records the declared gaps of another track whose media is in the same segments.
    ///
    /// A segment that is declared a gap is a gap of both tracks.
    package mutating func declareGaps(of other: TrackRecord) { gaps.formUnion(other.gaps) }

    /// Records media that is present but damaged.
    package mutating func damage(_ interval: Range<MediaTime>, cause: String) {
        damaged.insert(interval)
        explain(interval, cause)
    }

    /// Records the cause of missing media.
    package mutating func miss(_ interval: Range<MediaTime>, cause: String) {
        explain(interval, cause)
    }

    /// Records media that arrived after the playhead had passed it.
    package mutating func passLate(_ interval: Range<MediaTime>) { late.insert(interval) }

    /// Returns the end of the media that reaches a position, or almost reaches it.
    ///
    /// The result is at most the position. It is `nil` if no media starts before the position, or
    /// if that media ends more than ``edgeTolerance`` before the position.
    package func endOfMedia(before place: MediaTime) -> MediaTime? {
        guard let last = covered.intervals.last(where: { $0.lowerBound < place }),
            place - last.upperBound <= Self.edgeTolerance
        else { return nil }
        return min(last.upperBound, place)
    }

    /// Continues the record with another rendition, whose media was recorded separately.
    ///
    /// The record of this rendition counts only where the playhead has passed. Everywhere else, and
    /// from the position on, the record of the other rendition counts.
    ///
    /// - Parameters:
    ///   - other: The record of the other rendition.
    ///   - position: The position from which the other rendition is played.
    ///   - passed: The parts passed by the playhead.
    package mutating func change(
        to other: TrackRecord, at position: MediaTime, passed: IntervalSet
    ) {
        let past = passed.intersection(IntervalSet(.zero..<max(position, .zero)))
        func joined(_ one: IntervalSet, _ other: IntervalSet) -> IntervalSet {
            var result = one.intersection(passed)
            result.formUnion(other.subtracting(past))
            return result
        }
        // If the playhead passed the start, the media before the start is still the media of this
        // rendition.
        let head = (past.contains(.zero) ? covered : other.covered)
            .intersection(Self.beforeStart)
        covered = joined(covered, other.covered).subtracting(Self.beforeStart)
        covered.formUnion(head)
        lost = joined(lost, other.lost)
        overlapped = joined(overlapped, other.overlapped)
        displaced =
            displaced.filter { $0.isMissed(by: passed) }
            + other.displaced.filter { $0.end >= position || !$0.isMissed(by: past) }
        gaps = joined(gaps, other.gaps)
        damaged = joined(damaged, other.damaged)
        late.formUnion(other.late)
        let former = causes.filter { passed.overlaps($0.interval) }
        let later = other.causes.filter { cause in
            !IntervalSet(cause.interval).subtracting(past).intervals.isEmpty
        }
        causes = Array((former + later).prefix(Self.findingLimit))
    }

    private mutating func explain(_ interval: Range<MediaTime>, _ cause: String) {
        guard causes.count < Self.findingLimit else { return }
        causes.append((interval, cause))
    }

    /// Assigns every tick of the track to one outcome, such as played or missing.
    ///
    /// - Parameters:
    ///   - length: The length of the track.
    ///   - promised: The length according to the durations in the playlist.
    ///   - passed: The parts passed by the playhead.
    ///   - jumped: The parts that the playhead jumped over because of holes in the buffer.
    ///   - reached: The furthest position of the playhead; `nil` means the end of `passed`.
    ///   - pictures: The start of the pictures; `nil` if earlier media does not count as missing.
    /// - Returns: The time of each outcome, and the findings.
    package func closed(
        length: MediaTime, promised: MediaTime, passed: IntervalSet,
        jumped: IntervalSet = IntervalSet(), reached: MediaTime? = nil, pictures: MediaTime? = nil
    ) -> TrackAccount {
        let whole = IntervalSet(.zero..<max(length, .zero))
        var rest = whole.intersection(passed)
        let present = bridged(length: length).subtracting(lost)
        let lostInJumps = Self.lost(
            in: whole.intersection(jumped).subtracting(rest), beside: present)
        let displaced = displacedMedia(missedBy: passed)
        let early = displaced.subtracting(IntervalSet(.zero..<(.indefinite)))
        var unreached = whole.intersection(displaced).subtracting(rest).subtracting(lostInJumps)
        let jumpedOver = whole.subtracting(rest).subtracting(lostInJumps).subtracting(unreached)
        let end = max(reached ?? .zero, passed.intervals.last?.upperBound ?? .zero)
        let way = IntervalSet(.zero..<end)
        var sets: [TrackAccount.Account: IntervalSet] = [
            .skipped: jumpedOver.intersection(way), .notReached: jumpedOver.subtracting(way),
        ]
        let claims: [(TrackAccount.Account, IntervalSet)] = [
            (.gap, gaps), (.damaged, damaged), (.stalledThrough, late), (.overlapped, overlapped),
            (.overlapped, displaced), (.played, present),
        ]
        for (account, claim) in claims {
            sets[account, default: IntervalSet()].formUnion(rest.intersection(claim))
            rest = rest.subtracting(claim)
        }
        let unseen = unseenRest(of: rest.subtracting(lost), passed: passed)
        sets[.played]?.formUnion(unseen)
        sets[.missing] = rest.subtracting(unseen)
        sets[.gap]?.formUnion(lostInJumps.intersection(gaps))
        sets[.missing]?.formUnion(lostInJumps.subtracting(gaps))
        unreached.formUnion(early)
        sets[.overlapped]?.formUnion(unreached)
        let head = head(before: pictures, passed: passed).subtracting(early)
        sets[.missing]?.formUnion(head)
        return TrackAccount(
            name: name, length: max(length, .zero) + early.total + head.total,
            promisedLength: promised,
            times: TrackAccount.Account.allCases.map { sets[$0]?.total ?? .zero },
            findings: findings(in: sets, jumped: lostInJumps, unreached: unreached, head: head))
    }

    /// Returns the media at negative times before the first picture, if the playhead passed zero.
    ///
    /// The playhead cannot reach such media. Up to ``edgeTolerance``, it does not count.
    private func head(before pictures: MediaTime?, passed: IntervalSet) -> IntervalSet {
        guard let start, let end = pictures.map({ min($0, .zero) }), start < end,
            passed.contains(.zero)
        else { return IntervalSet() }
        let head = covered.intersection(IntervalSet(start..<end))
        return head.total > Self.edgeTolerance ? head : IntervalSet()
    }

    /// Returns the displaced media that counts as overlapped, given the parts that were passed.
    private func displacedMedia(missedBy passed: IntervalSet) -> IntervalSet {
        var result = IntervalSet()
        for media in displaced where media.isMissed(by: passed) { result.insert(media.interval) }
        return result
    }

    /// Returns the parts of the jumped intervals that count as lost.
    ///
    /// The playhead jumped over these intervals because of holes in the buffer. The holes count as
    /// lost. Media that was present in the intervals counts as lost only where a piece of it is
    /// longer than ``jumpTolerance``.
    private static func lost(in jumps: IntervalSet, beside present: IntervalSet) -> IntervalSet {
        jumps.intersection(present).intervals.filter { $0.length <= Self.jumpTolerance }
            .reduce(jumps) { $0.subtracting(IntervalSet($1)) }
    }

    /// Returns the parts of an interval that have no samples.
    package func holes(in stretch: Range<MediaTime>) -> IntervalSet {
        var present = covered
        present.formUnion(damaged)
        return IntervalSet(stretch).subtracting(present.subtracting(lost))
    }

    /// Returns the media that is present, joined across holes that are too small to count.
    private func bridged(length: MediaTime) -> IntervalSet {
        var result = covered
        var explained = covered
        explained.formUnion(gaps)
        explained.formUnion(damaged)
        for (left, right) in zip(explained.intervals, explained.intervals.dropFirst())
        where right.lowerBound - left.upperBound <= Self.holeTolerance {
            result.insert(left.upperBound..<right.lowerBound)
        }
        if let first = covered.intervals.first, first.lowerBound > .zero,
            first.lowerBound <= Self.edgeTolerance
        {
            result.insert(.zero..<first.lowerBound)
        }
        if let last = covered.intervals.last, last.upperBound < length,
            length - last.upperBound <= Self.edgeTolerance
        {
            result.insert(last.upperBound..<length)
        }
        return result
    }

    /// Returns the small holes next to positions at which a seek began or ended.
    ///
    /// Each of these holes is between a position of a seek and the nearest media. The segment on
    /// the other side of the position was not fetched, because of the seek. The media of that
    /// segment may extend into the hole, so the hole counts as played.
    private func unseenRest(of missing: IntervalSet, passed: IntervalSet) -> IntervalSet {
        var result = IntervalSet()
        for hole in missing.intervals where hole.length <= Self.holeTolerance {
            let isAtSeek = passed.intervals.contains {
                $0.lowerBound == hole.lowerBound || $0.upperBound == hole.upperBound
            }
            let isAtMedia = covered.intervals.contains {
                $0.upperBound == hole.lowerBound || $0.lowerBound == hole.upperBound
            }
            if isAtSeek, isAtMedia { result.insert(hole) }
        }
        return result
    }

    private func findings(
        in sets: [TrackAccount.Account: IntervalSet], jumped: IntervalSet, unreached: IntervalSet,
        head: IntervalSet
    ) -> [TrackAccount.Finding] {
        let reported: [TrackAccount.Account] = [
            .missing, .damaged, .overlapped, .stalledThrough, .gap,
        ]
        let all = reported.flatMap { account in
            (sets[account]?.intervals ?? []).map { interval in
                let cause =
                    causes.first { $0.interval.overlaps(interval) }?.cause
                    ?? (account == .overlapped && unreached.overlaps(interval)
                        ? displaced.first { $0.interval.overlaps(interval) }?.cause : nil)
                    ?? (account == .missing && head.overlaps(interval) ? Self.causeOfHeads : nil)
                return TrackAccount.Finding(
                    account: account, interval: interval,
                    cause: cause ?? (jumped.overlaps(interval) ? Self.causeOfJumps : ""))
            }
        }
        return Array(
            all.sorted { $0.interval.lowerBound < $1.interval.lowerBound }
                .prefix(Self.findingLimit))
    }

    package static func == (left: TrackRecord, right: TrackRecord) -> Bool {
        left.name == right.name && left.covered == right.covered && left.lost == right.lost
            && left.overlapped == right.overlapped && left.displaced == right.displaced
            && left.gaps == right.gaps
            && left.damaged == right.damaged && left.late == right.late
            && left.causes.elementsEqual(right.causes) { $0 == $1 }
    }
}
