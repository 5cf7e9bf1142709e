import CommandTree
import HeadlessPlayback
import OfflineDownloads

/// `playctl offline resume`: resumes one download, or all unfinished downloads.
struct OfflineResuming: OfflineVerb {
    static let verb = onDownload(
        "resume", "Continues a download, or all that are unfinished.",
        token: .some(
            "TOKEN", \.operands, count: 0...1,
            "the token of a download; without it, all interrupted, paused and failed downloads"
                + " continue"),
        options: OfflineOptions.transfer + [
            OfflineOptions.shortSubtitles, OfflineOptions.store, OfflineOptions.json,
            OfflineOptions.quiet,
        ]
            + OfflineOptions.licences + OfflineOptions.hosts,
        notes: [
            "If another process downloads into the store, that process continues, and this"
                + " command ends. Otherwise this command downloads, with the output of"
                + " 'playctl offline download'.", OfflineVerbs.exitCodes,
        ])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let catalogue = try store.catalogue()
        if options.operands.isEmpty {
            try command.remarkStranded(store, catalogue)
        } else {
            _ = try store.record(of: token, in: catalogue)
        }
        let steering = DownloadSteering(.resume, token, in: store, output: output)
        while !Interruption.hasHappened {
            if let run = try DownloadRun(store, command) { return try resume(run) }
            guard !options.operands.isEmpty else { throw store.busy }
            // The process that owns the store may end before it receives the command. The loop then
            // tries again.
            if let code = try steering.send() { return code }
        }
        return .interrupted
    }

    private func resume(_ run: DownloadRun) throws(CommandFailure) -> CommandFailure.ExitCode {
        let records = try attempt { () throws(StoreError) in
            try run.engine.catalogue.records()
        }
        for record in records {
            let isMeant = options.operands.isEmpty ? record.isUnfinished : record.token == token
            guard isMeant else { continue }
            // If the user named a download, its files are checked. If all downloads are resumed,
            // their states in the catalogue are trusted.
            let record =
                options.operands.isEmpty
                ? record : try attempt { () throws(StoreError) in try run.engine.checked(record) }
            try run.use(options.hosts, for: [record])
            run.follow(record, isNew: false)
            try attempt { () throws(StoreError) in try run.engine.goOn(with: record.token) }
        }
        if run.board.isEmpty, !options.json { output.write("nothing is left to download\n") }
        return run.finish()
    }
}

extension DownloadRecord {
    /// Whether the download can be resumed: it has not ended, or it has failed.
    ///
    /// Every failure may be temporary: a live playlist may have ended in the meantime, or a server
    /// may have replaced a file. The value is `false` for a record that only loads a licence in
    /// advance.
    fileprivate var isUnfinished: Bool {
        if request.isPreload { return false }
        return switch state {
        case .requested, .downloading, .suspended, .error: true
        case .completed, .cancelled, .licensePreloaded: false
        }
    }
}
