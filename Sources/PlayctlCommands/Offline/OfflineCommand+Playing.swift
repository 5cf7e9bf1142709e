import HeadlessPlayback

extension OfflineCommand {
    /// Plays a download from the store.
    func play() async throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let record = try store.record(of: token, in: try store.catalogue())
        guard record.phase == .completed else {
            throw CommandFailure(
                .failed, "\(token) is \(record.phase.word); only what is complete is played")
        }
        let found = try attempt { () throws(StoreError) in try store.folder.package(token) }
        guard let package = found else {
            throw CommandFailure(.failed, "\(token) has no package")
        }
        var play = options.play
        play.assets = ["\(package.path)/\(PackagePlan.topName)"]
        return try await PlayCommand(options: play, output: output, errors: errors).run()
    }
}
