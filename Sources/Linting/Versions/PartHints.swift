import Formats
import Playlists

/// The preload hints of partial segments in one version of a playlist.
///
/// Reference: rfc8216bis, section 4.4.5.3 (EXT-X-PRELOAD-HINT).
struct PartHints {
    /// The maximum number of segments at the playlist's end that are compared with a hint.
    private static let segmentsWithParts = 8

    private let playlist: MediaPlaylist
    private let hints: [PreloadHint]

    /// Creates the hints of a version without skipped segments.
    init(of playlist: MediaPlaylist) {
        self.playlist = playlist
        hints = playlist.preloadHints.filter { $0.kind == .part }
    }

    /// Whether the version has no hint of a partial segment.
    var isEmpty: Bool { hints.isEmpty }

    /// The quoted location of the first hinted part that the version lists; `nil` if none.
    var listed: String? {
        hints.first { Self.isListed($0, in: playlist) }.map {
            Self.text($0.uri, $0.byteRangeStart, isWithin: $0.byteRangeStart > 0)
        }
    }

    /// Returns whether a version already lists the partial segment that one of its hints names.
    ///
    /// A hint names the part after the last listed part. The byte range of a correct hint therefore
    /// starts after the bytes of the same resource that the version already lists. Locations are
    /// compared exactly, because parts may differ only in a parameter that is often a signature,
    /// such as `ts`.
    ///
    /// - Parameters:
    ///   - hint: The hint of a partial segment.
    ///   - playlist: The version.
    /// - Returns: Whether a listed partial segment contains the first byte of the hint, or a later
    ///   byte of the same resource.
    static func isListed(_ hint: PreloadHint, in playlist: MediaPlaylist) -> Bool {
        func hasPassed(_ part: PartialSegment) -> Bool {
            guard part.uri == hint.uri else { return false }
            guard let range = part.byteRange else { return true }
            return hint.byteRangeStart < range.upperBound
        }
        return playlist.trailingParts.contains(where: hasPassed)
            || playlist.segments.contains { $0.parts.contains(where: hasPassed) }
    }

    /// Returns the first hint if a newer version breaks it.
    ///
    /// - Parameter newer: The newer version, without skipped segments.
    /// - Returns: The location in the hint, and a description of the content that the newer version
    ///   has at the position of the hint, both quoted; `nil` if the hint is fulfilled, the newer
    ///   version does not reach that position, or the hinted part was already listed. If one of the
    ///   two starts within its resource, both locations have the number of their first byte.
    func broken(by newer: MediaPlaylist) -> (hint: String, found: String)? {
        guard let hint = hints.first, !Self.isListed(hint, in: playlist) else { return nil }
        let sequence = playlist.sequenceNumbers.upperBound
        let index = playlist.trailingParts.count
        let given = newer.sequenceNumbers
        // The broadcast has passed the position of the hint once the newer version lists a partial
        // segment there, or a later segment.
        guard
            sequence < given.upperBound
                || sequence == given.upperBound && index < newer.trailingParts.count
        else { return nil }
        let own =
            sequence == given.upperBound
            ? newer.trailingParts
            : given.contains(sequence) ? newer.segments[sequence - given.lowerBound].parts : []
        // If the newer version no longer lists the partial segments of this segment, it is unknown
        // whether the hinted partial segment was published.
        guard !own.isEmpty, !Self.lists(hint, newer, from: sequence) else { return nil }
        let part = own.indices.contains(index) ? own[index] : nil
        let start = part?.byteRange?.lowerBound ?? 0
        let isWithin = start > 0 || hint.byteRangeStart > 0
        return (
            Self.text(hint.uri, hint.byteRangeStart, isWithin: isWithin),
            part.map { Self.text($0.uri, start, isWithin: isWithin) } ?? "the end of the segment"
        )
    }

    /// Returns a quoted location, with its first byte if that is within its resource.
    private static func text(_ uri: String, _ start: Int64, isWithin: Bool) -> String {
        SafeText.quoted(uri) + (isWithin ? " from byte \(start)" : "")
    }

    /// Returns whether the last segments of a version list a hinted partial segment.
    ///
    /// - Parameters:
    ///   - hint: The hint.
    ///   - playlist: The version.
    ///   - sequence: The media sequence number of the first segment that is compared.
    /// - Returns: Whether a complete segment or the unfinished one lists the partial segment.
    private static func lists(
        _ hint: PreloadHint, _ playlist: MediaPlaylist, from sequence: Int
    ) -> Bool {
        func isHinted(_ part: PartialSegment) -> Bool {
            (part.byteRange?.lowerBound ?? 0) == hint.byteRangeStart
                && SigningParameter.areEqual(part.uri, hint.uri)
        }
        let count = min(
            segmentsWithParts, max(0, playlist.sequenceNumbers.upperBound - sequence))
        return playlist.trailingParts.contains(where: isHinted)
            || playlist.segments.suffix(count).contains { $0.parts.contains(where: isHinted) }
    }
}
