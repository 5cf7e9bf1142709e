import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads

/// `playctl offline export`: copies a download out of the store.
struct OfflineExporting: OfflineVerb {
    static let verb = onDownload(
        "export", "Copies a download out of the store: HLS that any player plays.",
        token: .some(
            "TOKEN DIR", \.operands, count: 2...2,
            "the token of a complete download, and a folder that is empty or does not exist"),
        options: [OfflineOptions.shortSubtitles, OfflineOptions.store, OfflineOptions.quiet],
        notes: [
            "Licences stay in the store: media that is protected with FairPlay is exported"
                + " encrypted, and plays only with a licence. Plain keys, such as AES-128 keys,"
                + " are in the playlists of the copy, so that any player plays it."
        ])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let catalogue = try store.catalogue()
        let record = try store.record(of: token, in: catalogue)
        guard record.state == .completed else {
            throw CommandFailure(
                .failed,
                "\(token) is not complete (\(Readable.percent(record.fraction))), and only complete"
                    + " downloads are exported; 'playctl offline resume \(token)' continues it")
        }
        guard let found = try store.report(of: token, in: catalogue, options) else {
            return .interrupted
        }
        guard found.report.holdsAll else {
            throw CommandFailure(.failed, "\(token) is damaged; \(token.repairAdvice)")
        }
        let (stored, package) = try attempt { () throws(StoreError) in
            (try catalogue.plan(of: token), try store.folder.package(token))
        }
        guard let plan = stored, let package else {
            throw CommandFailure(.fault, "\(token) is complete and has no package")
        }
        let target = options.operands[1]
        let copy = try FolderCopy(from: package.path, to: target)
        // The top-level playlist is copied last, so that it exists only in a complete copy.
        let names = plan.resources.map(\.name) + plan.texts.map(\.name)
        guard try copy.copy(names) else { return .interrupted }
        if !plan.licenceKeys.isEmpty {
            command.remark(
                "the licences stay in the store: this copy is encrypted, and plays only where there"
                    + " is a licence for it")
        }
        let slash = target.hasSuffix("/") ? "" : "/"
        output.write("\(SafeText.line(target))\(slash)\(PackagePlan.topName)\n")
        return .success
    }
}
