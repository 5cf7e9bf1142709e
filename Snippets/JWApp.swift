// Runs code that was written for JW Player's SDK.
// snippet.hide
import HeadlessJW
import HeadlessPlayback

let asset = CommandLine.arguments.dropFirst().first ?? "Samples/Media/single/index.m3u8"
// snippet.show
func playWithOptions() {
    let config = JWConfig(contentUrl: asset)
    config.assetOptions = [AVURLAssetHTTPHeaderFieldsKey: ["X-Client": "test"]]
    let player = JWPlayerController(config: config)
    player.play()
    player.world.loop.runUntilIdle()
    print(player.playback.ledgers.last?.hasEnded ?? false)
}

playWithOptions()
