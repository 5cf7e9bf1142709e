public import Sessions
import VirtualTime

extension PlaybackControllerDelegate {
    /// Calls the delegate method that corresponds to the event.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - event: The event.
    public func playbackController(
        _ controller: PlaybackController, didReport event: PlaybackEvent
    ) {
        switch event.kind {
        case .didCompletePlaylist(let videos):
            playbackController(controller, didCompletePlaylist: videos)
        case .noPlayableVideosFound(let videos):
            playbackController(controller, noPlayableVideosFound: videos)
        case .didInsertVideo(let video, let index):
            playbackController(controller, didInsertVideo: video, atIndex: index)
        case .failedToInsertVideo(let video):
            playbackController(controller, failedToInsertVideo: video)
        case .didChangeNowPlaying(let information):
            playbackController(controller, didChangeNowPlaying: information)
        default:
            guard let session = event.session else { return }
            report(event.kind, of: session, from: controller)
        }
    }

    private func report(
        _ kind: PlaybackEvent.Kind, of session: PlaybackSession, from controller: PlaybackController
    ) {
        switch kind {
        case .didAdvanceToPlaybackSession:
            playbackController(controller, didAdvanceToPlaybackSession: session)
        case .didChangeDuration(let duration):
            playbackController(
                controller, playbackSession: session,
                didChangeDuration: duration.isIndefinite ? .nan : duration.seconds)
        case .didProgressTo(let progress):
            playbackController(
                controller, playbackSession: session, didProgressTo: progress.timeInterval)
        case .didPassCuePoints(let passage):
            playbackController(controller, playbackSession: session, didPassCuePoints: passage)
        case .didReceiveLifecycleEvent(let event):
            playbackController(
                controller, playbackSession: session, didReceiveLifecycleEvent: event)
        case .didChangeSeekableRanges(let ranges):
            playbackController(
                controller, playbackSession: session, didChangeSeekableRanges: ranges)
        case .determinedMediaType(let type):
            playbackController(controller, playbackSession: session, determinedMediaType: type)
        case .determinedVideoType(let type):
            playbackController(controller, determinedVideoType: type, forVideo: session.video)
        case .determinedCodecs(let codecs):
            playbackController(controller, determinedCodecs: codecs, forVideo: session.video)
        case .determinedMetadata(let metadata):
            playbackController(controller, determinedMetadata: metadata, forVideo: session.video)
        case .didChangeSelectedAudibleMediaOption(let option):
            playbackController(
                controller, playbackSession: session, didChangeSelectedAudibleMediaOption: option)
        case .didChangeSelectedLegibleMediaOption(let option):
            playbackController(
                controller, playbackSession: session, didChangeSelectedLegibleMediaOption: option)
        case .didShowCue(let cue, let option):
            playbackController(controller, playbackSession: session, didShowCue: cue, of: option)
        case .didHideCue(let cue, let option):
            playbackController(controller, playbackSession: session, didHideCue: cue, of: option)
        case .didChangeExternalPlaybackActive(let isActive):
            playbackController(
                controller, playbackSession: session, didChangeExternalPlaybackActive: isActive)
        case .didReachMaxConcurrency(let sessions):
            playbackController(
                controller, playbackSession: session, didReachMaxConcurrency: sessions)
        case .manifestTTLWasUpdatedWithError(let error):
            manifestTTLWasUpdatedWithError(
                error, playbackController: controller, playbackSession: session)
        case .didChangePictureInPicture(let event):
            playbackController(
                controller, playbackSession: session, didChangePictureInPicture: event)
        case .didCompletePlaylist, .noPlayableVideosFound, .didInsertVideo, .failedToInsertVideo,
            .didChangeNowPlaying:
            break
        }
    }
}
