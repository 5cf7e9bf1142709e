import CommandTree
import ContentProtection
import Formats
import HTTPServing
import HeadlessPlayback

/// `playctl keyserver`: serves keys and licences over HTTP until it is stopped.
struct KeyServerCommand {
    let options: KeyServerOptions
    let errors: OutputStream

    /// Serves requests until SIGINT or SIGTERM stops the server.
    ///
    /// - Returns: Success after either signal; interrupted when a signal arrived before the server
    ///   started.
    /// - Throws: ``CommandFailure`` when the server cannot start, or standard output cannot be
    ///   written.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = KeyStore(folder: options.store)
        let policies = try store.policies()
        let now = WallClock.now
        let identity = try store.identity(at: now.millisecondsSince1970 / 1000)
        // The signals are blocked here, before other threads start. These threads inherit the
        // block, so only this thread receives the signals.
        let signals = StopSignals()
        // A signal that arrived before `signals` was created only set the flag of `Interruption`,
        // and does not arrive again.
        if Interruption.hasHappened { return .interrupted }
        let log = ServerLog()
        let facts = FactLog(options.isVerbose, on: errors)
        facts?.write(store, policies)
        let desk = KeyServerDesk(
            KeyServer(identity: identity, policies: policies), log: log, isQuiet: options.isQuiet,
            facts: facts)
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
        try log.announce(["http://\(address.authority)"])
        signals.wait()
        desk.close()
        server.stop()
        log.reportLeftLines(to: errors)
        try log.check()
        return .success
    }
}

extension FactLog {
    /// Writes the paths of the key server's files, and the identifiers of the content served.
    fileprivate func write(_ store: KeyStore, _ policies: KeyPolicies) {
        write(.identity, "\(store.certificatePath), \(store.privateKeyPath)")
        let names = policies.identifiers.prefix(20).map { SafeText.quoted($0) }
        let more = policies.identifiers.count - names.count
        write(
            .policies,
            "\(store.policiesPath): \(names.joined(separator: ", "))"
                + (more > 0 ? " and \(more) more" : ""))
    }
}
