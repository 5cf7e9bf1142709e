import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands

/// `playctl offline status`: shows all data of one download.
struct OfflineShowing: OfflineVerb {
    static let verb = onDownload(
        "status", "Shows all that is known about a download.",
        options: [OfflineOptions.store, OfflineOptions.json])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let catalogue = try store.catalogue()
        let record = try store.record(of: token, in: catalogue)
        let (plan, counts, isWorkedOn) = try attempt { () throws(StoreError) in
            (
                try catalogue.plan(of: token), try catalogue.counts(of: token),
                try store.folder.isOwned()
            )
        }
        store.noteExpired([record])
        let state = record.state.word(isWorkedOn: isWorkedOn)
        var facts: [(String, String)] = [
            ("token", record.token.rawValue), ("name", SafeText.line(record.displayName)),
            ("state", state),
        ]
        if let reason = record.errorReason { facts.append(("reason", SafeText.line(reason))) }
        facts += [
            ("progress", Readable.percent(record.fraction)),
            ("bytes", size(of: record)),
            ("files", "\(counts.storedResources) of \(counts.resources)"),
            ("url", SafeText.url(record.request.sourceURL)),
        ]
        if let explanation = plan?.explanation {
            facts.append(("variant", SafeText.line(explanation)))
        }
        for track in plan?.tracks ?? [] {
            let about = [
                track.language, track.title.isEmpty ? nil : track.title, "\(track.duration) s",
            ]
            facts.append(
                (track.name, SafeText.line(about.compactMap(\.self).joined(separator: "  "))))
        }
        facts.append(("started", Readable.date(record.startTime)))
        if let end = record.endTime { facts.append(("ended", Readable.date(end))) }
        if record.usesFairPlay {
            facts.append(
                ("licence", record.licenceText(try store.licenceDamage(of: record, in: catalogue))))
        }
        let package = try attempt { () throws(StoreError) in
            try store.folder.hasPackage(token) ? store.folder.package(token) : nil
        }
        if let package { facts.append(("package", SafeText.line(package.path))) }
        if options.json {
            write(record, state, plan, counts, package?.path)
        } else {
            for (name, fact) in facts { output.write(name.padded(to: 12) + fact + "\n") }
        }
        return .success
    }

    private func size(of record: DownloadRecord) -> String {
        let bytes = "\(record.receivedBytes)"
        guard record.state != .completed, record.expectedBytes > 0 else { return bytes }
        return "\(bytes) of about \(record.expectedBytes)"
    }

    private func write(
        _ record: DownloadRecord, _ state: String, _ plan: PackagePlan?, _ counts: StoredCounts,
        _ path: String?
    ) {
        var json = JSONText()
        json.object { json in
            json.members(of: record, state)
            json.optional("reason", record.errorReason.map { SafeText.line($0) })
            json.optional("code", record.errorCode?.rawValue)
            json.member("expected", record.expectedBytes)
            json.member("files", counts.resources)
            json.member("storedFiles", counts.storedResources)
            json.optional("variant", plan?.explanation.map { SafeText.line($0) })
            json.key("tracks")
            json.array { json in
                for track in plan?.tracks ?? [] {
                    json.object { json in
                        json.member("name", track.name)
                        json.member("kind", track.kind.rawValue)
                        json.optional("language", track.language)
                        json.member("title", track.title)
                        json.member("duration", track.duration)
                    }
                }
            }
            json.member("started", DateTime(millisecondsSince1970: record.startTime).text)
            json.optional("ended", record.endTime.map { DateTime(millisecondsSince1970: $0).text })
            json.optional("package", path)
        }
        json.endLine()
        output.write(json.bytes)
    }
}
