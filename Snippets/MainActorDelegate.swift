// Uses a view model on the main actor as the delegate of a controller.
// snippet.hide
import HeadlessPlayback

let asset = CommandLine.arguments.dropFirst().first ?? "Samples/Media/single/index.m3u8"
// snippet.show
@MainActor final class PlayerModel: @MainActor PlaybackControllerDelegate {
    private(set) var title = "loading"

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReceiveLifecycleEvent event: LifecycleEvent
    ) {
        if event.type == .ready { title = session.video.name ?? "ready" }
        if event.type == .end { title = "finished" }
    }
}

@MainActor func playToTheEnd() {
    let controller = PlaybackController()
    let model = PlayerModel()
    controller.delegate = model
    controller.autoPlay = true
    controller.setVideos([Video(url: asset)])
    controller.run()
    print(model.title)
}

playToTheEnd()
