package import Playlists
package import VirtualTime

/// Determines the time for which the segments removed from a live playlist must remain available.
///
/// After its removal, a segment must remain for its own duration plus the duration of the longest
/// playlist version that listed the segment. The last version that listed the segment was requested
/// before the removal, so the time is counted from that request.
///
/// Reference: rfc8216bis, section 6.2.2.
package struct RemovalWatch: Equatable, Sendable {
    /// A segment that was removed.
    package struct Removed: Equatable, Sendable {
        /// The segment as it was listed.
        package let segment: MediaSegment
        /// The last instant at which a request for the segment must succeed.
        package let end: Instant
    }

    /// The allowance for the time that a request takes to reach the server.
    private static let latency = Duration.milliseconds(500)

    private var known: MediaPlaylist?
    private var requested = Instant.start
    /// For each segment of `known`, the longest duration of a version that listed the segment.
    private var longest: [MediaTime] = []

    /// Creates a watch that has not received a version of the playlist yet.
    package init() {}

    /// Compares a new version with the previous one.
    ///
    /// - Parameters:
    ///   - playlist: The version, without skipped segments.
    ///   - instant: The instant of the request for the version.
    /// - Returns: The segments that the version no longer lists, except gaps.
    package mutating func take(
        _ playlist: MediaPlaylist, requestedAt instant: Instant
    ) -> [Removed] {
        let before = known
        known = playlist
        let (last, former) = (requested, longest)
        requested = instant
        longest = [MediaTime](repeating: playlist.duration, count: playlist.segments.count)
        guard let before else { return [] }
        let first = playlist.sequenceNumbers.lowerBound
        let count = first - before.sequenceNumbers.lowerBound
        // After a restart of the encoder, the same sequence numbers belong to other segments.
        guard count >= 0, before.succession(of: playlist) != .restarted else { return [] }
        for (index, time) in zip(longest.indices, former.dropFirst(count)) {
            longest[index] = max(longest[index], time)
        }
        return zip(before.segments, former).prefix(count).filter { !$0.0.isGap }.map { pair in
            let (segment, longest) = pair
            let time = Duration(playing: segment.duration + longest, at: .normal) - Self.latency
            return Removed(segment: segment, end: last.advanced(by: time))
        }
    }
}
