import HTTPServing
import HeadlessPlayback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `playctl keyserver`: serves keys and licences over HTTP until it is stopped.
struct KeyServerCommand {
    let options: KeyServerOptions

    /// Serves.
    ///
    /// - Returns: The code to exit with: success after SIGTERM, interrupted after SIGINT.
    /// - Throws: ``CommandFailure`` when it cannot begin.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = KeyStore(folder: options.store)
        let policies = try store.policies()
        let now = WallClock.now
        let identity = try store.identity(at: now.millisecondsSince1970 / 1000)
        // Threads inherit what is blocked, so only this one is told of the signals.
        let signals = StopSignals()
        // One that came before was taken note of like those of any other verb, and comes no more.
        if Interruption.hasHappened { return .interrupted }
        let desk = KeyServerDesk(
            KeyServer(identity: identity, policies: policies), isQuiet: options.isQuiet)
        let server: HTTPServer
        do throws(HTTPServer.StartError) {
            server = try HTTPServer(
                on: options.address.host, port: options.address.port,
                largestBody: KeyServer.largestBody
            ) { desk.reply(to: $0) }
        } catch {
            throw CommandFailure(.failed, "\(options.address.authority): \(error)")
        }
        let address = ListenAddress(host: options.address.host, port: server.port)
        desk.tell("http://\(address.authority)")
        let signal = signals.wait()
        desk.close()
        server.stop()
        return signal == SIGINT ? .interrupted : .success
    }
}
