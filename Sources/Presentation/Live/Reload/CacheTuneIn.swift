import Playlists
import VirtualTime

/// Computes directives that request a newer version than the cached copy of a playlist.
///
/// The age of a copy is the sum of the header field `Age` and the time since the copy arrived. The
/// age indicates how much media the origin has added. The next request names a segment or part that
/// follows the end of the copy by about that amount of media.
///
/// Reference: rfc8216bis, appendix C (Low-Latency CDN Tune-in); the limits are the same as in
/// `base-playlist-controller` of hls.js.
struct CacheTuneIn: Equatable {
    /// The largest age of a cached copy, in target durations, at which requests have directives.
    private static let longestAge = 3

    /// The distance from the end of the cached copy to the media that the last request named.
    ///
    /// The value is zero when the last request asked only for the next segment or part.
    private var goal = Duration.zero

    /// Returns the directives of the next request.
    ///
    /// - Parameters:
    ///   - next: The directives that await the segment or part after the end of the copy.
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
        // The last request already asked for media after the next segment or part. If even more is
        // missing now, the age is unreliable.
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
