import Playlists
import VirtualTime

/// A delta update, which shortens a playlist for a client that has an older copy.
///
/// Reference: rfc8216bis, section 6.2.5.1 (Playlist Delta Updates).
struct DeltaUpdate {
    /// The distance from the playlist's end beyond which segments are skipped.
    let boundary: MediaTime
    /// The identifiers of recently removed date ranges; `nil` if the update keeps all date ranges.
    let removed: [String]?

    /// Returns the delta update of a playlist, which omits the segments before the skip boundary.
    func applied(to playlist: MediaPlaylist) -> MediaPlaylist {
        let limit = playlist.duration - boundary
        var end = MediaTime.zero
        var count = 0
        for segment in playlist.segments {
            end += segment.duration
            guard end <= limit else { break }
            count += 1
        }
        guard count > 0 else { return playlist }
        var delta = playlist
        if let removed {
            let start = playlist.segments[count].programDateTime
            delta.dateRanges.removeAll { range in
                guard let start, let date = range.startDate, let duration = range.duration
                else { return false }
                return date.millisecondsSince1970 + duration.value(timescale: 1000)
                    <= start.millisecondsSince1970
            }
            delta.skipped = SkippedSegments(count: count, recentlyRemovedDateRanges: removed)
        } else {
            delta.skipped = SkippedSegments(count: count)
        }
        let section = playlist.segments[count - 1].initializationSection
        delta.segments.removeFirst(count)
        Self.omit(section, from: &delta)
        delta.countDiscontinuities()
        return delta
    }

    /// Removes the initialization section of the skipped segments from the segments after them.
    ///
    /// The remaining segments inherit the section from the skipped ones. If the playlist stated the
    /// section again, clients would decrypt it with the key of the skipped segments, because that
    /// key is still in effect after `EXT-X-SKIP`.
    private static func omit(
        _ section: InitializationSection?, from delta: inout MediaPlaylist
    ) {
        guard section != nil else { return }
        for index in delta.segments.indices {
            guard delta.segments[index].initializationSection == section else { return }
            delta.segments[index].initializationSection = nil
        }
        if delta.tail?.initializationSection == section { delta.tail?.initializationSection = nil }
    }
}
