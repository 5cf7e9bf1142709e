public import Sessions

/// Someone who follows the sessions of a controller: analytics, advertising.
///
/// A consumer is told of sessions what the delegate is told, and nothing of the queue or of what
/// was determined of videos. The controller keeps its consumers alive until they are removed.
///
/// Source: `Documentation/Brightcove.md#delegate-and-consumers`.
public protocol PlaybackSessionConsumer: AnyObject {
    /// Something happened in a session.
    ///
    /// - Parameter event: What happened.
    func consume(_ event: PlaybackEvent)
}

extension PlaybackEvent {
    /// Whether session consumers are told of it.
    var isForConsumers: Bool {
        switch kind {
        case .didAdvanceToPlaybackSession, .didChangeDuration, .didProgressTo, .didPassCuePoints,
            .didReceiveLifecycleEvent, .didChangeSeekableRanges, .didCompletePlaylist,
            .didChangeSelectedAudibleMediaOption, .didChangeSelectedLegibleMediaOption,
            .didShowCue, .didHideCue, .didChangeExternalPlaybackActive:
            true
        case .determinedMediaType, .determinedVideoType, .determinedCodecs, .determinedMetadata,
            .noPlayableVideosFound, .didInsertVideo, .failedToInsertVideo,
            .didReachMaxConcurrency, .manifestTTLWasUpdatedWithError:
            false
        }
    }
}
