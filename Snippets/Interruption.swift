// Interrupts playback as a phone call does, and plays again with the headphone button.
// snippet.hide
import HeadlessPlayback

let asset = CommandLine.arguments.dropFirst().first ?? "Samples/Media/single/index.m3u8"
// snippet.show
let controller = PlaybackController()
let recorder = PlaybackRecorder(controller)
controller.autoPlay = true
controller.setVideos([Video(url: asset)])

let world = controller.world
world.loop.run(until: Instant(sinceStart: .seconds(4)))
world.device.beginInterruption()
world.loop.run(until: Instant(sinceStart: .seconds(34)))
world.device.endInterruption(shouldResume: true)
controller.systemControls.perform(.toggle, from: .headset)
controller.run()

print(recorder.trace)
