import HeadlessPlayback

extension OfflineCommand {
    /// Plays a download from the store; missing media is loaded over the network.
    func play() async throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let record = try store.record(of: token, in: try store.catalogue())
        var play = options.play
        play.keys = options.keys
        play.hosts = options.hosts
        let command = PlayCommand(options: play, output: output, errors: errors)
        let world = PlaybackWorld(
            options: try command.playbackOptions(), loader: options.hosts.loader(),
            cancellation: Interruption.flag)
        // What is complete is played as on a plane.
        let device = Device(connection: record.phase == .completed ? .none : .wifi)
        let library = try attempt { () throws(StoreError) in
            try OfflineLibrary(
                world: world, folder: store.folder, epoch: WallClock.now, device: device)
        }
        library.licensing = options.keys.licensing()
        var video = OfflineVideoObject.make(
            record: record, folder: store.folder, isIntact: record.isWhole)
        video.name = record.displayName
        if let path = play.cuePoints { video.cuePoints = try command.readCuePoints(path) }
        let provider = SidecarSubtitleProvider(upstream: OfflineSessionProvider(library: library))
        return try await command.play([video], in: world, by: provider)
    }
}
