// Downloads a sample, terminates the app during the download, resumes the download, and plays the
// film without a network. On a virtual clock, all of this takes only a few milliseconds.
import Foundation
import HeadlessPlayback

let asset = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Media/ts-multivariant/index.m3u8").standardizedFileURL.path
let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("offline-playback-\(ProcessInfo.processInfo.processIdentifier)")

// A device on Wi-Fi, whose network transfers 400 kilobits per second.
var options = PlaybackOptions()
options.network = NetworkConditions(bitsPerSecond: 400_000)
let world = PlaybackWorld(options: options)
let environment = OfflineEnvironment(world: world, store: folder.path)
let recorder = OfflineRecorder(world: world)

@MainActor func launch() throws -> OfflineVideoManager {
    try OfflineVideoManager(delegate: recorder, environment: environment)
}

// The app requests a download, and the system kills the app five seconds later.
var manager = try launch()
manager.requestVideoDownload(Video(url: asset)) { token, error in
    recorder.note(
        "requested: \(error.map { "\($0)" } ?? "token \(recorder.name(of: token ?? ""))")")
}
world.loop.run(until: .seconds(5))
manager.simulateTermination(.memoryPressure)
recorder.note("killed")

// The system continues the download. Two seconds later, the app is launched again, and resumes the
// download with the stored files.
world.loop.run(until: .seconds(7))
manager = try launch()
recorder.note("launched again")
world.loop.runUntilIdle()
print(recorder.trace, terminator: "")

// Without a network the film plays from the store.
environment.device.connection = .none
let controller = PlaybackController(world: world)
controller.autoPlay = true
let video = manager.offlineVideoTokens.first.flatMap { manager.videoObject(from: $0) }
print("playable offline: \(video?.playableOffline == true)")
controller.setVideos([video].compactMap { $0 })
controller.run()

let isWhole = controller.ledgers.contains { $0.hasEnded && $0.ledger.isSound }
print(isWhole ? "everything that was promised was played" : "something is missing")
try FileManager.default.removeItem(at: folder)
exit(isWhole ? 0 : 1)
