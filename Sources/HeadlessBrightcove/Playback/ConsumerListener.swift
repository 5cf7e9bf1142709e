import Foundation
import HeadlessPlayback
import PlaybackControl
import Sessions
import VirtualTime

/// Forwards the events of a controller to a session consumer with the interface of the SDK.
final class ConsumerListener: PlaybackSessionConsumer {
    /// The consumer of the app, held strongly, as in the SDK.
    let consumer: any BCOVPlaybackSessionConsumer
    /// The controller, which the wrapped controller may outlive.
    private weak var owner: BCOVPlaybackController?

    init(
        of owner: BCOVPlaybackController, reportingTo consumer: any BCOVPlaybackSessionConsumer
    ) {
        self.owner = owner
        self.consumer = consumer
    }

    func consume(_ event: PlaybackEvent) {
        guard let owner else { return }
        if case .didCompletePlaylist(let playlist) = event.kind {
            return consumer.didCompletePlaylist(playlist.map(BCOVVideo.init))
        }
        guard let session = event.session.map(owner.object) else { return }
        switch event.kind {
        case .didAdvanceToPlaybackSession: consumer.didAdvance(to: session)
        case .didChangeDuration(let duration):
            consumer.playbackSession(
                session, didChangeDuration: duration.isIndefinite ? .nan : duration.seconds)
        case .didChangeExternalPlaybackActive(let isActive):
            consumer.playbackSession(session, didChangeExternalPlaybackActive: isActive)
        case .didPassCuePoints(let passage):
            consumer.playbackSession(session, didPassCuePoints: passage.information)
        case .didProgressTo(let progress):
            consumer.playbackSession(session, didProgressTo: progress.timeInterval)
        case .didReceiveLifecycleEvent(let event):
            consumer.playbackSession(
                session, didReceive: BCOVPlaybackSessionLifecycleEvent(event))
        case .didChangeSeekableRanges(let ranges):
            consumer.playbackSession(session, didChangeSeekableRanges: ranges)
        default: break
        }
    }
}

extension CuePointPassage {
    /// The passage as a dictionary for an app, under the keys of the SDK.
    var information: [AnyHashable: Any] {
        [
            kBCOVPlaybackSessionEventKeyPreviousTime: previous.timeInterval,
            kBCOVPlaybackSessionEventKeyCurrentTime: current.timeInterval,
            kBCOVPlaybackSessionEventKeyCuePoints: cuePoints,
        ]
    }
}
