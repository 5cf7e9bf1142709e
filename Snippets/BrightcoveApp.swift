// Runs code that was written for Brightcove's SDK.
// snippet.hide
import HeadlessBrightcove
import HeadlessPlayback

let asset = CommandLine.arguments.dropFirst().first ?? "Samples/Media/single/index.m3u8"
// snippet.show
@MainActor final class PlayerModel: @MainActor BCOVPlaybackControllerDelegate {
    private(set) var events: [String] = []

    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didReceive lifecycleEvent: BCOVPlaybackSessionLifecycleEvent!
    ) {
        events.append(lifecycleEvent.eventType)
    }
}

@MainActor func playInASimulation() {
    BCOVSimulation.begin(world: PlaybackWorld())
    defer { BCOVSimulation.end() }
    let model = PlayerModel()
    let controller = BCOVPlayerSDKManager.shared().createPlaybackController()
    controller?.delegate = model
    controller?.isAutoPlay = true
    controller?.setVideos([BCOVVideo(Video(url: asset))])
    BCOVSimulation.world.loop.runUntilIdle()
    print(model.events.contains(kBCOVPlaybackSessionLifecycleEventEnd))
}

playInASimulation()
