// Plays with an app that answers callbacks later, in a task on the main actor.
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
        Task {
            if event.type == .ready { controller.play() }
            if event.type == .end { title = "finished" }
        }
    }
}

@MainActor func playToTheEnd() async {
    let controller = PlaybackController()
    let model = PlayerModel()
    controller.delegate = model
    controller.setVideos([Video(url: asset)])
    for await _ in controller.events { await Task.yield() }
    print(model.title)
}

await playToTheEnd()
