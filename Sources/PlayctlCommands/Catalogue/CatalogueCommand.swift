import CommandTree
import ContentProtection
import HTTPServing
import HeadlessPlayback

/// `playctl catalogue`: serves videos and playlists over HTTP until it is stopped.
struct CatalogueCommand {
    /// The maximum size of a request body in bytes, enough for the video id in a heartbeat.
    private static let largestBody = 64 << 10

    let options: CatalogueOptions
    let errors: OutputStream

    /// Serves requests until SIGINT or SIGTERM stops the server.
    ///
    /// - Returns: Success after either signal; interrupted when the signal arrived before the
    ///   server started.
    /// - Throws: ``CommandFailure`` when the server cannot start, or standard output cannot be
    ///   written.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = CatalogueStore(folder: options.store)
        let account = try store.account()
        // The signals are blocked here, before other threads start. These threads inherit the
        // block, so only this thread receives the signals.
        let signals = StopSignals()
        if Interruption.hasHappened { return .interrupted }
        let log = ServerLog()
        let desk = CatalogueDesk(
            PlaybackServer([account]), faults: options.faults.map(\.rule),
            media: CatalogueMedia(folder: store.mediaPath), log: log, isQuiet: options.isQuiet,
            start: WallClock.now)
        let server: HTTPServer
        do throws(HTTPServer.StartError) {
            server = try HTTPServer(
                on: options.address.host, port: options.address.port,
                largestBody: Self.largestBody
            ) { desk.reply(to: $0) }
        } catch {
            throw CommandFailure(.failed, "\(options.address.authority): \(error)")
        }
        let address = ListenAddress(host: options.address.host, port: server.port)
        desk.listen(at: "http://\(address.authority)")
        try log.announce(["http://\(address.authority)"])
        signals.wait()
        desk.close()
        server.stop()
        log.reportLeftLines(to: errors)
        for place in desk.unmet {
            errors.offer("playctl: --fault \(options.faults[place].text) applied to no call\n")
        }
        try log.check()
        return .success
    }
}
