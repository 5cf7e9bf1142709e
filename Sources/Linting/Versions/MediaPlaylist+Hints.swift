import Formats
import Playlists

/// Preload hints of partial segments, compared with the partial segments that are listed.
///
/// Reference: rfc8216bis, section 4.4.5.3 (EXT-X-PRELOAD-HINT).
extension MediaPlaylist {
    /// The location of a hinted partial segment that this version already lists; `nil` for none.
    var listedHint: String? {
        preloadHints.first { hint in
            hint.kind == .part && lists(hint, among: segments.suffix(Self.segmentsWithParts))
        }?.uri
    }

    /// The number of segments at the end whose partial segments are compared with a hint.
    private static let segmentsWithParts = 8

    /// Returns the hint of this version that a newer version breaks.
    ///
    /// - Parameter newer: The newer version, without skipped segments.
    /// - Returns: The location in the hint, and the words for the part that the newer version lists
    ///   in its place; `nil` if the hint is kept, or its place is not listed yet.
    func brokenHint(in newer: MediaPlaylist) -> (hint: String, found: String)? {
        guard let hint = preloadHints.first(where: { $0.kind == .part }) else { return nil }
        let sequence = sequenceNumbers.upperBound
        let index = trailingParts.count
        let end = newer.sequenceNumbers.upperBound
        // The broadcast has passed the position of the hint once the newer version lists a partial
        // segment there, or a later segment.
        guard sequence < end || sequence == end && index < newer.trailingParts.count else {
            return nil
        }
        let own: [PartialSegment]
        if newer.sequenceNumbers.contains(sequence) {
            own = newer.segments[sequence - newer.sequenceNumbers.lowerBound].parts
        } else {
            own = sequence == end ? newer.trailingParts : []
        }
        // A version that no longer lists the partial segments of the segment does not show whether
        // the hinted one was published.
        guard !own.isEmpty, !newer.lists(hint, among: newer.segments[...]),
            !newer.preloadHints.contains(where: {
                $0.uri == hint.uri && $0.byteRangeStart == hint.byteRangeStart
            })
        else { return nil }
        let found =
            own.indices.contains(index)
            ? SafeText.quoted(own[index].uri) : "the end of the segment"
        return (hint.uri, found)
    }

    /// Returns whether some segments, or the unfinished one, list the hinted partial segment.
    private func lists(_ hint: PreloadHint, among segments: ArraySlice<MediaSegment>) -> Bool {
        func isHinted(_ part: PartialSegment) -> Bool {
            part.uri == hint.uri && (part.byteRange?.lowerBound ?? 0) == hint.byteRangeStart
        }
        return trailingParts.contains(where: isHinted)
            || segments.contains { $0.parts.contains(where: isHinted) }
    }
}
