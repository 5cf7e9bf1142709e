public import Formats
public import Sessions
public import VirtualTime

/// Receives the callbacks of a playback controller.
///
/// The controller calls its delegate at the end of a turn of the event loop, once for each event,
/// in the order in which the events occurred. A command is therefore always complete when the
/// delegate is called. If the delegate itself gives a command, the command takes effect
/// immediately, and its events follow the events already queued. The delegate must not run the
/// event loop.
///
/// Every event arrives in ``playbackController(_:didReport:)``, which by default calls the method
/// that corresponds to the event. An app implements these methods; their default implementations
/// are empty. A delegate that records all events needs only ``playbackController(_:didReport:)``.
/// Source of the names: `Documentation/Brightcove.md#delegate-and-consumers`.
public protocol PlaybackControllerDelegate: AnyObject {
    /// Receives every event; by default, calls the method that corresponds to the event.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - event: The event.
    func playbackController(_ controller: PlaybackController, didReport event: PlaybackEvent)

    /// Notifies the delegate that the controller advanced to a session.
    ///
    /// A new delegate first receives the current session, if there is one, at the end of the
    /// event-loop turn.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    func playbackController(
        _ controller: PlaybackController, didAdvanceToPlaybackSession session: PlaybackSession)

    /// Notifies the delegate that the duration of a session was determined or refined.
    ///
    /// The first duration is the one that the playlist states. Demuxed media then makes it more
    /// precise.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - duration: The duration in seconds; NaN for a broadcast that has not ended.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeDuration duration: Double)

    /// Notifies the delegate that external playback of the video started or ended.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - isActive: Whether the video is shown on the other device or screen.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeExternalPlaybackActive isActive: Bool)

    /// Notifies the delegate that the playhead passed cue points.
    ///
    /// The playhead passes cue points by playing or by a seek in either direction.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - passage: The cue points, and the playback positions before and after passing them.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didPassCuePoints passage: CuePointPassage)

    /// Notifies the delegate that playback reached a position.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - progress: The position in seconds. The first progress of a session is minus infinity,
    ///     and the last progress of a completed session is plus infinity.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didProgressTo progress: Double)

    /// Notifies the delegate that the queue has been played to its end.
    ///
    /// Called only if `autoAdvance` is `true`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - playlist: The videos passed to `setVideos`.
    func playbackController(
        _ controller: PlaybackController, didCompletePlaylist playlist: [Video])

    /// Notifies the delegate that a lifecycle event of a session occurred.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - event: The event.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReceiveLifecycleEvent event: LifecycleEvent)

    /// Notifies the delegate that the seekable ranges of a session changed.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - ranges: The ranges.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSeekableRanges ranges: [Range<MediaTime>])

    /// Notifies the delegate that none of the videos passed to `setVideos` is playable.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - videos: The videos.
    func playbackController(
        _ controller: PlaybackController, noPlayableVideosFound videos: [Video])

    /// Notifies the delegate that the metadata of the current video was determined.
    ///
    /// Called after the lifecycle event `Ready`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - metadata: The metadata.
    ///   - video: The video.
    func playbackController(
        _ controller: PlaybackController, determinedMetadata metadata: [String: String],
        forVideo video: Video)

    /// Notifies the delegate that the type of the current video, such as live, was determined.
    ///
    /// Called after the lifecycle event `Ready`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - type: The type.
    ///   - video: The video.
    func playbackController(
        _ controller: PlaybackController, determinedVideoType type: VideoType,
        forVideo video: Video)

    /// Notifies the delegate that the codecs of the current video were determined.
    ///
    /// Called after the lifecycle event `Ready`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - codecs: The codecs, in the notation of RFC 6381.
    ///   - video: The video.
    func playbackController(
        _ controller: PlaybackController, determinedCodecs codecs: [String],
        forVideo video: Video)

    /// Notifies the delegate that the media type of a session's source was determined.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - type: The media type; single files always count as video with audio.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        determinedMediaType type: MediaType)

    /// Notifies the delegate that the selected audible option changed.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - option: The option; `nil` means none.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedAudibleMediaOption option: MediaOption?)

    /// Notifies the delegate that the selected legible option changed.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - option: The option; `nil` means none.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedLegibleMediaOption option: MediaOption?)

    /// Notifies the delegate that a cue of the selected subtitles is shown.
    ///
    /// A cue is shown when the playhead reaches its start, by playing or by a seek. If the
    /// subtitles are loaded only later, the cue is shown when they are loaded. The simulated SDK
    /// has no such callback, because the system's player shows the cues. The event is reported if
    /// one of the session providers reads cues, as `SidecarSubtitleProvider` does.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - cue: The cue.
    ///   - option: The subtitles that contain the cue.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didShowCue cue: SubtitleCue,
        of option: MediaOption)

    /// Notifies the delegate that a cue of the selected subtitles is hidden.
    ///
    /// A cue is hidden when the playhead reaches the end of the cue or moves elsewhere, when the
    /// selection of subtitles changes, or when the session ends.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - cue: The cue.
    ///   - option: The subtitles that contain the cue.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didHideCue cue: SubtitleCue,
        of option: MediaOption)

    /// Notifies the delegate that the viewer reached the service's limit of concurrent streams.
    ///
    /// Called only if ``PlaybackController/streamConcurrencyEnabled`` is `true`. The session does
    /// not fail, but pauses unless the options specify otherwise
    /// (`Documentation/Brightcove.md#stream-concurrency`). If a licence server denies a licence
    /// because of a limit, a licence error is reported instead of this event.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - sessions: The response of the service. Its member `sessions` is the list of the viewer's
    ///     sessions, each with `session_id`, `end_viewer_id`, `last_seen` and `stopped`. The value
    ///     is empty when the response contains no such list.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReachMaxConcurrency sessions: [String: PropertyValue])

    /// Returns the service that renews the expiring URL of a playlist.
    ///
    /// Called when a playlist must be requested and its URL has expired. After an attempt to renew
    /// the URL, this method is not called again until another lifetime of the URL has passed
    /// (`Documentation/Brightcove.md#manifest-lifetime`).
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    /// - Returns: The service that returns the video with a new URL; `nil` uses the service of the
    ///   account from which the video was loaded.
    func playbackServiceForManifestURLTTLUpdateForPlaybackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession
    ) -> PlaybackService?

    /// Notifies the delegate that the renewal of a playlist's expiring URL has ended.
    ///
    /// If the renewal failed, the playlist is requested at the old URL.
    ///
    /// - Parameters:
    ///   - error: The reason for the failure; `nil` after a successful renewal.
    ///   - controller: The controller.
    ///   - session: The session.
    func manifestTTLWasUpdatedWithError(
        _ error: PlaybackError?, playbackController controller: PlaybackController,
        playbackSession session: PlaybackSession)

    /// Notifies the delegate that a video was inserted into the queue.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - video: The video.
    ///   - index: The index of the video in the queue.
    func playbackController(
        _ controller: PlaybackController, didInsertVideo video: Video, atIndex index: Int)

    /// Notifies the delegate that a video could not be inserted into the queue.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - video: The video.
    func playbackController(
        _ controller: PlaybackController, failedToInsertVideo video: Video)

    /// Notifies the delegate that the information on the lock screen changed.
    ///
    /// The simulated SDKs write this information to the system's information center and have no
    /// such callback. The method is called after play, pause, seek and advance. It is also called
    /// when the rate, the duration, an ad or the configuration of the lock screen changes the
    /// information.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - information: The information; `nil` when the lock screen shows nothing about this
    ///     player.
    func playbackController(
        _ controller: PlaybackController,
        didChangeNowPlaying information: PlaybackEvent.NowPlayingInformation?)

    /// Notifies the delegate that picture in picture starts or stops.
    ///
    /// In an app with the simulated SDKs, the delegate of the system's picture-in-picture
    /// controller receives these callbacks. Each case of the event corresponds to one method of
    /// that delegate.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - event: The step of picture in picture.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangePictureInPicture event: PlaybackEvent.PictureInPictureStep)
}
