import Foundation
import HeadlessPlayback
import PlaybackControl
import Sessions
import VirtualTime

/// Forwards the events of a controller to a delegate with the interface of the SDK.
final class ControllerListener: PlaybackControllerDelegate {
    private unowned let owner: BCOVPlaybackController
    private(set) weak var delegate: (any BCOVPlaybackControllerDelegate)?

    init(
        of owner: BCOVPlaybackController,
        reportingTo delegate: any BCOVPlaybackControllerDelegate
    ) {
        self.owner = owner
        self.delegate = delegate
    }

    func playbackController(
        _ controller: PlaybackController, didAdvanceToPlaybackSession session: PlaybackSession
    ) {
        delegate?.playbackController(owner, didAdvanceTo: owner.object(of: session))
    }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeDuration duration: Double
    ) {
        delegate?.playbackController(
            owner, playbackSession: owner.object(of: session), didChangeDuration: duration)
    }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeExternalPlaybackActive isActive: Bool
    ) {
        delegate?.playbackController(
            owner, playbackSession: owner.object(of: session),
            didChangeExternalPlaybackActive: isActive)
    }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didPassCuePoints passage: CuePointPassage
    ) {
        delegate?.playbackController(
            owner, playbackSession: owner.object(of: session),
            didPassCuePoints: passage.information)
    }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didProgressTo progress: Double
    ) {
        delegate?.playbackController(
            owner, playbackSession: owner.object(of: session), didProgressTo: progress)
    }

    func playbackController(
        _ controller: PlaybackController, didCompletePlaylist playlist: [Video]
    ) {
        delegate?.playbackController(
            owner, didCompletePlaylist: playlist.map(BCOVVideo.init))
    }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReceiveLifecycleEvent event: LifecycleEvent
    ) {
        delegate?.playbackController(
            owner, playbackSession: owner.object(of: session),
            didReceive: BCOVPlaybackSessionLifecycleEvent(event))
    }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSeekableRanges ranges: [Range<MediaTime>]
    ) {
        delegate?.playbackController(
            owner, playbackSession: owner.object(of: session), didChangeSeekableRanges: ranges)
    }

    func playbackController(
        _ controller: PlaybackController, noPlayableVideosFound videos: [Video]
    ) {
        delegate?.playbackController(owner, noPlayableVideosFound: videos.map(BCOVVideo.init))
    }

    func playbackController(
        _ controller: PlaybackController, determinedMetadata metadata: [String: String],
        forVideo video: Video
    ) {
        delegate?.playbackController(
            owner, determinedMetadata: metadata, for: BCOVVideo(video))
    }

    func playbackController(
        _ controller: PlaybackController, determinedVideoType type: VideoType,
        forVideo video: Video
    ) {
        delegate?.playbackController(owner, determinedVideoType: type, for: BCOVVideo(video))
    }

    func playbackController(
        _ controller: PlaybackController, determinedCodecs codecs: [String], forVideo video: Video
    ) {
        delegate?.playbackController(owner, determinedCodecs: codecs, for: BCOVVideo(video))
    }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        determinedMediaType type: MediaType
    ) {
        delegate?.playbackController(
            owner, playbackSession: owner.object(of: session), determinedMediaType: type)
    }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedAudibleMediaOption option: MediaOption?
    ) {
        delegate?.playbackController(
            owner, playbackSession: owner.object(of: session),
            didChangeSelectedAudibleMediaOption: option)
    }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedLegibleMediaOption option: MediaOption?
    ) {
        delegate?.playbackController(
            owner, playbackSession: owner.object(of: session),
            didChangeSelectedLegibleMediaOption: option)
    }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReachMaxConcurrency sessions: [String: PropertyValue]
    ) {
        delegate?.playbackController(
            owner, playbackSession: owner.object(of: session),
            didReachMaxConcurrency: sessions.bridged)
    }

    func playbackServiceForManifestURLTTLUpdateForPlaybackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession
    ) -> PlaybackService? {
        delegate?.playbackServiceForManifestURLTTLUpdate(
            for: owner, playbackSession: owner.object(of: session))?.service
    }

    func manifestTTLWasUpdatedWithError(
        _ error: PlaybackError?, playbackController controller: PlaybackController,
        playbackSession session: PlaybackSession
    ) {
        delegate?.manifestTTLWasUpdatedWithError(
            error.map { NSError($0) }, playbackController: owner,
            playbackSession: owner.object(of: session))
    }

    func playbackController(
        _ controller: PlaybackController, didInsertVideo video: Video, atIndex index: Int
    ) {
        delegate?.playbackController(owner, didInsert: BCOVVideo(video), at: UInt(index))
    }

    func playbackController(_ controller: PlaybackController, failedToInsertVideo video: Video) {
        delegate?.playbackController(owner, failedToInsert: BCOVVideo(video))
    }
}
