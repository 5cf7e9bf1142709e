public import VirtualTime

/// What became of the media time of one selected track.
///
/// The accounts are disjoint and their sum is the length of the track: every tick of the timeline
/// is in exactly one of them.
public struct TrackAccount: Equatable, Sendable {
    /// A stretch of the track that was not played as the playlist promised.
    public struct Finding: Equatable, Sendable {
        /// Which account the stretch is in.
        public let account: Account
        /// Where it lies in the presentation.
        public let interval: Range<MediaTime>
        /// What led to it, as one line; empty when nothing is known but the absence.
        public let cause: String
    }

    /// An account for media time.
    public enum Account: String, CaseIterable, Equatable, Sendable {
        /// The playhead passed it and the media was there and sound.
        case played
        /// The playhead never passed it, because a seek jumped over it or the track was not selected.
        case skipped
        /// The playhead never came there: the session failed or was ended before.
        case notReached
        /// The playhead passed it, and the playlist had declared it absent with `EXT-X-GAP`.
        case gap
        /// The playhead passed it and there was no media, though the playlist promised some.
        case missing
        /// The playhead passed it and two segments claim it.
        case overlapped
        /// The playhead passed it before its media had arrived.
        case stalledThrough
        /// The playhead passed it and the media could not be decoded or came damaged.
        case damaged

        /// Whether time in this account is time that was promised and not had.
        ///
        /// Where two segments claim the same time, one of them did not bring what it promised.
        package var isUnsound: Bool {
            switch self {
            case .missing, .stalledThrough, .damaged, .overlapped: true
            case .played, .skipped, .notReached, .gap: false
            }
        }
    }

    /// The track: `video`, `audio` or `subtitles`.
    public let name: String
    /// How long the track is on the presentation timeline.
    public let length: MediaTime
    /// How long the playlist alone says that it is.
    public let promisedLength: MediaTime
    /// The time in each account, in the order of ``Account``.
    public let times: [MediaTime]
    /// Where time is missing, damaged, overlapped or stalled through, in the order of the timeline.
    public let findings: [Finding]

    /// The time in one account.
    ///
    /// - Parameter account: The account.
    /// - Returns: Its time.
    public func time(in account: Account) -> MediaTime {
        zip(Account.allCases, times).first { $0.0 == account }?.1 ?? .zero
    }

    /// Whether all that was passed had been promised and was there, and none of it twice.
    public var isSound: Bool {
        Account.allCases.allSatisfy { !$0.isUnsound || time(in: $0) == .zero }
    }
}

