package import VirtualTime

/// The segments of ended playlists that are not compared, because another window begins after them.
///
/// A server removes segments from each playlist of a broadcast separately, so that the last windows
/// may begin with different segments.
///
/// Reference: rfc8216bis, section 6.2.2 (Live Playlists).
package struct EndedWindows<Key: Hashable> {
    /// A media playlist of an asset.
    package struct Window {
        /// The value that identifies the playlist.
        package let key: Key
        /// The playlist.
        package let media: MediaPlaylist
        /// Whether the playlist is the playlist of a variant stream.
        package let isVariant: Bool

        /// Creates a window.
        package init(key: Key, media: MediaPlaylist, isVariant: Bool) {
            self.key = key
            self.media = media
            self.isVariant = isVariant
        }
    }

    /// The first segments of a playlist, which precede another window.
    package struct Lead {
        /// The number of the segments, which is less than the number of all segments.
        package let count: Int
        /// The sum of the durations of the segments.
        package let duration: MediaTime
        /// The distance between the ends of the two windows without the segments.
        fileprivate let error: MediaTime
    }

    /// The largest distance between the starts of two windows, in target durations.
    private static var longestDistance: Int { 3 }
    /// The tolerated difference between the boundaries of segments in different playlists.
    private static var tolerance: MediaTime { .milliseconds(500) }
    /// The tolerated difference between the dates of the first segments, in milliseconds.
    private static var dateTolerance: UInt64 { 1000 }

    /// The segments to leave out of the comparison, by the key of the playlist.
    private var leads: [Key: Lead] = [:]

    /// Whether the comparison leaves out no segments.
    package var isEmpty: Bool { leads.isEmpty }

    /// Finds the segments before the window of the variant stream that begins last.
    ///
    /// The media sequence numbers show which segments were removed. A rendition may be numbered
    /// differently. Therefore, its segments are chosen either by their numbers or by their
    /// duration: the choice that makes the ends of the windows agree best is used. The ends of the
    /// playlists and, if there are any, their dates must agree afterwards. If a rendition is too
    /// short for one of the variant streams, nothing is left out, because the media of the
    /// rendition is missing.
    ///
    /// - Parameter windows: The media playlists of the asset.
    package init(_ windows: [Window]) {
        let ended = windows.filter {
            $0.media.hasEndList && $0.media.playlistType == nil && !$0.media.segments.isEmpty
        }
        let variants = ended.filter(\.isVariant)
        let others = ended.filter { !$0.isVariant }
        guard
            let last = variants.max(by: { $0.media.mediaSequence < $1.media.mediaSequence })?.media
        else { return }
        var removed = MediaTime.zero
        for variant in variants {
            guard let lead = Self.lead(of: variant.media, numberedBefore: last) else { continue }
            leads[variant.key] = lead
            removed = max(removed, lead.duration)
        }
        let isCovered = others.allSatisfy { other in
            other.media.isIFramesOnly
                || other.media.duration - last.duration > removed - Self.tolerance
        }
        guard isCovered else {
            leads = [:]
            return
        }
        let numbered = others.map { Self.lead(of: $0.media, numberedBefore: last) }
        let longest = zip(others, numbered).filter { !$0.0.media.isIFramesOnly }
            .reduce(removed) { max($0, $1.1?.duration ?? .zero) }
        for (other, lead) in zip(others, numbered) {
            let timed = [removed, longest].map { Self.lead(of: other.media, for: $0, before: last) }
            leads[other.key] = (timed + [lead]).compactMap(\.self).min { $0.error < $1.error }
        }
    }

    /// Returns the segments of a playlist to leave out; `nil` if there are none.
    package func lead(of key: Key) -> Lead? { leads[key] }

    /// Returns the first segments of a playlist, up to the first number of another window.
    private static func lead(
        of media: MediaPlaylist, numberedBefore last: MediaPlaylist
    ) -> Lead? {
        let (count, overflow) = last.mediaSequence.subtractingReportingOverflow(
            media.mediaSequence)
        return overflow ? nil : lead(of: count, in: media, before: last)
    }

    /// Returns the first segments of a playlist that fill a time before another window.
    private static func lead(
        of media: MediaPlaylist, for time: MediaTime, before last: MediaPlaylist
    ) -> Lead? {
        guard time > .zero else { return nil }
        var end = MediaTime.zero
        let first = media.segments.firstIndex { segment in
            end += segment.duration
            return end > time + tolerance
        }
        return first.flatMap { lead(of: $0, in: media, before: last) }
    }

    /// Returns the first segments of a playlist if they precede another window.
    ///
    /// - Parameters:
    ///   - count: The number of the segments.
    ///   - media: The playlist.
    ///   - last: The playlist whose window begins after the segments.
    /// - Returns: The segments; `nil` if there are no such segments, or if the windows would differ
    ///   without them.
    private static func lead(
        of count: Int, in media: MediaPlaylist, before last: MediaPlaylist
    ) -> Lead? {
        guard count > 0, count < media.segments.count else { return nil }
        let time = media.segments[..<count].reduce(MediaTime.zero) { $0 + $1.duration }
        let target = max(media.targetDuration ?? .zero, last.targetDuration ?? .zero)
        let difference = media.duration - last.duration
        let error = max(difference - time, time - difference)
        guard time <= target * longestDistance, error < max(difference, -difference) else {
            return nil
        }
        if let own = date(of: count, in: media), let other = date(of: 0, in: last),
            (own - other).magnitude > dateTolerance
        {
            return nil
        }
        return Lead(count: count, duration: time, error: error)
    }

    /// Returns the start of a segment in milliseconds since 1970; `nil` if there are no dates.
    private static func date(of index: Int, in media: MediaPlaylist) -> Int64? {
        let dated = media.datedSegments
        guard let anchor = dated.last(where: { $0 <= index }) ?? dated.first,
            let date = media.segments[anchor].programDateTime?.millisecondsSince1970,
            date.magnitude < 1 << 50
        else { return nil }
        let span = media.segments[min(anchor, index)..<max(anchor, index)]
            .reduce(MediaTime.zero) { $0 + $1.duration }
        return date + (anchor <= index ? span : -span).value(timescale: 1000)
    }
}
