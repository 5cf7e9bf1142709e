package import Playlists
package import VirtualTime

/// The dates of positions in a live window, in pieces with evenly advancing dates.
///
/// A piece starts at a discontinuity with a date, or where dates deviate from an even advance by
/// more than ``tolerance``. A piece keeps its date even after the segment that stated the date has
/// left the window. Smaller deviations have no effect: positions are determined by media, not by
/// dates.
///
/// Reference: rfc8216bis, section 4.4.4.6 (EXT-X-PROGRAM-DATE-TIME).
package struct DateMap: Equatable, Sendable {
    /// A range of positions with evenly advancing dates, up to the next piece.
    ///
    /// A piece is stored as its first position and the date of that position.
    package struct Piece: Equatable, Sendable {
        /// The first position.
        package let start: MediaTime
        /// The date of the first position, in milliseconds since 1970.
        package let date: Int64
    }

    /// The deviation from evenly advancing dates above which a new piece starts, in milliseconds.
    package static let tolerance: Int64 = 1000

    /// The pieces, in order.
    package private(set) var pieces: [Piece] = []
    /// The largest deviation, in milliseconds, of a date that did not start a new piece.
    package private(set) var largestDeviation: Int64 = 0

    /// Creates a map without dates.
    package init() {}

    /// Records the date of a segment; segments must be recorded in order.
    ///
    /// - Parameters:
    ///   - date: The stated date.
    ///   - position: The start of the segment.
    ///   - isJump: Whether the segment starts a discontinuity.
    package mutating func add(_ date: DateTime, at position: MediaTime, isJump: Bool) {
        let stated = date.millisecondsSince1970
        if let last = pieces.last {
            guard position > last.start else { return }
            let (deviation, overflow) = stated.subtractingReportingOverflow(
                Self.date(at: position, of: last))
            if !isJump, !overflow, deviation.magnitude <= Self.tolerance {
                largestDeviation = max(largestDeviation, Int64(deviation.magnitude))
                return
            }
        }
        pieces.append(Piece(start: position, date: stated))
    }

    /// Removes the pieces that end at or before a position.
    package mutating func drop(before position: MediaTime) {
        let next = pieces.firstPlace { $0.start > position }
        if next > 1 { pieces.removeFirst(next - 1) }
    }

    /// Returns the date of a position, in milliseconds since 1970; `nil` when no date is known.
    ///
    /// For a position before the first date, the result is calculated backwards from that date.
    package func date(at position: MediaTime) -> Int64? {
        let next = pieces.firstPlace { $0.start > position }
        guard let piece = next > 0 ? pieces[next - 1] : pieces.first else { return nil }
        return Self.date(at: position, of: piece)
    }

    /// Returns the exact time from a position to a date; `nil` when no date is known.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - date: The date, in milliseconds since 1970.
    /// - Returns: The time, which is negative for a date before the position.
    package func time(from position: MediaTime, to date: Int64) -> MediaTime? {
        let next = pieces.firstPlace { $0.start > position }
        guard let piece = next > 0 ? pieces[next - 1] : pieces.first else { return nil }
        let (span, overflow) = date.subtractingReportingOverflow(piece.date)
        return .milliseconds(overflow ? .max : span) - (position - piece.start)
    }

    /// Returns the position of a date; `nil` when no date is known.
    ///
    /// If two positions have the same date, the later one counts. A date in a gap between two
    /// pieces is converted to the start of the later piece.
    ///
    /// - Parameters:
    ///   - date: The date, in milliseconds since 1970.
    ///   - end: The end of the last piece.
    /// - Returns: The position.
    package func position(of date: Int64, end: MediaTime) -> MediaTime? {
        guard let first = pieces.first else { return nil }
        for index in pieces.indices.reversed() where pieces[index].date <= date {
            let piece = pieces[index]
            let limit = index + 1 < pieces.count ? pieces[index + 1].start : end
            let (span, overflow) = date.subtractingReportingOverflow(piece.date)
            let position = piece.start + .milliseconds(overflow ? .max : span)
            return index + 1 < pieces.count ? min(position, limit) : position
        }
        let (span, overflow) = date.subtractingReportingOverflow(first.date)
        return first.start + .milliseconds(overflow ? .min : span)
    }

    private static func date(at position: MediaTime, of piece: Piece) -> Int64 {
        let span = (position - piece.start).value(timescale: 1000)
        let (sum, overflow) = piece.date.addingReportingOverflow(span)
        return overflow ? (span < 0 ? .min : .max) : sum
    }
}
