public import Sessions
public import VirtualTime

extension PlaybackControllerDelegate {
    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, didAdvanceTo session: PlaybackSession
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
        didReceive event: LifecycleEvent
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
        for video: Video
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, determinedVideoType type: VideoType, for video: Video
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, determinedCodecs codecs: [String], for video: Video
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
        didShow cue: SubtitleCue,
        of option: MediaOption
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didHide cue: SubtitleCue,
        of option: MediaOption
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReachMaxConcurrency sessions: [String: String]
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        manifestTTLWasUpdatedWith error: PlaybackError?
    ) {}

    /// Does nothing.
    public func playbackController(
        _ controller: PlaybackController, didInsert video: Video, at index: Int
    ) {}

    /// Does nothing.
    public func playbackController(_ controller: PlaybackController, failedToInsert video: Video) {}

    /// Asks nobody.
    public func playbackServiceForManifestURLTTLUpdate(
        _ controller: PlaybackController, playbackSession session: PlaybackSession
    ) -> (any PlaybackService)? { nil }
}
