package import Playlists
package import VirtualTime

/// The consequences of a response to a playlist request.
package struct ReloadStep: Equatable, Sendable {
    /// The instant of the next request; `nil` when none follows.
    package var next: Instant?
    /// The accepted version; `nil` when the response contained nothing new.
    package var update: LiveUpdate?
    /// The irregularities that this load has shown, in order.
    package var notices: [LiveNotice] = []
    /// Whether the player cannot continue with this playlist.
    package var hasFailed = false

    /// Creates a step.
    package init(next: Instant? = nil) { self.next = next }
}

/// A version of a playlist that a player has accepted.
package struct LiveUpdate: Equatable, Sendable {
    /// The playlist of this version, into which skipped segments are merged.
    package var playlist: MediaPlaylist
    /// The number of restarts of the media sequence numbers before this version.
    package var epoch = 0
    /// The number of never listed segments between the previous version and this version.
    package var missing = 0
    /// The assumed duration of the unlisted media between the previous and this version.
    package var hole = MediaTime.zero
    /// Whether reloads were suspended before this version was loaded.
    package var followsPause = false

    /// Creates an update.
    package init(
        _ playlist: MediaPlaylist, epoch: Int = 0, missing: Int = 0, hole: MediaTime = .zero,
        followsPause: Bool = false
    ) {
        self.playlist = playlist
        self.epoch = epoch
        self.missing = missing
        self.hole = hole
        self.followsPause = followsPause
    }
}

/// An irregularity in the loads of a live playlist.
package enum LiveNotice: Equatable, Sendable {
    /// A load failed; `count` is the number of consecutive failed loads.
    ///
    /// The status is `nil` if the server sent no response.
    case failure(status: Int?, count: Int)
    /// The response is older than the version that the player has accepted, and was ignored.
    case older
    /// The media sequence numbers seem to restart, but no second response has confirmed this yet.
    case suspectedRestart
    /// The media sequence numbers restarted.
    case restart
    /// A delta update could not be merged, and was ignored.
    case unmergedDelta
    /// A blocking request returned an unchanged playlist.
    case unchangedAnswer
    /// The playlist has not changed for the given time.
    case stale(Duration)
    /// The playlist has not changed in the given number of loads.
    case unchangedLoads(Int)
    /// The playlist lists no segment.
    case empty
    /// The playlist changed in a way that the specification forbids.
    case breach(PlaylistBreach)
}
