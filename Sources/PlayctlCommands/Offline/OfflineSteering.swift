import CommandTree
import HeadlessPlayback
import OfflineDownloads

/// `playctl offline pause`: pauses a download, even if another process is downloading it.
struct OfflinePausing: OfflineVerb {
    static let verb = onDownload(
        "pause", "Pauses a download, also in another process.",
        options: [OfflineOptions.store, OfflineOptions.quiet])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        try command.steering(.pause).run()
    }
}

/// `playctl offline cancel`: cancels a download, whose stored files remain.
struct OfflineCancelling: OfflineVerb {
    static let verb = onDownload(
        "cancel", "Cancels a download; its stored files stay until they are deleted.",
        options: [OfflineOptions.store, OfflineOptions.quiet])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        try command.steering(.cancel).run()
    }
}

/// `playctl offline delete`: deletes a download with all of its data.
struct OfflineDeleting: OfflineVerb {
    static let verb = onDownload(
        "delete", "Deletes a download with all of its files and licences.",
        options: [OfflineOptions.store, OfflineOptions.quiet])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        try command.steering(.delete).run()
    }
}

extension OfflineCommand {
    /// Returns the object that applies a verb to the download of the given token.
    fileprivate func steering(
        _ verb: StoreCommand.Verb
    ) throws(CommandFailure) -> DownloadSteering {
        DownloadSteering(verb, token, in: try OfflineStore(existing: options.store), output: output)
    }
}
