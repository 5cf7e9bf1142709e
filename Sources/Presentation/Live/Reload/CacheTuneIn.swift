import Playlists
import VirtualTime

/// Asks past a cached copy of a playlist for the version that its origin has by now.
///
/// The age of a copy, from the header field `Age` and since its arrival, says how much media its
/// origin has added. The next request names a segment or part that much further on.
///
/// Reference: rfc8216bis, appendix C (Low-Latency CDN Tune-in); the limits are those of
/// `base-playlist-controller` of hls.js.
struct CacheTuneIn: Equatable {
    /// The age in target durations after which the next request has no sequence number.
    private static let longestAge = 3

    /// The media beyond the copy that the last request asked for; zero when it asked for none.
    private var goal = Duration.zero

    /// Returns the directives of the next request.
    ///
    /// - Parameters:
    ///   - next: The directives that await the segment or part after the last one.
    ///   - age: The age of the copy.
    ///   - playlist: The copy.
    /// - Returns: The directives.
    mutating func directives(
        from next: ReloadDirectives, age: Duration, of playlist: MediaPlaylist
    ) -> ReloadDirectives {
        let target = Duration(playing: ReloadPace.target(of: playlist), at: .normal)
        let part = ReloadPace.partTarget(of: playlist).map { Duration(playing: $0, at: .normal) }
        let former = goal
        let missing = age - (part ?? .zero)
        goal = max(min(missing, target * 3 / 2), .zero)
        guard goal > .zero, target > .zero, let sequence = next.sequence else { return next }
        if age > target * Self.longestAge { return .none }
        // A copy that grew older in spite of the last request has an age that is not to be trusted.
        if former > .zero, missing > former {
            goal = .zero
            return next
        }
        var directives = next
        let segments = Int(goal / target)
        directives.sequence = sequence + segments
        if let part, part > .zero, let index = next.part {
            directives.part = index + Int(((goal - target * segments) / part).rounded())
        }
        return directives
    }
}
