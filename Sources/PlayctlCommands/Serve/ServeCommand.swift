import CommandTree
import Formats
import HTTPServing
import HeadlessPlayback
import PlaybackCommands
import ScenarioRunning
import Scenarios

/// `playctl serve`: serves the assets of a scenario over HTTP until it is stopped.
struct ServeCommand {
    let options: ServeOptions
    let errors: OutputStream

    /// Serves requests until SIGINT or SIGTERM stops the server.
    ///
    /// - Returns: Success after either signal; interrupted when a signal arrived before the server
    ///   started.
    /// - Throws: ``CommandFailure`` when the server cannot start, or standard output or a journal
    ///   cannot be written.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let scenario: Scenario
        do throws(ScenarioFileError) {
            scenario = try ScenarioSource.read(
                options.file, allowsNetwork: false, hosts: HostOptions())
        } catch {
            throw Self.refusal(for: error)
        }
        let assets = try ServedAsset.all(of: scenario)
        let stage: ServedStage
        do {
            stage = try ServedStage(scenario, behind: HostOptions().loader())
        } catch {
            throw CommandFailure(error.code, "\(options.file): \(error.message)")
        }
        // Opening a pipe waits for its reader, and a blocked signal cannot end this wait. The
        // journal is therefore opened before the signals are blocked.
        let journal = try ServeJournal(
            lines: options.journal, archive: options.archive,
            sparing: [options.file] + scenario.references)
        // The signals are blocked here, before other threads start. These threads inherit the
        // block, so only this thread receives the signals.
        let signals = StopSignals()
        if Interruption.hasHappened { return .interrupted }
        let log = ServerLog()
        let desk = ServeDesk(
            stage, assets, journal: journal, startsAtOnce: options.startsAtOnce)
        let server: HTTPEventServer
        do throws(HTTPServer.StartError) {
            server = try HTTPEventServer(on: options.address.host, port: options.address.port) {
                desk.respond(to: $0, $1)
            }
        } catch {
            throw CommandFailure(.failed, "\(options.address.authority): \(error)")
        }
        let address = ListenAddress(host: options.address.host, port: server.port)
        let base = "http://\(address.authority)"
        journal.listen(at: base)
        try log.announce(assets.map { base + $0.path })
        let minutes = options.isQuiet ? nil : MinuteLines(desk, log)
        signals.wait()
        journal.endWaits()
        minutes?.stop()
        server.stop()
        _ = log.settle()
        for place in desk.unmet {
            let fault = scenario.surroundings.faults[place].fault
            errors.offer("playctl: fault \(place + 1) (\(fault)) applied to no request\n")
        }
        try journal.close(options)
        try log.check()
        return .success
    }

    /// Returns the failure for a scenario file that cannot be served.
    private static func refusal(for error: ScenarioFileError) -> CommandFailure {
        guard case .networkRefused(let address) = error.reason else {
            return CommandFailure(.usage, "\(error)")
        }
        return CommandFailure(
            .usage,
            "\(error.place): '\(SafeText.quoted(address))' is on a server;"
                + " serve has only files and broadcasts (live:)")
    }
}
