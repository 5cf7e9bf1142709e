public import Formats
public import Sessions
public import VirtualTime

/// Receives the callbacks of a playback controller.
///
/// The controller calls its delegate at the end of a turn of the event loop, once for each event, in
/// the order in which the events occurred. The delegate never observes the middle of a command. Its
/// own commands take effect at once; their events follow those already queued. The delegate must not
/// run the event loop.
///
/// Every event arrives in ``playbackController(_:didReport:)``, which by default calls the method
/// named after the event. An app implements these methods, which are empty by default. A delegate
/// that records all events needs only ``playbackController(_:didReport:)``. Names:
/// `Documentation/Brightcove.md#delegate-and-consumers`.
public protocol PlaybackControllerDelegate: AnyObject {
    /// Receives every event; the default calls the method named after it.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - event: The event.
    func playbackController(_ controller: PlaybackController, didReport event: PlaybackEvent)

    /// The controller advanced to a session.
    ///
    /// A new delegate immediately receives the current session, if there is one.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    func playbackController(
        _ controller: PlaybackController, didAdvanceToPlaybackSession session: PlaybackSession)

    /// The duration of a session became known or was refined.
    ///
    /// It is first the duration that the playlist promises, then refined by demuxed media.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - duration: The duration in seconds; NaN for a broadcast that has not ended.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeDuration duration: Double)

    /// Playback moved to an external screen or returned from it.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - isActive: Whether an external screen shows it.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeExternalPlaybackActive isActive: Bool)

    /// The playhead passed cue points, by playing or by a seek in either direction.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - passage: The points, and the positions before and after them.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didPassCuePoints passage: CuePointPassage)

    /// Playback reached a position.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - progress: The position in seconds; the first of a session is minus infinity, and the
    ///     last one of a completed session is plus infinity.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didProgressTo progress: Double)

    /// The queue has been played to its end; reported only with `autoAdvance`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - playlist: The videos passed to `setVideos`.
    func playbackController(
        _ controller: PlaybackController, didCompletePlaylist playlist: [Video])

    /// A lifecycle event of a session occurred.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - event: The event.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReceiveLifecycleEvent event: LifecycleEvent)

    /// The seekable ranges changed.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - ranges: The ranges.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSeekableRanges ranges: [Range<MediaTime>])

    /// None of the videos passed to `setVideos` is playable.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - videos: The videos.
    func playbackController(
        _ controller: PlaybackController, noPlayableVideosFound videos: [Video])

    /// The metadata of the current video was determined; reported after `Ready`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - metadata: The metadata.
    ///   - video: The video.
    func playbackController(
        _ controller: PlaybackController, determinedMetadata metadata: [String: String],
        forVideo video: Video)

    /// The type of the current video, such as live, was determined; reported after `Ready`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - type: The type.
    ///   - video: The video.
    func playbackController(
        _ controller: PlaybackController, determinedVideoType type: VideoType,
        forVideo video: Video)

    /// The codecs of the current video were determined; reported after `Ready`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - codecs: The codecs as RFC 6381 names.
    ///   - video: The video.
    func playbackController(
        _ controller: PlaybackController, determinedCodecs codecs: [String],
        forVideo video: Video)

    /// The media type of a source was determined.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - type: The media type; single files always count as video with audio.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        determinedMediaType type: MediaType)

    /// The selected audible option changed.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - option: The option; `nil` means none.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedAudibleMediaOption option: MediaOption?)

    /// The selected legible option changed.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - option: The option; `nil` means none.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedLegibleMediaOption option: MediaOption?)

    /// A cue of the selected subtitles is shown.
    ///
    /// The playhead reached its start, by playing or by a seek, or its subtitles arrived when it
    /// was due. The simulated SDK leaves cues to the system's player and has no such callback. It
    /// is reported when the provider chain reads cues, as `SidecarSubtitleProvider` does.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - cue: The cue.
    ///   - option: The subtitles of the cue.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didShowCue cue: SubtitleCue,
        of option: MediaOption)

    /// A cue is hidden.
    ///
    /// The playhead reached its end or moved elsewhere, the selection of subtitles changed, or the
    /// session ended.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - cue: The cue.
    ///   - option: The subtitles of the cue.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didHideCue cue: SubtitleCue,
        of option: MediaOption)

    /// The limit of concurrent streams was reached.
    ///
    /// Called only with ``PlaybackController/streamConcurrencyEnabled``; the session does not fail,
    /// and pauses unless the options say otherwise
    /// (`Documentation/Brightcove.md#stream-concurrency`). A licence that is denied because of a
    /// limit remains an error of the licence.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - sessions: The answer of the service: the list of the viewer's sessions as `sessions`, each
    ///     with `session_id`, `end_viewer_id`, `last_seen` and `stopped`. Empty when the service
    ///     sent no list.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReachMaxConcurrency sessions: [String: PropertyValue])

    /// Returns the service that renews the expiring URL of a playlist.
    ///
    /// Called before a playlist is requested at a URL that has expired, at most once in each
    /// lifetime of the URLs (`Documentation/Brightcove.md#manifest-lifetime`).
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    /// - Returns: The service that returns the video with a fresh URL; `nil` uses the service of
    ///   the account from which the video came.
    func playbackServiceForManifestURLTTLUpdateForPlaybackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession
    ) -> PlaybackService?

    /// The expiring URL of a playlist was renewed, or the renewal failed.
    ///
    /// After a failure the playlist is requested at the old URL.
    ///
    /// - Parameters:
    ///   - error: The reason of the failure; `nil` after success.
    ///   - controller: The controller.
    ///   - session: The session.
    func manifestTTLWasUpdatedWithError(
        _ error: PlaybackError?, playbackController controller: PlaybackController,
        playbackSession session: PlaybackSession)

    /// A video was inserted into the queue.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - video: The video.
    ///   - index: Its index in the queue.
    func playbackController(
        _ controller: PlaybackController, didInsertVideo video: Video, atIndex index: Int)

    /// A video could not be inserted into the queue.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - video: The video.
    func playbackController(
        _ controller: PlaybackController, failedToInsertVideo video: Video)

    /// The lock screen shows other information.
    ///
    /// The simulated SDKs write to the system's information center and have no such callback. It is
    /// called at play, pause, seek and advance, and when the rate, the duration, an ad or the
    /// configuration changes the information.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - information: The information; `nil` when nothing of the player is shown.
    func playbackController(
        _ controller: PlaybackController,
        didChangeNowPlaying information: PlaybackEvent.NowPlayingInformation?)

    /// Picture in picture starts or stops.
    ///
    /// In the simulated SDKs, the delegate of the system's controller is notified; its methods are
    /// the cases of the event.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - event: The step of picture in picture.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangePictureInPicture event: PlaybackEvent.PictureInPictureStep)
}
