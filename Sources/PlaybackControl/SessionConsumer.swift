public import Sessions

/// An observer of a controller's sessions, for example for analytics or advertising.
///
/// A consumer receives the delegate's session events, but no events of the queue and no determined
/// properties of videos. The controller holds its consumers strongly until they are removed.
///
/// Source: `Documentation/Brightcove.md#delegate-and-consumers`.
public protocol PlaybackSessionConsumer: AnyObject {
    /// Receives an event of a session.
    ///
    /// - Parameter event: The event.
    func consume(_ event: PlaybackEvent)
}

extension PlaybackEvent {
    /// Whether session consumers receive the event.
    var isForConsumers: Bool {
        switch kind {
        case .didAdvanceToPlaybackSession, .didChangeDuration, .didProgressTo, .didPassCuePoints,
            .didReceiveLifecycleEvent, .didChangeSeekableRanges, .didCompletePlaylist,
            .didChangeSelectedAudibleMediaOption, .didChangeSelectedLegibleMediaOption,
            .didShowCue, .didHideCue, .didChangeExternalPlaybackActive, .didChangeNowPlaying,
            .didChangePictureInPicture:
            true
        case .determinedMediaType, .determinedVideoType, .determinedCodecs, .determinedMetadata,
            .noPlayableVideosFound, .didInsertVideo, .failedToInsertVideo,
            .didReachMaxConcurrency, .manifestTTLWasUpdatedWithError:
            false
        }
    }
}
