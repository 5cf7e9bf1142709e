public import Sessions

/// An observer of a controller's sessions, for example for analytics or advertising.
///
/// A consumer receives the session events that the delegate receives, and the event for the end of
/// the queue. It does not receive the other events: the determined properties of a video, the lack
/// of playable videos, insertions into the queue, the limit of concurrent streams, and the renewal
/// of a URL. The controller holds its consumers strongly until they are removed.
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
