public import Sessions
public import VirtualTime

/// Receives the callbacks of a playback controller.
///
/// The controller calls its delegate at the end of a turn, once for each event, in the order in which
/// the events happened. The delegate sees finished work, never the middle of a command. Commands that
/// it gives take effect at once, and their events follow those that are already queued. It must not
/// run the loop.
///
/// Every event arrives in ``playbackController(_:didReport:)``, whose default calls the method that is
/// named after the event. Implement the named methods in an app, and the single one in a recorder.
/// Every named method has an empty default. Names: `Documentation/Brightcove.md#delegate-and-consumers`.
public protocol PlaybackControllerDelegate: AnyObject {
    /// An event happened; the default calls the method that is named after it.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - event: The event.
    func playbackController(_ controller: PlaybackController, didReport event: PlaybackEvent)

    /// The controller went on to a session.
    ///
    /// A new delegate is told at once of the current session, if there is one.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    func playbackController(
        _ controller: PlaybackController, didAdvanceToPlaybackSession session: PlaybackSession)

    /// The duration of a session is known, or known better.
    ///
    /// It is first the sum of what the playlist promises, and refined by what is demuxed.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - duration: The duration in seconds.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeDuration duration: Double)

    /// Playback moved to another screen, or came back.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - isActive: Whether another screen shows it.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeExternalPlaybackActive isActive: Bool)

    /// The playhead passed cue points, by playing or by a seek in either direction.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - passage: The points, and the positions between which they lie.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didPassCuePoints passage: CuePointPassage)

    /// Playback got to a position.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - progress: The position in seconds; the first of a session is minus infinity, and the
    ///     last of one that is played to its end is plus infinity.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didProgressTo progress: Double)

    /// The queue has been played to its end; only told with `autoAdvance`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - playlist: The videos that were given to `setVideos`.
    func playbackController(
        _ controller: PlaybackController, didCompletePlaylist playlist: [Video])

    /// Something happened in the life of a session.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - event: What happened.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReceiveLifecycleEvent event: LifecycleEvent)

    /// The playhead can be put into other ranges than before.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - ranges: The ranges.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSeekableRanges ranges: [Range<MediaTime>])

    /// None of the videos that were given to `setVideos` can be played.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - videos: The videos.
    func playbackController(
        _ controller: PlaybackController, noPlayableVideosFound videos: [Video])

    /// The metadata of the current video is known; told after `Ready`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - metadata: The metadata.
    ///   - video: The video.
    func playbackController(
        _ controller: PlaybackController, determinedMetadata metadata: [String: String],
        forVideo video: Video)

    /// It is known how the current video can be moved about in; told after `Ready`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - type: The type.
    ///   - video: The video.
    func playbackController(
        _ controller: PlaybackController, determinedVideoType type: VideoType,
        forVideo video: Video)

    /// The codecs of the current video are known; told after `Ready`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - codecs: The codecs, as RFC 6381 writes them.
    ///   - video: The video.
    func playbackController(
        _ controller: PlaybackController, determinedCodecs codecs: [String],
        forVideo video: Video)

    /// It is known what a source holds.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - type: What it holds; single files always count as video with audio.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        determinedMediaType type: MediaType)

    /// Another audible option was selected.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - option: The option; `nil` means none.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedAudibleMediaOption option: MediaOption?)

    /// Another legible option was selected.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - option: The option; `nil` means none.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedLegibleMediaOption option: MediaOption?)

    /// A cue of the selected subtitles is shown: the playhead came to its start, by playing or by a
    /// seek, or its subtitles have come in while it should be seen.
    ///
    /// The simulated SDK leaves this to the system's player and has no such callback. It is told
    /// when the provider chain reads cues, as `SidecarSubtitleProvider` does.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - cue: The cue.
    ///   - option: The subtitles that it belongs to.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didShowCue cue: SubtitleCue,
        of option: MediaOption)

    /// A cue that was shown is hidden: the playhead came to its end or was put elsewhere, other
    /// subtitles or none are selected, or the session ends.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - cue: The cue.
    ///   - option: The subtitles that it belongs to.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didHideCue cue: SubtitleCue,
        of option: MediaOption)

    /// The limit of concurrent streams was reached. Not reported yet.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - sessions: The streams of the user.
    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReachMaxConcurrency sessions: [String: String])

    /// Returns the service that renews the expiring URL of a playlist. Not asked yet.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    /// - Returns: The service to ask for a video with a fresh URL; `nil` renews nothing.
    func playbackServiceForManifestURLTTLUpdateForPlaybackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession
    ) -> (any PlaybackService)?

    /// The expiring URL of a playlist was renewed, or the renewal failed. Not reported yet.
    ///
    /// - Parameters:
    ///   - error: Why the renewal failed; `nil` when it succeeded.
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
    ///   - index: Its place in the queue.
    func playbackController(
        _ controller: PlaybackController, didInsertVideo video: Video, atIndex index: Int)

    /// A video could not be inserted into the queue.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - video: The video.
    func playbackController(
        _ controller: PlaybackController, failedToInsertVideo video: Video)
}

/// A catalogue that knows the videos of an account.
public protocol PlaybackService {
    /// Looks a video up again.
    ///
    /// - Parameter video: The video as it is known.
    /// - Returns: The video with sources whose tokens are fresh.
    /// - Throws: ``PlaybackError`` when it cannot be had.
    func refreshed(_ video: Video) throws(PlaybackError) -> Video
}
