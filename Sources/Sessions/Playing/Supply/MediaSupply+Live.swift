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
        let needed = { [tracks] in tracks.readySegments(of: $0, from: moment.position) }
        guard let step = follower?.take(arrival, position: moment.position, holding: needed)
        else { return }
        record.loseLate(of: tracks)
        for text in step.remarks(on: arrival) { record.remarks.add(.livePlaylist, text) }
        readMarkers()
        if step.hasFailed { news.append(.failed(.brokenBroadcast(url: arrival.url))) }
        failover.take(arrival, of: tracks, step, policy.recovery)
    }

    /// Hands the session the markers that the followed playlists have added.
    func readMarkers() {
        for markers in follower?.takeMarkers() ?? [] { news.append(.marked(markers)) }
    }
}
