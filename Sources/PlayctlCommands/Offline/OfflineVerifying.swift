import Formats
import HeadlessPlayback
import OfflineDownloads

/// `playctl offline verify`: compares downloads with their stored records.
struct OfflineVerifying: OfflineVerb {
    static let verb = onDownload(
        "verify", "Compares downloads, byte for byte, with what was stored.",
        token: .some(
            "TOKEN", \.operands, count: 0...1,
            "the token of a complete download; without one the whole store is compared"),
        options: [OfflineOptions.store, OfflineOptions.json, OfflineOptions.quiet],
        notes: [
            "The exit code is 1 when a file is damaged, or stray: in the folder of a complete"
                + " package, but not a part of it. Each such file is named. Without TOKEN, packages"
                + " that belong to no download are named as well."
        ])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let catalogue = try store.catalogue()
        let all = options.operands.isEmpty
        let tokens =
            all ? try attempt { () throws(StoreError) in try catalogue.tokens() } : [token]
        var code = CommandFailure.ExitCode.success
        for token in tokens {
            let record = try store.record(of: token, in: catalogue)
            guard let report = try store.report(of: token, in: catalogue) else {
                return .interrupted
            }
            // Missing files of a download in progress are not damage, unless completeness was
            // requested.
            let mustBeWhole = !all || record.state == .completed
            let isSound =
                mustBeWhole ? report.isWhole && record.state == .completed : report.isIntact
            if !isSound {
                code = .failed
                if options.isQuiet { command.remark("\(token): \(verdict(report, record))") }
            }
            options.json ? write(report, record) : tell(report, record)
            output.flush()
        }
        if all, try command.remarkStranded(store, catalogue) { code = .failed }
        return code
    }

    private func tell(_ report: PackageVerification.Report, _ record: DownloadRecord) {
        for finding in report.findings {
            output.write("\(report.token)  \(finding.line)\n")
        }
        output.write("\(report.token)  \(verdict(report, record))\n")
    }

    private func verdict(
        _ report: PackageVerification.Report, _ record: DownloadRecord
    ) -> String {
        let files = report.fileCount == 1 ? "1 file" : "\(report.fileCount) files"
        let extent = "\(files), \(Readable.bytes(report.byteCount))"
        let damagedCount = report.findings.count - report.strayCount
        return if damagedCount > 0 {
            "\(damagedCount) of \(files) damaged;"
                + " 'playctl offline repair \(report.token)' fetches what is broken"
        } else if report.strayCount > 0 {
            "intact  \(extent), and \(report.strayCount) more in its folder;"
                + " 'playctl offline repair \(report.token)' removes what does not belong there"
        } else if !report.isWhole || record.state != .completed {
            "incomplete  \(extent) intact, \(report.absentCount) not there yet"
                + " (\(record.state.word))"
        } else {
            "intact  \(extent)"
        }
    }

    private func write(_ report: PackageVerification.Report, _ record: DownloadRecord) {
        var json = JSONText()
        json.object { json in
            json.member("token", report.token.rawValue)
            json.member("state", record.state.word)
            json.member("intact", report.isIntact)
            json.member("whole", report.isWhole && record.state == .completed)
            json.member("files", report.fileCount)
            json.member("bytes", report.byteCount)
            json.member("absent", report.absentCount)
            json.key("damaged")
            json.array { json in
                for finding in report.findings {
                    json.object { json in
                        json.member("file", SafeText.line(finding.name))
                        json.member("damage", "\(finding.damage)")
                    }
                }
            }
        }
        json.endLine()
        output.write(json.bytes)
    }
}
