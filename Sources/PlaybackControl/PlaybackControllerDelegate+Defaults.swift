public import Formats
public import Sessions
public import VirtualTime

extension PlaybackControllerDelegate {
    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, didAdvanceToPlaybackSession session: PlaybackSession
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeDuration duration: Double
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeExternalPlaybackActive isActive: Bool
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didPassCuePoints passage: CuePointPassage
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didProgressTo progress: Double
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, didCompletePlaylist playlist: [Video]
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReceiveLifecycleEvent event: LifecycleEvent
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSeekableRanges ranges: [Range<MediaTime>]
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, noPlayableVideosFound videos: [Video]
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, determinedMetadata metadata: [String: String],
        forVideo video: Video
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, determinedVideoType type: VideoType, forVideo video: Video
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, determinedCodecs codecs: [String], forVideo video: Video
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        determinedMediaType type: MediaType
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedAudibleMediaOption option: MediaOption?
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedLegibleMediaOption option: MediaOption?
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didShowCue cue: SubtitleCue,
        of option: MediaOption
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didHideCue cue: SubtitleCue,
        of option: MediaOption
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReachMaxConcurrency sessions: [String: PropertyValue]
    ) {}

    /// Does nothing.
    public func manifestTTLWasUpdatedWithError(
        _ error: PlaybackError?, playbackController controller: PlaybackController,
        playbackSession session: PlaybackSession
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, didInsertVideo video: Video, atIndex index: Int
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, failedToInsertVideo video: Video
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController,
        didChangeNowPlaying information: PlaybackEvent.NowPlayingInformation?
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangePictureInPicture event: PlaybackEvent.PictureInPictureStep
    ) {}

    /// Returns `nil`, so that the service of the video's account renews the expiring URL.
    public func playbackServiceForManifestURLTTLUpdateForPlaybackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession
    ) -> PlaybackService? { nil }
}
