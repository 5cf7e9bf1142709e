package import VirtualTime

/// The relation of a media playlist version to the version loaded before it.
///
/// Reference: rfc8216bis, section 6.2.1 (General Server Responsibilities), which permits only that
/// segments are added at the end and removed at the start.
package enum PlaylistSuccession: Equatable, Sendable {
    /// The version is not older than the version loaded before it.
    ///
    /// `missing` is the number of segments that come between the two versions; no loaded version
    /// listed these segments.
    case continues(missing: Int)
    /// The version ends earlier than the version loaded before it, because its server lags.
    case older
    /// The media sequence numbers restart, because the encoder was restarted.
    case restarted
}

extension MediaPlaylist {
    /// The media sequence numbers of the listed segments.
    ///
    /// They are clamped to the range of `Int` so that no two segments share a number.
    package var sequenceNumbers: Range<Int> {
        let first = min(mediaSequence(at: 0), .max - segments.count)
        return first..<first + segments.count
    }

    /// Returns the relation of a later version to this one.
    ///
    /// Lower media sequence numbers mean that a server lags or was restarted. Segments with equal
    /// numbers are compared by their dates, or else by their locations. If no segments have equal
    /// numbers, the dates of the two versions are compared.
    ///
    /// After a restart, the new media follows the media of this version. If the dates of the later
    /// version start before the middle of this version, the encoder was therefore not restarted.
    /// Instead, the later version comes from another server with a different clock. A version with
    /// higher numbers but earlier dates was written before a restart.
    ///
    /// - Parameter other: The version that was loaded after this one, without skipped segments.
    /// - Returns: The relation.
    package func succession(of other: MediaPlaylist) -> PlaylistSuccession {
        let (known, given) = (sequenceNumbers, other.sequenceNumbers)
        guard !given.isEmpty else { return .older }
        if known.isEmpty || given.lowerBound >= known.upperBound {
            let isNext = known.isEmpty && given.lowerBound < known.upperBound
            let missing = isNext ? 0 : given.lowerBound - known.upperBound
            // After a restart of the numbers, a lagging server still lists the higher numbers used
            // before. Its version is recognized by its end date and counts as older.
            if missing > 0, !known.isEmpty, let end = endDate, let otherEnd = other.endDate,
                otherEnd <= end
            {
                return .older
            }
            return .continues(missing: missing)
        }
        let isAhead = given.upperBound >= known.upperBound
        if isAhead, given.lowerBound >= known.lowerBound { return .continues(missing: 0) }
        let common = known.clamped(to: given)
        guard !common.isEmpty else {
            guard let end = endDate, let otherEnd = other.endDate else { return .restarted }
            return otherEnd <= end ? .older : .restarted
        }
        let isRepeated = [common.lowerBound, common.upperBound - 1].allSatisfy { number in
            isSame(number - known.lowerBound, as: number - given.lowerBound, of: other)
        }
        guard isRepeated || isOverlapping(other) else { return .restarted }
        return isAhead ? .continues(missing: 0) : .older
    }

    /// Returns whether the two versions list the same segment under the same number.
    ///
    /// A segment is the same if it has the same date or the same location. Only the first and the
    /// last common number are checked.
    ///
    /// - Parameter other: Another version, without skipped segments.
    /// - Returns: Whether the first or the last common number identifies the same segment.
    package func shares(segmentsOf other: MediaPlaylist) -> Bool {
        let (known, given) = (sequenceNumbers, other.sequenceNumbers)
        let common = known.clamped(to: given)
        guard !common.isEmpty else { return false }
        return [common.lowerBound, common.upperBound - 1].contains { number in
            let (index, otherIndex) = (number - known.lowerBound, number - given.lowerBound)
            return hasDate(index, of: otherIndex, in: other) == true
                || hasLocation(index, of: otherIndex, in: other)
        }
    }

    /// Returns the assumed duration of the media between this version and a later one.
    ///
    /// - Parameters:
    ///   - other: The later version.
    ///   - count: The number of missing segments.
    /// - Returns: The time from the end date of this version to the start date of the later one,
    ///   or else one target duration for each missing segment.
    package func span(to other: MediaPlaylist, missing count: Int) -> MediaTime {
        if let end = endDate, let start = other.startDate {
            let (span, overflow) = start.subtractingReportingOverflow(end)
            if !overflow, span > 0 { return .milliseconds(span) }
        }
        return (other.targetDuration ?? segments.last?.duration ?? .zero) * count
    }

    /// The difference in milliseconds below which two dates count as the same date.
    private static let dateTolerance = 1000

    /// Returns whether two segments are the same, compared by their dates or else their locations.
    private func isSame(_ index: Int, as otherIndex: Int, of other: MediaPlaylist) -> Bool {
        hasDate(index, of: otherIndex, in: other) ?? hasLocation(index, of: otherIndex, in: other)
    }

    /// Returns whether two segments have the same date; `nil` if either date is unknown.
    private func hasDate(_ index: Int, of otherIndex: Int, in other: MediaPlaylist) -> Bool? {
        guard let date = date(at: index), let otherDate = other.date(at: otherIndex) else {
            return nil
        }
        let (span, overflow) = date.subtractingReportingOverflow(otherDate)
        return !overflow && span.magnitude < Self.dateTolerance
    }

    /// Returns whether two segments have the same location.
    ///
    /// Queries are ignored, because servers sign locations again for each version.
    private func hasLocation(_ index: Int, of otherIndex: Int, in other: MediaPlaylist) -> Bool {
        let (segment, otherSegment) = (segments[index], other.segments[otherIndex])
        return segment.byteRange == otherSegment.byteRange
            && URIReference(segment.uri).path == URIReference(otherSegment.uri).path
    }

    /// Returns whether the dates place the start of a later version before the middle of this one.
    private func isOverlapping(_ other: MediaPlaylist) -> Bool {
        guard let end = endDate, let start = other.startDate else { return false }
        let (span, overflow) = end.subtractingReportingOverflow(start)
        return overflow ? end > start : span > duration.value(timescale: 1000) / 2
    }

    /// The date at which the first segment starts, in milliseconds since 1970; `nil` if unknown.
    package var startDate: Int64? { date(at: 0) }

    /// The date at which the last segment ends, in milliseconds since 1970; `nil` if unknown.
    package var endDate: Int64? { date(at: segments.count) }

    /// Returns the date of a segment in milliseconds; `nil` in a playlist without dates.
    ///
    /// The date is counted from the nearest stated date at or before the segment, or else from the
    /// nearest one after it. For the index after the last segment, the result is the date at which
    /// the last segment ends.
    private func date(at index: Int) -> Int64? {
        var span = MediaTime.zero
        if index < segments.count, let date = segments[index].programDateTime {
            return date.millisecondsSince1970
        }
        for segment in segments[..<index].reversed() {
            span += segment.duration
            if let date = segment.programDateTime { return date.milliseconds(after: span) }
        }
        span = .zero
        for segment in segments[index...] {
            if let date = segment.programDateTime { return date.milliseconds(after: -span) }
            span += segment.duration
        }
        return nil
    }
}

extension DateTime {
    /// Returns the date that follows this date by a duration, in milliseconds since 1970.
    ///
    /// The result is clamped to `Int64`.
    func milliseconds(after span: MediaTime) -> Int64 {
        let (sum, overflow) = millisecondsSince1970.addingReportingOverflow(
            span.value(timescale: 1000))
        return overflow ? (span < .zero ? .min : .max) : sum
    }
}
