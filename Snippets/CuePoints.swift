// Plays an asset and prints the cue points that playback passes.
// snippet.hide
import HeadlessPlayback

let asset = CommandLine.arguments.dropFirst().first ?? "Samples/Media/single/index.m3u8"
// snippet.show
let controller = PlaybackController()
let recorder = PlaybackRecorder(controller)
controller.autoPlay = true

let cuePoints: CuePointCollection = [.before(type: "pre-roll"), .at(5, type: "mid-roll")]
controller.setVideos([Video(url: asset, cuePoints: cuePoints)])
controller.run()

for cuePoint in recorder.cuePoints { print(cuePoint.type) }
let isWhole = controller.ledgers.contains { $0.hasEnded && $0.ledger.isSound }
print(isWhole ? "nothing is missing" : "something is missing")
