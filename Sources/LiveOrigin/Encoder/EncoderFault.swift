package import VirtualTime

/// A fault of an encoder, the same for every client.
package enum EncoderFault: Equatable, Sendable {
    /// The segments that a fault concerns.
    package enum Span: Equatable, Sendable {
        /// The segments that overlap a span of the broadcast.
        case times(Range<MediaTime>)
        /// The segments with certain media sequence numbers, before any restart with a reset.
        case sequences(Range<Int>)
    }

    /// The segment at a time is late.
    case late(at: MediaTime, by: MediaTime)
    /// Segments are announced as gaps.
    case gap(Span)
    /// Segments are listed and refused with status 404.
    case missing(Span)
    /// One part of the segments is listed, but refused with status 404.
    case missingPart(Span, index: Int)
    /// Nothing is encoded: segments that overlap the span never exist.
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
    /// The keys of segments are refused with status 404.
    case missingKey(Span)
    /// The key of the segment at a time is refused with status 404, and available only later: a
    /// time after the first segment with it is listed.
    case lateKey(at: MediaTime, by: MediaTime)
    /// The marks of breaks in a span are not listed.
    case missingMarks(Range<MediaTime>)
    /// The date ranges of breaks that start in a span are listed only once this much of the break
    /// and of the media after it is listed.
    case lateDateRanges(Range<MediaTime>, by: MediaTime)
    /// The timestamps jump between two segments.
    case timestampJump(at: MediaTime, by: MediaTime, isTagged: Bool)
}

extension EncoderFault {
    /// A key that segments are encrypted with by mistake.
    package enum StrayKey: String, CaseIterable, Sendable {
        /// The key of the period before.
        case previous
        /// A key that is never served.
        case wrong
    }
}

extension EncoderFault.Span {
    /// Returns whether the fault affects a segment.
    ///
    /// - Parameters:
    ///   - item: The segment.
    ///   - sequence: Its media sequence number; `nil` after a reset.
    /// - Returns: Whether it is affected.
    func contains(_ item: ProgrammeItem, sequence: Int?) -> Bool {
        switch self {
        case .times(let range): item.start < range.upperBound && item.end > range.lowerBound
        case .sequences(let range): sequence.map { range.contains($0) } ?? false
        }
    }
}
