import Playlists
import Presentation
import VirtualTime

/// Broadcasts: playlists that are reloaded, and the positions that they permit.
extension MediaSupply {
    /// The state of a broadcast; `nil` for a video on demand.
    var live: TrackReadiness.Live? {
        follower.map { TrackReadiness.Live(seekable: $0.seekable, isFinite: $0.isFinite) }
    }

    /// Returns the treatment of a source; `nil` for one on demand.
    ///
    /// A file never grows, and neither does a stored playlist.
    func treatment(of main: RenditionMedia) -> LiveOptions.Treatment? {
        guard !main.playlist.hasEndList, main.playlist.playlistType != .vod, !main.isSingleFile,
            assetLoad.mayGrow(main)
        else { return nil }
        // A survey reads one version of every playlist.
        return options.streams == nil ? options.live.treatment : .snapshot
    }

    // MARK: Renditions

    /// Follows the playlists that playback starts with.
    func follow(_ media: StartingStreams.Media) {
        follower = PlaylistFollower(
            media.main, options.live.tuning, loop: loop,
            load: { [assetLoad] in assetLoad.reload($0, $1, completion: $2) },
            report: { [report] in report(.playlist($0)) })
        if let audio = media.audio { admit(audio, .audio) }
        if let subtitles = media.subtitles { admit(subtitles, .subtitles) }
    }

    /// Follows the playlist of another rendition of a broadcast.
    ///
    /// Subtitles that come whole beside the video have nothing to follow.
    func admit(_ media: RenditionMedia, _ role: Track.Role) {
        guard role != .subtitles || !media.playlist.hasEndList else { return }
        follower?.admit(media)
    }

    /// Ends the reloads of renditions that are no longer in use, and suspends all in a pause.
    ///
    /// - Parameter isPaused: Whether playback is paused.
    func followPlaylists(isPaused: Bool) {
        guard let follower else { return }
        let used = tracks.tracks + (tracks.joining.map { [$0] } ?? [])
        for media in follower.follow(used.map(\.media)) { assetLoad.forget(media) }
        follower.follow(isPaused: isPaused)
    }

    // MARK: Versions

    /// Handles the end of a reload.
    func receive(_ arrival: PlaylistFollower.Arrival, at moment: Moment) {
        let step = follower?.take(arrival, position: moment.position) { [tracks] media in
            // Media that is ready before the playhead's segment is not needed any more.
            let track = tracks.tracks.first { $0.media === media } ?? tracks.joining
            guard let track, track.media === media,
                let first = media.timeline.number(at: moment.position), first < track.next
            else { return nil }
            return first..<track.next
        }
        guard let step else { return }
        for notice in step.notices {
            guard let text = notice.remark else { continue }
            record.remarks.add(.livePlaylist, "\(text): \(arrival.place)")
        }
        if step.hasFailed { news.append(.failed(.brokenBroadcast(url: arrival.url))) }
    }

    /// The reaction to a playhead that a broadcast has left behind.
    enum Reaction {
        /// Playback continues at a position.
        case jump(to: MediaTime)
        /// Playback fails.
        case fail(SessionError)
    }

    /// Returns the reaction to a playhead that a broadcast has left behind; `nil` otherwise.
    func reactionBehindWindow(at moment: Moment) -> Reaction? {
        guard let follower else { return nil }
        for track in tracks.tracks where track.role.blocksPlayhead && track.awaitsPlaylist {
            guard let window = follower.window(of: track.media) else { continue }
            let isStarved = track.resolvedEnd <= moment.place + TrackTimeline.tolerance
            if isStarved, follower.failsWhenPlayedOut {
                return .fail(.brokenBroadcast(url: track.media.url))
            }
            switch window.reaction(
                toPlayheadAt: moment.place, wanting: track.next, isStarved: isStarved,
                dvrFrom: options.seekableWindow)
            {
            case .jump(let position)?: return .jump(to: position)
            case .fail?: return .fail(.behindWindow(url: track.media.url))
            case nil: continue
            }
        }
        return nil
    }
}

extension LiveNotice {
    /// The fact in words; `nil` for one that is part of every broadcast.
    fileprivate var remark: String? {
        switch self {
        case .failure(let status?, let count):
            "reload \(count) in a row failed with status \(status)"
        case .failure(nil, let count): "reload \(count) in a row failed"
        case .older: "an older version of the playlist was ignored"
        case .suspectedRestart: nil
        case .restart: "the media sequence numbers started again"
        case .unmergedDelta: "a delta update could not be merged"
        case .unchangedAnswer: "a blocking reload was answered without a change"
        case .stale(let span): "the playlist had not changed for \(Instant(sinceStart: span)) s"
        case .unchangedLoads(let count): "the playlist had not changed in \(count) reloads"
        case .empty: "the playlist lists no segment"
        case .breach(let breach): "\(breach)"
        }
    }
}
