import CommandTree
import Formats
import HeadlessPlayback
import VirtualTime

/// `playctl offline renew`: obtains the licences of a download again.
struct OfflineRenewing: OfflineVerb {
    static let verb = onDownload(
        "renew", "Requests the licences of a download again; its media stays as it is.",
        options: OfflineOptions.terms.filter { $0.description.name != "play-duration" }
            + [OfflineOptions.store, OfflineOptions.quiet] + OfflineOptions.licences
            + OfflineOptions.hosts,
        rules: [.conflict("purchase", "rental")],
        notes: [
            "If one of the new licences is refused, the old ones remain. The key of a new licence"
                + " is not tested, so a wrong key from the key server replaces a good one."
                + " 'playctl offline verify' shows whether the key decrypts the media."
        ])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        _ = try store.record(of: token, in: try store.catalogue())
        let run = try DownloadRun.waiting(for: store, command)
        let engine = run.engine
        try run.use(options.hosts, for: [store.record(of: token, in: engine.catalogue)])
        defer { engine.close() }
        var outcome: Result<Void, OfflineError>?
        do throws(OfflineError) {
            let renewal = try engine.renewal(of: token, terms: options.terms) { error in
                outcome = error.map { .failure($0) } ?? .success(())
            }
            engine.world.loop.turn { renewal.goOn() }
            Pacer(clock: ContinuousClock()).runLive(engine.world.loop) {
                outcome != nil || Interruption.hasHappened
            }
            withExtendedLifetime(renewal) {}
            guard let outcome else {
                return Interruption.hasHappened ? .interrupted : .failed
            }
            try outcome.get()
        } catch {
            throw CommandFailure(.failed, "\(token): not renewed: \(SafeText.line(error.reason))")
        }
        let record = try store.record(of: token, in: engine.catalogue)
        output.write("\(token)  renewed  \(record.licenceText(nil))\n")
        return .success
    }
}
