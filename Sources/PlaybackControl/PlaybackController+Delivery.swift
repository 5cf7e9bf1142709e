import Sessions

extension PlaybackController {
    /// Tells everyone who listened when it happened of an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - number: Its number among all that happened, counted from 1.
    func deliver(_ event: PlaybackEvent, number: Int) {
        if let delegate, delegateSince < number { deliver(event, to: delegate) }
        if event.isForConsumers {
            for (consumer, since) in consumers where since < number && isListening(consumer) {
                consumer.consume(event)
            }
        }
        for observer in observers { observer(event) }
    }

    /// Calls the delegate's method for an event.
    func deliver(_ event: PlaybackEvent, to delegate: any PlaybackControllerDelegate) {
        switch event.kind {
        case .didCompletePlaylist(let videos):
            delegate.playbackController(self, didCompletePlaylist: videos)
        case .noPlayableVideosFound(let videos):
            delegate.playbackController(self, noPlayableVideosFound: videos)
        case .didInsertVideo(let video, let index):
            delegate.playbackController(self, didInsert: video, at: index)
        case .failedToInsertVideo(let video):
            delegate.playbackController(self, failedToInsert: video)
        default:
            guard let session = event.session else { return }
            deliver(event.kind, of: session, to: delegate)
        }
    }

    private func deliver(
        _ kind: PlaybackEvent.Kind, of session: PlaybackSession,
        to delegate: any PlaybackControllerDelegate
    ) {
        switch kind {
        case .didAdvanceToPlaybackSession:
            delegate.playbackController(self, didAdvanceTo: session)
        case .didChangeDuration(let duration):
            delegate.playbackController(self, playbackSession: session, didChangeDuration: duration)
        case .didProgressTo(let progress):
            delegate.playbackController(
                self, playbackSession: session, didProgressTo: progress.timeInterval)
        case .didPassCuePoints(let passage):
            delegate.playbackController(self, playbackSession: session, didPassCuePoints: passage)
        case .didReceiveLifecycleEvent(let event):
            delegate.playbackController(self, playbackSession: session, didReceive: event)
        case .didChangeSeekableRanges(let ranges):
            delegate.playbackController(
                self, playbackSession: session, didChangeSeekableRanges: ranges)
        case .determinedMediaType(let type):
            delegate.playbackController(self, playbackSession: session, determinedMediaType: type)
        case .determinedVideoType(let type):
            delegate.playbackController(self, determinedVideoType: type, for: session.video)
        case .determinedCodecs(let codecs):
            delegate.playbackController(self, determinedCodecs: codecs, for: session.video)
        case .determinedMetadata(let metadata):
            delegate.playbackController(self, determinedMetadata: metadata, for: session.video)
        case .didChangeSelectedAudibleMediaOption(let option):
            delegate.playbackController(
                self, playbackSession: session, didChangeSelectedAudibleMediaOption: option)
        case .didChangeSelectedLegibleMediaOption(let option):
            delegate.playbackController(
                self, playbackSession: session, didChangeSelectedLegibleMediaOption: option)
        case .didShowCue(let cue, let option):
            delegate.playbackController(self, playbackSession: session, didShow: cue, of: option)
        case .didHideCue(let cue, let option):
            delegate.playbackController(self, playbackSession: session, didHide: cue, of: option)
        case .didChangeExternalPlaybackActive(let isActive):
            delegate.playbackController(
                self, playbackSession: session, didChangeExternalPlaybackActive: isActive)
        case .didReachMaxConcurrency(let sessions):
            delegate.playbackController(
                self, playbackSession: session, didReachMaxConcurrency: sessions)
        case .manifestTTLWasUpdated(let error):
            delegate.playbackController(
                self, playbackSession: session, manifestTTLWasUpdatedWith: error)
        case .didCompletePlaylist, .noPlayableVideosFound, .didInsertVideo, .failedToInsertVideo:
            break
        }
    }
}
