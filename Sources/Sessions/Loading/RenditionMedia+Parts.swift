import Playlists
package import Presentation
import Transport
import VirtualTime

/// The partial segments of a live rendition.
///
/// Reference: rfc8216bis, sections 4.4.4.9 (EXT-X-PART) and 4.4.5.3 (EXT-X-PRELOAD-HINT).
extension RenditionMedia {
    /// Returns the listed parts of a segment; empty if only the whole segment is listed.
    ///
    /// The result is also empty if media is not loaded in parts.
    func parts(of number: SegmentNumber) -> [PartialSegment] {
        guard loadsParts else { return [] }
        return number == open ? playlist.trailingParts : segment(number)?.parts ?? []
    }

    /// Returns a part of a segment; `nil` if it is not listed.
    func part(_ index: Int, of number: SegmentNumber) -> ListedSegment? {
        let parts = parts(of: number)
        guard parts.indices.contains(index) else { return nil }
        let part = parts[index]
        var segment = frame(of: number)
        segment.uri = part.uri
        segment.duration = part.duration
        segment.byteRange = part.byteRange
        segment.isGap = part.isGap || segment.isGap
        return ListedSegment(
            number: number, segment: segment,
            part: PartPlace(
                index: index, offset: parts[..<index].reduce(.zero) { $0 + $1.duration }))
    }

    /// Returns all listed parts of a segment in the form of segments.
    ///
    /// The result does not depend on whether media is loaded in parts.
    ///
    /// - Parameter number: The segment; `nil` for the segment of which only parts are listed so
    ///   far.
    /// - Returns: The parts in order.
    package func listedParts(of number: SegmentNumber?) -> [ListedSegment] {
        let place = number ?? firstListed.advanced(by: playlist.segments.count)
        let parts = number.map { segment($0)?.parts ?? [] } ?? playlist.trailingParts
        guard !parts.isEmpty else { return [] }
        let frame = frame(of: place)
        var offset = MediaTime.zero
        return parts.enumerated().map { index, part in
            defer { offset += part.duration }
            var segment = frame
            segment.uri = part.uri
            segment.duration = part.duration
            segment.byteRange = part.byteRange
            segment.isGap = part.isGap || frame.isGap
            return ListedSegment(
                number: place, segment: segment, part: PartPlace(index: index, offset: offset))
        }
    }

    /// Returns the part of a segment that the playlist announces with a preload hint.
    ///
    /// Until the playlist lists the part, the part is assumed to have the keys and the
    /// initialization section of the previous parts.
    ///
    /// - Parameters:
    ///   - index: The number of earlier parts in the segment.
    ///   - number: The segment.
    /// - Returns: The part; `nil` if the playlist announces another part or none.
    func hint(_ index: Int, of number: SegmentNumber) -> ListedSegment? {
        let next = firstListed.advanced(by: playlist.segments.count)
        guard loadsParts, mayGrow, number == next, index == playlist.trailingParts.count,
            let target = playlist.partInformation?.targetDuration,
            playlist.tail?.isGap != true,
            let hint = playlist.preloadHints.first(where: { $0.kind == .part }),
            hint.byteRangeStart == 0, hint.byteRangeLength == nil
        else { return nil }
        var segment = frame(of: number)
        segment.uri = hint.uri
        segment.duration = target
        return ListedSegment(
            number: number, segment: segment,
            part: PartPlace(
                index: index,
                offset: playlist.trailingParts.reduce(.zero) { $0 + $1.duration }))
    }

    /// The largest difference between two sums of the same durations, caused by rounding.
    private static let rounding = MediaTime.milliseconds(1)

    /// Returns the index of the part with which playback of a segment can start at a position.
    ///
    /// - Parameters:
    ///   - position: The position. It may be too early by a rounding error.
    ///   - number: The segment.
    /// - Returns: The index of the last independent part that starts at the position or before it;
    ///   0 when there is no such part.
    func firstPart(at position: MediaTime, of number: SegmentNumber) -> Int {
        var time = timeline.interval(of: number).lowerBound
        var found = 0
        for (index, part) in parts(of: number).enumerated()
        where time <= position + Self.rounding {
            if part.isIndependent, !part.isGap { found = index }
            time += part.duration
        }
        return found
    }

    /// Returns the interval of a segment on the timeline.
    func interval(of number: SegmentNumber) -> Range<MediaTime> {
        inspectTimeline { $0.interval(of: number) }
    }

    /// Returns the interval of a segment or part on the timeline.
    func interval(of listed: ListedSegment) -> Range<MediaTime> {
        let whole = interval(of: listed.number)
        guard let part = listed.part else { return whole }
        let start = whole.lowerBound + part.offset
        return start..<start + listed.segment.duration
    }

    /// Returns the position of a segment or part in its broadcast; `nil` for a video on demand.
    func place(of listed: ListedSegment) -> BroadcastPlace? {
        guard isFollowed else { return nil }
        let newest = firstListed.advanced(by: playlist.segments.count - 1)
        return BroadcastPlace(
            sequence: listed.number.sequence, part: listed.part?.index,
            fromEdge: max(0, newest.sequence - listed.number.sequence))
    }

    /// The number of the last segment that is listed as a whole; `nil` when there is none.
    var lastComplete: SegmentNumber? {
        guard let open, timeline.last == open else { return timeline.last }
        return timeline.segment(before: open)
    }

    /// Returns a segment with the properties that its parts inherit, such as its keys.
    private func frame(of number: SegmentNumber) -> MediaSegment {
        if let segment = segment(number) { return segment }
        var segment = MediaSegment(uri: "", duration: .zero)
        if let tail = playlist.tail {
            segment.keys = tail.keys
            segment.initializationSection = tail.initializationSection
            segment.isGap = tail.isGap
            segment.startsDiscontinuity = tail.startsDiscontinuity
        } else if let last = playlist.segments.last {
            segment.keys = last.keys
            segment.initializationSection = last.initializationSection
        }
        return segment
    }
}
