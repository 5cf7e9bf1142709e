import Broadcasts
import HeadlessPlayback
import LiveOrigin
import PlayctlCommands
import Playlists
import Sessions
import TestSupport
import Transport
import VirtualTime

/// A simulated broadcast of a sample, which is watched in virtual time.
struct WatchedBroadcast {
    var encoder = Encoder()
    var window = Packager.Window.length(.seconds(60))
    var ending: Ending?
    var seconds: Double = 300
    var keys: KeyRotation?
    var parts: PartListing?
    var source = SampleMedia.transportStream
    var readsWholeSegments = false

    /// Watches the broadcast through a loader, made by `wrap`, that may change the responses.
    func watch(
        behind wrap: (any ResourceLoader) -> any ResourceLoader = { $0 }
    ) throws -> BroadcastWatcher {
        var source = try BroadcastSource(asset: source.path, with: StandardLoader())
        if parts != nil { try source.surveyFrames(with: StandardLoader()) }
        var packager = Packager(renditions: source.renditions, window: window)
        packager.keys = keys
        packager.parts = parts
        let origin = try LiveOrigin(
            programme: Programme(sources: [source.survey], loop: .discontinuity, ending: ending),
            encoder: encoder, packager: packager, multivariant: source.multivariant,
            ranFor: .seconds(100))
        var writer = MediaWriter()
        if parts != nil {
            let cut = try SourceMedia(source.survey, with: StandardLoader())
            writer = MediaWriter(sources: [cut], breaks: [], isContinuous: false)
        }
        let loader = BroadcastLoader(
            origin, writer: writer, at: "https://live.test/news", behind: StandardLoader())
        let world = PlaybackWorld(options: PlaybackOptions(), loader: wrap(loader))
        let watcher = BroadcastWatcher(world) { _ in }
        watcher.readsWholeSegments = readsWholeSegments
        watcher.start("https://live.test/news/index.m3u8")
        world.loop.run(until: Instant(sinceStart: .seconds(seconds)))
        return watcher
    }
}
