import Containers
import Presentation
import VirtualTime

/// Finds pictures that depend on a keyframe or on parameter sets that no segment has.
///
/// These are the pictures before the first keyframe after the start of a discontinuity domain, a
/// gap or a change of the codec. If the playlist promises independent segments, they are also the
/// pictures before the first keyframe after a start inside the asset, a seek or a switch. Without
/// that promise, a player obtains the keyframe from an earlier segment. A keyframe of a transport
/// stream counts only if parameter sets precede it.
struct KeyframeSeams {
    /// Pictures that cannot be decoded.
    struct Loss {
        let interval: Range<MediaTime>
        let cause: String
    }

    private struct Piece {
        let listing: SegmentSeams.Listing
        var chain: KeyframeChain<Codec>
    }

    private var last: Piece?

    /// Examines the next placed segment or part.
    ///
    /// - Parameters:
    ///   - segment: The media of the segment.
    ///   - placement: The position of the segment on the timeline.
    ///   - listing: The entry of the segment in the playlist.
    ///   - startsDomain: Whether no media directly precedes the segment in its domain.
    ///   - isIndependent: Whether the playlist promises that the segment depends on no other one.
    /// - Returns: The pictures that cannot be decoded; `nil` if there are none.
    mutating func take(
        _ segment: DemuxedSegment, _ placement: Placement, _ listing: SegmentSeams.Listing,
        startsDomain: Bool, isIndependent: Bool
    ) -> Loss? {
        let preceding = last.flatMap { $0.listing.precedes(listing) ? $0 : nil }
        let previous = preceding.flatMap { $0.listing.domain == listing.domain ? $0 : nil }
        // While only the parts of a segment are listed, no entry of the segment states that it
        // starts a domain.
        let isFirst = startsDomain || preceding != nil && previous == nil
        let known = isFirst ? nil : previous?.chain
        var piece = Piece(
            listing: listing,
            chain: known ?? KeyframeChain(lacksKeyframe: isFirst || isIndependent))
        defer { last = piece }
        guard let track = segment.playableTrack(.video),
            let present = placement.coverage.first(where: { $0.kind == .video })?.present.intervals,
            let start = present.first?.lowerBound, let end = present.last?.upperBound
        else { return nil }
        let keyframe = track.firstDecodableKeyframe
        let isDependent = piece.chain.take(
            track.description.codec,
            needsEarlierPictures: track.needsEarlierPictures || track.lacksParameterSets,
            hasKeyframe: keyframe != nil)
        guard isDependent else { return nil }
        let reach = keyframe.map { start + ($0 - track.start) } ?? end
        guard start < reach else { return nil }
        let missing = track.needsEarlierPictures ? "keyframe" : "parameter sets"
        return Loss(
            interval: start..<min(reach, end), cause: "pictures have no \(missing) before them")
    }
}
