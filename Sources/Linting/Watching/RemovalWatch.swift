package import Playlists
package import VirtualTime

/// Determines until when the segments that a live playlist no longer lists must remain available.
///
/// A segment remains for its own duration and that of the longest version of the playlist with it,
/// counted from its removal. It was listed by the version before, so that it was removed after the
/// request for that version.
///
/// Reference: rfc8216bis, section 6.2.2.
package struct RemovalWatch: Equatable, Sendable {
    /// A segment that was removed.
    package struct Removed: Equatable, Sendable {
        /// The segment as it was listed.
        package let segment: MediaSegment
        /// The last instant at which a request for it must succeed.
        package let end: Instant
    }

    /// The time that a request takes to the server, and is not counted.
    private static let latency = Duration.milliseconds(500)

    private var known: MediaPlaylist?
    private var requested = Instant.start
    private var longest = MediaTime.zero

    /// Creates a watch over a playlist without any version.
    package init() {}

    /// Takes a new version.
    ///
    /// - Parameters:
    ///   - playlist: The version, without skipped segments.
    ///   - instant: The instant of its request.
    /// - Returns: The segments that it no longer lists, without gaps.
    package mutating func take(
        _ playlist: MediaPlaylist, requestedAt instant: Instant
    ) -> [Removed] {
        defer {
            known = playlist
            requested = instant
        }
        longest = max(longest, playlist.duration)
        guard let known else { return [] }
        let count = playlist.sequenceNumbers.lowerBound - known.sequenceNumbers.lowerBound
        guard count > 0 else { return [] }
        return known.segments.prefix(count).filter { !$0.isGap }.map { segment in
            let time = Duration(playing: segment.duration + longest, at: .normal) - Self.latency
            return Removed(segment: segment, end: requested.advanced(by: time))
        }
    }
}
