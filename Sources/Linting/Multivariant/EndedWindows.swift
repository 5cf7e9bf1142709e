import Playlists
import VirtualTime

/// The segments of ended playlists that are not compared, because another window begins after them.
///
/// A server removes segments from each playlist of a broadcast separately, so that the last windows
/// may begin with different segments.
///
/// Reference: rfc8216bis, section 6.2.2 (Live Playlists).
struct EndedWindows {
    /// The largest distance between the starts of two windows, in target durations.
    private static let longestDistance = 3
    /// The tolerated difference between the boundaries of segments in different playlists.
    private static let tolerance = MediaTime.milliseconds(500)
    /// The tolerated difference between the dates of the first segments, in milliseconds.
    private static let dateTolerance: UInt64 = 1000

    /// The numbers of the segments that are left out, by the key of the playlist.
    private var cuts: [LintedPlaylist.Key: Int] = [:]

    /// Whether no segments are left out.
    var isEmpty: Bool { cuts.isEmpty }

    /// Finds the segments before the window of the variant stream that begins last.
    ///
    /// The media sequence numbers of the variant streams show which segments were removed. Other
    /// playlists may have other numbers, so the same time is left out of them. The ends of the
    /// playlists and, if there are any, their dates must agree afterwards. If a rendition is too
    /// short for one of the variant streams, nothing is left out, since its media is missing there.
    ///
    /// - Parameter playlists: The media playlists of the asset.
    init(_ playlists: [LintedPlaylist]) {
        var variants: [(key: LintedPlaylist.Key, media: MediaPlaylist)] = []
        var others = variants
        for playlist in playlists {
            guard let media = playlist.media, media.hasEndList, media.playlistType == nil,
                !media.segments.isEmpty
            else { continue }
            if case .variant = playlist.role {
                variants.append((playlist.key, media))
            } else {
                others.append((playlist.key, media))
            }
        }
        guard let last = variants.max(by: { $0.media.mediaSequence < $1.media.mediaSequence })
        else { return }
        var removed = MediaTime.zero
        for (key, media) in variants {
            let (count, overflow) = last.media.mediaSequence.subtractingReportingOverflow(
                media.mediaSequence)
            guard !overflow, let time = Self.time(of: count, in: media, before: last.media) else {
                continue
            }
            cuts[key] = count
            removed = max(removed, time)
        }
        let isCovered = others.allSatisfy { other in
            other.media.isIFramesOnly
                || other.media.duration - last.media.duration > removed - Self.tolerance
        }
        guard isCovered else {
            cuts = [:]
            return
        }
        for (key, media) in others where removed > .zero {
            var end = MediaTime.zero
            let first = media.segments.firstIndex { segment in
                end += segment.duration
                return end > removed + Self.tolerance
            }
            guard let first, Self.time(of: first, in: media, before: last.media) != nil else {
                continue
            }
            cuts[key] = first
        }
    }

    /// Returns the duration of the first segments of a playlist if they precede another window.
    ///
    /// - Parameters:
    ///   - count: The number of the segments.
    ///   - media: The playlist.
    ///   - last: The playlist whose window begins after the segments.
    /// - Returns: The duration; `nil` if there are no such segments, or if the windows would differ
    ///   without them.
    private static func time(
        of count: Int, in media: MediaPlaylist, before last: MediaPlaylist
    ) -> MediaTime? {
        guard count > 0, count < media.segments.count else { return nil }
        let time = media.segments[..<count].reduce(MediaTime.zero) { $0 + $1.duration }
        let target = max(media.targetDuration ?? .zero, last.targetDuration ?? .zero)
        let error = media.duration - last.duration
        guard time <= target * longestDistance, (error - time).magnitude < error.magnitude else {
            return nil
        }
        let dates = PlaylistCalendar(media).starts
        if dates.count > count, let date = PlaylistCalendar(last).starts.first,
            (dates[count] - date).magnitude > dateTolerance
        {
            return nil
        }
        return time
    }

    /// Returns a playlist without the segments that are left out.
    func shortened(_ playlist: LintedPlaylist) -> LintedPlaylist {
        cuts[playlist.key].map(playlist.removingFirst) ?? playlist
    }

    /// Returns the media of a playlist without the segments that are left out.
    func shortened(_ stream: MeasuredStream) -> MeasuredStream {
        guard let count = cuts[stream.key] else { return stream }
        var stream = stream
        stream.segments.removeAll { $0.index < count }
        for index in stream.segments.indices { stream.segments[index].index -= count }
        return stream
    }
}