/// What a session learns of one track while it plays.
package struct TrackRecord: Equatable, Sendable {
    /// How much may be absent between two segments without being missed; hls.js jumps this much.
    package static let holeTolerance = MediaTime.milliseconds(100)
    /// How much may be absent at either end of a track: tracks of one film seldom end together.
    package static let edgeTolerance = MediaTime.milliseconds(500)
    /// How many findings are kept for a report.
    package static let findingLimit = 1000

    package let name: String
    private var covered = IntervalSet()
    /// Holes that are known to lack media, however small they are.
    private var lost = IntervalSet()
    private var overlapped = IntervalSet()
    private var gaps = IntervalSet()
    private var damaged = IntervalSet()
    private var late = IntervalSet()
    private var causes: [(interval: Range<MediaTime>, cause: String)] = []

    package init(name: String) {
        self.name = name
    }

    /// Takes note of media that is there.
    ///
    /// A hole that is too small to be missed is closed at once, so a whole film is one interval.
    package mutating func cover(_ interval: Range<MediaTime>) {
        var interval = interval
        if let last = covered.intervals.last, interval.lowerBound > last.upperBound,
            interval.lowerBound - last.upperBound <= Self.holeTolerance
        {
            interval = last.upperBound..<interval.upperBound
        }
        covered.insert(interval)
        lost = lost.subtracting(IntervalSet(interval))
    }

    /// Takes note of media that is lost between samples of one segment.
    package mutating func lose(_ interval: Range<MediaTime>, cause: String) {
        lost.insert(interval)
        explain(interval, cause)
    }

    /// Takes note of media that two segments claim.
    package mutating func overlap(_ interval: Range<MediaTime>) { overlapped.insert(interval) }

    /// Takes note of a declared gap.
    package mutating func declareGap(_ interval: Range<MediaTime>) { gaps.insert(interval) }

    /// Takes note of all gaps that another track of the same segments has.
    package mutating func declareGaps(of other: TrackRecord) { gaps.formUnion(other.gaps) }

    /// Takes note of media that is there and not sound.
    package mutating func damage(_ interval: Range<MediaTime>, cause: String) {
        damaged.insert(interval)
        explain(interval, cause)
    }

    /// Takes note of media that is not there.
    package mutating func miss(_ interval: Range<MediaTime>, cause: String) {
        explain(interval, cause)
    }

    /// Takes note that the playhead passed while the media had not arrived.
    package mutating func passLate(_ interval: Range<MediaTime>) { late.insert(interval) }

    /// Where the media ends that comes up to a place, or nearly; `nil` when none does.
    package func endOfMedia(before place: MediaTime) -> MediaTime? {
        guard let last = covered.intervals.last(where: { $0.lowerBound < place }),
            place - last.upperBound <= Self.edgeTolerance
        else { return nil }
        return min(last.upperBound, place)
    }

    private mutating func explain(_ interval: Range<MediaTime>, _ cause: String) {
        guard causes.count < Self.findingLimit else { return }
        causes.append((interval, cause))
    }

    /// Puts every tick of the track into one account.
    ///
    /// - Parameters:
    ///   - length: How long the track is.
    ///   - promised: How long the playlist says that it is.
    ///   - passed: What the playhead passed.
    ///   - reached: How far the playhead came; `nil` means to the end of what it passed.
    /// - Returns: The accounts.
    package func closed(
        length: MediaTime, promised: MediaTime, passed: IntervalSet, reached: MediaTime? = nil
    ) -> TrackAccount {
        let whole = IntervalSet(.zero..<max(length, .zero))
        var rest = whole.intersection(passed)
        let jumpedOver = whole.subtracting(rest)
        let end = max(reached ?? .zero, passed.intervals.last?.upperBound ?? .zero)
        let way = IntervalSet(.zero..<end)
        var sets: [TrackAccount.Account: IntervalSet] = [
            .skipped: jumpedOver.intersection(way), .notReached: jumpedOver.subtracting(way),
        ]
        let claims: [(TrackAccount.Account, IntervalSet)] = [
            (.gap, gaps), (.damaged, damaged), (.stalledThrough, late), (.overlapped, overlapped),
            (.played, bridged(length: length).subtracting(lost)),
        ]
        for (account, claim) in claims {
            sets[account] = rest.intersection(claim)
            rest = rest.subtracting(claim)
        }
        let unseen = unseenRest(of: rest.subtracting(lost), passed: passed)
        sets[.played]?.formUnion(unseen)
        sets[.missing] = rest.subtracting(unseen)
        return TrackAccount(
            name: name, length: max(length, .zero), promisedLength: promised,
            times: TrackAccount.Account.allCases.map { sets[$0]?.total ?? .zero },
            findings: findings(in: sets))
    }

    /// The media that is there, with holes closed that are too small to be missed.
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

    /// The small holes at places where the playhead came from elsewhere or left for elsewhere.
    ///
    /// What would have closed them, or have shown how large they are, was never fetched.
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
        in sets: [TrackAccount.Account: IntervalSet]
    ) -> [TrackAccount.Finding] {
        let reported: [TrackAccount.Account] = [
            .missing, .damaged, .overlapped, .stalledThrough, .gap,
        ]
        let all = reported.flatMap { account in
            (sets[account]?.intervals ?? []).map { interval in
                TrackAccount.Finding(
                    account: account, interval: interval,
                    cause: causes.first { $0.interval.overlaps(interval) }?.cause ?? "")
            }
        }
        return Array(
            all.sorted { $0.interval.lowerBound < $1.interval.lowerBound }
                .prefix(Self.findingLimit))
    }

    package static func == (left: TrackRecord, right: TrackRecord) -> Bool {
        left.name == right.name && left.covered == right.covered && left.lost == right.lost
            && left.overlapped == right.overlapped && left.gaps == right.gaps
            && left.damaged == right.damaged && left.late == right.late
            && left.causes.elementsEqual(right.causes) { $0 == $1 }
    }
}
