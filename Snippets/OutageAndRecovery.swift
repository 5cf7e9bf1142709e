// Removes the network for half a minute and prints the recovery of playback.
// snippet.hide
import HeadlessPlayback

let asset = CommandLine.arguments.dropFirst().first ?? "Samples/Media/single/index.m3u8"
// snippet.show
var options = PlaybackOptions()
options.network = NetworkConditions(steps: [
    .init(start: .start, bitsPerSecond: 120_000),
    .init(start: .seconds(3), bitsPerSecond: 0),
    .init(start: .seconds(33), bitsPerSecond: 1_000_000),
])
let controller = PlaybackController(world: PlaybackWorld(options: options))
let recorder = PlaybackRecorder(controller)
controller.autoPlay = true
controller.setVideos([Video(url: asset)])
controller.run()

print(recorder.lifecycle.map(\.rawValue).joined(separator: " "))
