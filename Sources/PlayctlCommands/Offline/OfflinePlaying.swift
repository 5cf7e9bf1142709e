import CommandTree
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands
import Transport

/// `playctl offline play`: plays a download from the store.
///
/// Missing media is loaded over the network.
struct OfflinePlaying: OfflineVerb {
    static let verb = onDownload(
        "play", "Plays a download from the store.",
        options: [OfflineOptions.store]
            + PlayOptions.offlineOptions.map { $0.lifted(to: \OfflineOptions.play) }
            + OfflineOptions.licences + OfflineOptions.hosts,
        notes: [
            "A complete download is played without a network, a protected one with its stored"
                + " licence. The missing media of an incomplete download, in any state, is loaded"
                + " over the network.",
            "The exit codes are the same as for 'playctl play'.",
        ],
        check: { options throws(UsageError) in
            try options.play.checkCues()
            try options.play.checkPaths()
            options.play.applyQuiet()
        })

    let command: OfflineCommand

    func run() async throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let record = try store.record(of: token, in: try store.catalogue())
        var play = options.play
        play.keys = options.keys
        play.hosts = options.hosts
        let player = PlayCommand(options: play, output: output, errors: errors)
        let world = PlaybackWorld(
            options: try player.playbackOptions(), loader: options.hosts.loader(),
            cancellation: Interruption.flag)
        // A complete download is played without a connection.
        let device = Device(connection: record.state == .completed ? .none : .wifi)
        let library = try attempt { () throws(StoreError) in
            try OfflineLibrary(
                world: world, folder: store.folder, epoch: WallClock.now, device: device)
        }
        library.licensing = options.keys.licensing()
        var video = OfflineVideoObject.make(
            record: record, folder: store.folder, isIntact: record.isWhole)
        video.name = record.displayName
        video.assetOptions = options.hosts.restricting(
            try options.hosts.requests.assetOptions(
                of: record.request.sourceURL, over: record.request.assetOptions, mustReach: false))
        if let path = play.cuePoints { video.cuePoints = try player.readCuePoints(path) }
        let provider = SidecarSubtitleProvider(upstream: OfflineSessionProvider(library: library))
        return try await player.play([video], in: world, by: provider)
    }
}
