import CommandTree
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands
import Transport

extension DownloadRun {
    /// Creates a run that owns a store, after a short wait if another process owns the store.
    ///
    /// - Throws: ``CommandFailure`` when another process remains the owner, or the store cannot be
    ///   used.
    static func waiting(
        for store: OfflineStore, _ command: OfflineCommand
    ) throws(CommandFailure) -> DownloadRun {
        let run = try store.patiently { () throws(CommandFailure) in
            try DownloadRun(store, command)
        }
        guard let run else { throw store.busy }
        return run
    }

    /// Creates a run that owns a store; `nil` when another process owns the store.
    convenience init?(_ store: OfflineStore, _ command: OfflineCommand) throws(CommandFailure) {
        let options = command.options
        var http = options.hosts.http
        http.maximumIdleHandles = max(http.maximumIdleHandles, options.connections)
        var settings = DownloadOptions()
        var limit: RateLimit?
        if let rate = options.limitRate {
            limit = RateLimit(bytesPerSecond: rate)
            // A transfer that is slow because of the requested limit does not count as stuck.
            let share = Int(clamping: rate / Int64(options.connections) / 2)
            http.slowestBytesPerSecond = min(http.slowestBytesPerSecond, share)
            settings.recovery.segmentTimeFactor = nil
        }
        let traffic = TrafficMeter(StandardLoader(options: http), limit: limit)
        let world = PlaybackWorld(loader: traffic, cancellation: Interruption.flag)
        if let facts = FactLog(options.isVerbose, on: command.errors) {
            world.observeRequests(facts)
        }
        settings.connections = options.connections
        settings.concurrentDownloads = options.concurrent
        settings.takesCommands = true
        let made = try attempt { () throws(StoreError) -> DownloadEngine? in
            do throws(StoreError) {
                return try DownloadEngine(
                    world: world, folder: store.folder, epoch: WallClock.now, device: Device(),
                    options: settings)
            } catch .busy(let path) where path == store.folder.path {
                return nil
            }
        }
        guard let engine = made else { return nil }
        engine.licensing = options.keys.licensing()
        // The tool cannot renew an expired location. It loads the playlist again from the same
        // location, because the segment URLs in the playlist may then have new signatures.
        engine.refresh = { record, completion in completion(record.request.sourceURL) }
        let board = DownloadBoard(engine, traffic: traffic)
        self.init(
            engine: engine, board: board, options: options, output: command.output,
            errors: command.errors)
    }
}
