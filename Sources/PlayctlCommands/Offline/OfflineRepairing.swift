import CommandTree
import HeadlessPlayback
import OfflineDownloads

/// `playctl offline repair`: downloads damaged files again, and removes stray files.
struct OfflineRepairing: OfflineVerb {
    static let verb = onDownload(
        "repair", "Downloads the damaged parts of a download again.",
        options: OfflineOptions.transfer + [
            OfflineOptions.shortSubtitles, OfflineOptions.store, OfflineOptions.json,
            OfflineOptions.quiet,
        ]
            + OfflineOptions.licences + OfflineOptions.hosts,
        notes: [
            "Nothing else is downloaded. Files that 'playctl offline verify' calls stray are"
                + " removed.",
            "If a plain key decrypts nothing, the playlists and keys are loaded again. If they have"
                + " changed, the whole asset is downloaded again.",
        ])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        _ = try store.record(of: token, in: try store.catalogue())
        let run = try DownloadRun.waiting(for: store, command)
        guard let found = try store.report(of: token, in: run.engine.catalogue, options)
        else {
            return .interrupted
        }
        let report = found.report
        let record = try store.record(of: token, in: run.engine.catalogue)
        // The state is checked too: if all files exist, a process may have been killed before it
        // recorded that the download is complete.
        if report.isWhole, record.state == .completed {
            let damage =
                try store.licenceDamage(of: record, in: run.engine.catalogue)
                ?? found.media?.licenceDamage
            if let damage {
                throw CommandFailure(
                    .failed, "no file of \(token) is damaged; \(record.licenceComplaint(damage))")
            }
            if options.json {
                run.follow(record, isNew: false)
            } else {
                output.write("\(token)  nothing is damaged\n")
            }
            return .success
        }
        guard !report.isIntact else {
            throw CommandFailure(
                .failed,
                "no part of \(token) is damaged, but it is incomplete; 'playctl offline resume"
                    + " \(token)' continues it")
        }
        for finding in report.findings where !options.json {
            output.write("\(token)  \(finding.line)\n")
        }
        run.noteMedia(found.media, of: token)
        try run.use(options.hosts, for: [record])
        try attempt { () throws(StoreError) in
            // The event loop delivers the reports of the download only at the end of this turn. By
            // then, `run` follows the download and receives them.
            try run.engine.world.loop.turn { () throws(StoreError) in
                try run.engine.repair(report)
                run.follow(try run.engine.record(of: token), isNew: false)
            }
        }
        return run.finish()
    }
}
