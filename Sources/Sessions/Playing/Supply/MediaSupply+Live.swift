import Playlists
import Presentation
import VirtualTime

/// The part of the supply for broadcasts, whose playlists are reloaded.
extension MediaSupply {
    /// The state of a broadcast; `nil` for a video on demand.
    var live: TrackReadiness.Live? { follower?.readiness }

    /// Starts to reload the playlists of the renditions that playback starts with.
    func follow(_ media: StartingStreams.Media) {
        follower = PlaylistFollower(
            media.main, after: formerBroadcast, options.liveTuning,
            markers: ListedMarkers(options.live.cuePointSources), loop: loop,
            load: { [assetLoad] in assetLoad.reload($0, $1, completion: $2) },
            report: { [report] in report(.playlist($0)) })
        if let audio = media.audio { admit(audio, .audio) }
        if let subtitles = media.subtitles { admit(subtitles, .subtitles) }
        follower?.settle()
    }

    /// Starts to reload the playlist of another rendition of a broadcast.
    ///
    /// Complete subtitles, such as sidecar files of the video, need no reload.
    func admit(_ media: RenditionMedia, _ role: Track.Role) {
        guard role != .subtitles || !media.playlist.hasEndList else { return }
        follower?.admit(media, blocksPlayhead: role.blocksPlayhead)
    }

    /// Stops reloading the playlists of unused renditions.
    ///
    /// The playlists of used renditions are reloaded until the end of playback, but not during a
    /// pause if the modelled player suspends reloads then.
    func followPlaylists(isPaused: Bool, isOver: Bool) {
        guard let follower else { return }
        let used = inspect { $0.media }
        let left = follower.follow(used, readyUpTo: tracks.main?.resolvedEnd ?? .zero)
        for media in left { assetLoad.forget(media) }
        readMarkers()
        follower.follow(isPaused: isPaused, isOver: isOver)
    }

    /// Handles the end of a reload.
    func receive(_ arrival: PlaylistFollower.Arrival, at moment: Moment) {
        let step = follower?.take(arrival, position: moment.position) { [tracks] in
            tracks.readySegments(of: $0, from: moment.position)
        }
        guard let step else { return }
        record.loseLate(of: tracks)
        for text in step.remarks(on: arrival) { record.remarks.add(.livePlaylist, text) }
        readMarkers()
        if step.hasFailed { news.append(.failed(.brokenBroadcast(url: arrival.url))) }
    }

    /// Hands the session the markers that the followed playlists have added.
    func readMarkers() {
        for markers in follower?.takeMarkers() ?? [] { news.append(.marked(markers)) }
    }

    /// Records that playback jumps because the window of a broadcast has moved past the playhead.
    func recordRejoin(from place: MediaTime, at position: MediaTime) {
        follower?.rejoin(from: place, at: position)
        observers.report(rejoinFrom: place, at: position)
    }

    /// Returns the player's reaction if the live window has moved past the playhead.
    ///
    /// The result is `nil` otherwise.
    func reactionBehindWindow(at moment: Moment) -> PlaylistFollower.Reaction? {
        follower?.reaction(of: tracks, at: moment.place, dvrFrom: plan.source.dvrThreshold(options))
    }
}
