package import VirtualTime

/// A fault of an encoder, which affects all clients equally.
package enum EncoderFault: Equatable, Sendable {
    /// The segments that a fault concerns.
    package enum Span: Equatable, Sendable {
        /// The segments that overlap a span of the broadcast.
        case times(Range<MediaTime>)
        /// The segments with certain media sequence numbers, until a restart resets these numbers.
        case sequences(Range<Int>)
    }

    /// The segment at the time `at` is published later than planned, by the duration `by`.
    case late(at: MediaTime, by: MediaTime)
    /// Segments are listed with `EXT-X-GAP`, and requests for them are refused with status 404.
    case gap(Span)
    /// Segments are listed, but requests for them are refused with status 404.
    case missing(Span)
    /// The part at `index` of each segment is listed, but it is missing.
    ///
    /// Requests for the part are refused with status 404.
    case missingPart(Span, index: Int)
    /// The segments that overlap a span of the broadcast are not encoded.
    case silence(Range<MediaTime>)
    /// The encoder restarts between two segments.
    case restart(
        at: MediaTime, resetsSequence: Bool, isTagged: Bool, hasNewInitialization: Bool)
    /// The declared target duration changes.
    case targetDuration(at: MediaTime, MediaTime)
    /// All segments have new locations from a time on.
    case locations(at: MediaTime)
    /// Segments are encrypted with a key other than the listed one.
    case strayKey(Span, StrayKey)
    /// Requests for the keys of segments are refused with status 404.
    case missingKey(Span)
    /// At first, requests for the key of the segment at a given time are refused with status 404.
    ///
    /// The key becomes available when the time `by` has passed since the playlist listed the first
    /// segment or part that uses the key.
    case lateKey(at: MediaTime, by: MediaTime)
    /// The breaks in a span are not marked in playlists, neither by cue tags nor by date ranges.
    case missingMarks(Range<MediaTime>)
    /// The date ranges of breaks that start in a span are listed late.
    ///
    /// A date range is listed once the listed segments extend past the start of the break by at
    /// least the duration `by`.
    case lateDateRanges(Range<MediaTime>, by: MediaTime)
    /// The timestamps jump between two segments.
    case timestampJump(at: MediaTime, by: MediaTime, isTagged: Bool)
}

extension EncoderFault {
    /// A key that segments are encrypted with by mistake.
    package enum StrayKey: String, CaseIterable, Sendable {
        /// The key of the previous rotation period.
        case previous
        /// A key that is never served.
        case wrong
    }
}

extension EncoderFault.Span {
    /// Returns whether the span contains a segment.
    ///
    /// - Parameters:
    ///   - item: The segment.
    ///   - sequence: The media sequence number of the segment; `nil` after a reset.
    /// - Returns: Whether the fault affects the segment.
    func contains(_ item: ProgrammeItem, sequence: Int?) -> Bool {
        switch self {
        case .times(let range): item.start < range.upperBound && item.end > range.lowerBound
        case .sequences(let range): sequence.map { range.contains($0) } ?? false
        }
    }
}
