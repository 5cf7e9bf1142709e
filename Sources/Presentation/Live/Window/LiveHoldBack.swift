package import Playlists
package import VirtualTime

/// The required distance from the live edge, which depends on the playlist and the player.
///
/// Reference: rfc8216bis, section 4.4.3.8 (EXT-X-SERVER-CONTROL).
package struct LiveHoldBack: Equatable, Sendable {
    /// The hold-back in target durations, used when the playlist states no hold-back.
    private static let targetDurations = 3

    /// The distance from the live edge; zero after the end of the broadcast.
    package let distance: MediaTime
    /// Whether the playlist states the distance.
    package let isStated: Bool

    /// Determines the distance from the live edge for a player and a playlist.
    package init(_ tuning: LiveTuning, _ playlist: MediaPlaylist) {
        let control = playlist.serverControl
        let parts = tuning.loadsParts ? ReloadPace.partTarget(of: playlist) : nil
        if playlist.hasEndList {
            (distance, isStated) = (.zero, false)
        } else if case .segments(let count) = tuning.holdBack {
            (distance, isStated) = (Self.length(ofLast: count, of: playlist), false)
        } else if let stated = control?.partHoldBack, parts != nil, stated > .zero {
            (distance, isStated) = (stated, true)
        } else if tuning.holdBack == .partTargets, let parts {
            (distance, isStated) = (parts * Self.targetDurations, false)
        } else if let stated = control?.holdBack, stated > .zero {
            (distance, isStated) = (stated, true)
        } else if tuning.holdBack == .lastSegments {
            let length = Self.length(ofLast: Self.targetDurations, of: playlist)
            (distance, isStated) = (length, false)
        } else if tuning.holdBack == .partTargets, playlist.targetDuration == nil {
            (distance, isStated) = (.zero, false)
        } else {
            (distance, isStated) = (ReloadPace.target(of: playlist) * Self.targetDurations, false)
        }
    }

    private static func length(ofLast count: Int, of playlist: MediaPlaylist) -> MediaTime {
        playlist.segments.suffix(count).reduce(.zero) { $0 + $1.duration }
    }
}
