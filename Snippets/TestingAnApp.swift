// Drives a controller as the test of an app would, and checks the app's own delegate.
// snippet.hide
import HeadlessPlaybackTesting

let asset = CommandLine.arguments.dropFirst().first ?? "Samples/Media/single/index.m3u8"
// snippet.show
final class PlayerScreen: PlaybackControllerDelegate {
    private(set) var label = "loading"
    private(set) var adBreaks = 0

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didProgressTo progress: Double
    ) {
        // The first and the last progress value of a session are infinite.
        guard progress.isFinite else { return }
        label = "\(Int(progress)) s"
    }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didPassCuePoints passage: CuePointPassage
    ) {
        adBreaks += passage.cuePoints.count
    }
}

let screen = PlayerScreen()
let controller = PlaybackController()
let recording = RecordingDelegate(forwardingTo: screen)
controller.delegate = recording
controller.autoPlay = true
let probe = PlaybackProbe(controller)

controller.setVideos([Video(url: asset, cuePoints: [.at(5, "mid-roll")])])

try controller.advance(until: .lifecycle(.ready))
try controller.advance(until: .position(6))
precondition(screen.label == "6 s" && screen.adBreaks == 1)

controller.run()
try probe.check(.everyCuePointOnce)
print(recording.names.joined(separator: " "))
