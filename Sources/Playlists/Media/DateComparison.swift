import VirtualTime

/// Compares the dates of the segments that two versions of a media playlist have in common.
///
/// The segments of the older version are passed in order: first the ones that the newer version no
/// longer lists, then the common ones.
struct DateComparison {
    private let newer: MediaPlaylist
    private var (date, newerDate) = (SegmentDate(), SegmentDate())
    /// Whether the newer version states a date anywhere.
    private lazy var hasDates =
        newer.tail?.programDateTime != nil || !newer.datedSegments.isEmpty

    init(newer: MediaPlaylist) { self.newer = newer }

    /// Advances the older date to a segment that the newer version no longer lists.
    mutating func pass(_ segment: MediaSegment, number: Int) {
        date.advance(to: segment, number: number)
    }

    /// Returns whether the newer version gives a common segment the same date.
    ///
    /// The date of a segment without a date tag follows from the last tag before it. An added date
    /// tag does not count as a change, and neither does a removed tag if the date follows from an
    /// earlier one. All dates may disappear together with a date tag at a discontinuity or at the
    /// start of the broadcast, since some packagers write dates only there.
    ///
    /// - Parameters:
    ///   - segment: The segment in the older version.
    ///   - other: The segment in the newer version.
    ///   - number: The media sequence number of the segment.
    /// - Returns: Whether the date is the same, or the older version states none.
    mutating func keepsDate(
        of segment: MediaSegment, in other: MediaSegment, number: Int
    ) -> Bool {
        date.advance(to: segment, number: number)
        newerDate.advance(to: other, number: number)
        guard date.isKnown else { return true }
        guard newerDate.isKnown else {
            return !date.isStated && (hasDates || date.followsJump)
        }
        return date.agrees(with: newerDate, hasWholeSeconds: newer.version < 3)
    }
}

/// The date of a segment, while the segments of a playlist are visited in order.
///
/// The date follows from the last date tag and the durations after it. It is unknown between a
/// discontinuity and the next date tag.
struct SegmentDate {
    /// The maximum difference, in milliseconds, between two roundings of the same date.
    static let rounding: UInt64 = 10
    /// The fixed part of the tolerated error; the rounding errors of all durations are added to it.
    private static let tolerance = MediaTime.milliseconds(500)
    /// The tolerated error if both date tags are rounded or truncated to whole seconds.
    private static let truncation = MediaTime.seconds(1)

    private var tag: DateTime?
    /// The duration and the number of the segments from the date tag to the segment.
    private var (span, count) = (MediaTime.zero, 0)
    /// The largest error of `span` that the rounding of the durations explains.
    private var error = MediaTime.zero
    private var duration = MediaTime.zero
    /// Whether the last date tag is at a discontinuity or at the start of the broadcast.
    private(set) var followsJump = false

    /// Whether the date is known.
    var isKnown: Bool { tag != nil }
    /// Whether the segment itself has a date tag.
    var isStated: Bool { tag != nil && count == 0 }
    /// The date in milliseconds since 1970; `nil` if it is unknown.
    var milliseconds: Int64? { tag?.milliseconds(after: span) }

    /// Moves to the next segment.
    mutating func advance(to segment: MediaSegment, number: Int) {
        span += duration
        error += duration.roundingError
        count += 1
        duration = segment.duration
        if let date = segment.programDateTime {
            tag = date
            (span, count, error) = (.zero, 0, .zero)
            followsJump = segment.startsDiscontinuity || number == 0
        } else if segment.startsDiscontinuity {
            tag = nil
        }
    }

    /// Returns whether two dates of a segment agree within the errors of rounding.
    ///
    /// - Parameters:
    ///   - other: The date in another version; both dates must be known.
    ///   - hasWholeSeconds: Whether the durations are rounded to whole seconds.
    /// - Returns: Whether the dates agree.
    func agrees(with other: SegmentDate, hasWholeSeconds: Bool) -> Bool {
        guard let own = milliseconds, let others = other.milliseconds else { return false }
        let (change, overflow) = own.subtractingReportingOverflow(others)
        guard !overflow else { return false }
        if isStated, other.isStated { return change.magnitude <= Self.rounding }
        var most = Self.tolerance + error + other.error
        if hasWholeSeconds { most += .wholeSecondError * (count + other.count) }
        if isTruncated(like: other) { most += Self.truncation }
        return change.magnitude <= most.value(timescale: 1000).magnitude
    }

    /// Returns whether the last date tags of two dates seem to be rounded to whole seconds.
    ///
    /// Some packagers write rounded dates with a fraction, such as `.000`. These are recognized if
    /// the durations between the two tags are not a whole number of seconds.
    private func isTruncated(like other: SegmentDate) -> Bool {
        guard let tag, let others = other.tag, tag.isWholeSecond, others.isWholeSecond else {
            return false
        }
        return !tag.hasFraction && !others.hasFraction
            || (span - other.span).isFractional(within: error + other.error)
    }
}

extension DateTime {
    /// Whether the text has a fraction of a second, possibly zero.
    fileprivate var hasFraction: Bool {
        text.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
    }

    /// Whether the date is a whole number of seconds.
    fileprivate var isWholeSecond: Bool { millisecondsSince1970 % 1000 == 0 }
}
