import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands

/// `playctl offline verify`: compares downloads with their records, and examines their files.
struct OfflineVerifying: OfflineVerb {
    static let verb = onDownload(
        "verify", "Compares downloads, byte for byte, with the stored records.",
        token: .some(
            "TOKEN", \.operands, count: 0...1,
            "the token of a complete download; without one the whole store is compared"),
        options: [
            OfflineOptions.shortSubtitles, OfflineOptions.store, OfflineOptions.json,
            OfflineOptions.quiet,
        ],
        notes: [
            "The exit code is 1 when a file is damaged, or stray: in the folder of a complete"
                + " package, but not a part of it. Each such file is named. It is also 1 when the"
                + " catalogue has lost a row, as its other rows show. Without TOKEN, packages that"
                + " belong to no download are named as well, and downloads that are not complete"
                + " are named and counted but do not change the exit code; with --json, their"
                + " \"whole\" is false.",
            "Each media file of a complete download must start like a media container, must not end"
                + " within a box or a packet, and must be as long as its playlist promises. A file"
                + " that is encrypted as a whole is decrypted for this, and the plain keys of"
                + " samples are tried. Encrypted samples must have a key. The stored licences must"
                + " open, and decrypt the media. Audio that the variant stream or a rendition"
                + " should have must be in a segment, and no rendition may be more than a target"
                + " duration shorter than the video. No cue of a WebVTT file may be lost. Nothing"
                + " is decoded, and damage within a container is not looked for:"
                + " 'playctl offline play --verify decode' does that.",
        ])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let catalogue = try store.catalogue()
        let all = options.operands.isEmpty
        let tokens =
            all ? try attempt { () throws(StoreError) in try catalogue.tokens() } : [token]
        let isWorkedOn = try attempt { () throws(StoreError) in try store.folder.isOwned() }
        var code = CommandFailure.ExitCode.success
        var unfinishedCount = 0
        for token in tokens {
            let record = try store.record(of: token, in: catalogue)
            guard let found = try store.report(of: token, in: catalogue, options) else {
                return .interrupted
            }
            let report = found.report
            let state = record.state.word(isWorkedOn: isWorkedOn)
            for line in found.media?.remarks ?? [] { command.remark("\(token): \(line)") }
            // If the user named a download, it must be complete. Otherwise, files may be missing
            // from a download that is in progress.
            let mustBeWhole = !all || record.state == .completed
            if record.state != .completed { unfinishedCount += 1 }
            let damage =
                try store.licenceDamage(of: record, in: catalogue) ?? found.media?.licenceDamage
            let areFilesSound =
                mustBeWhole ? report.isWhole && record.state == .completed : report.isIntact
            if !areFilesSound || damage != nil {
                code = .failed
                if options.isQuiet {
                    for line in verdict(report, record, damage, state) {
                        command.remark("\(token): \(line)")
                    }
                }
            }
            options.json
                ? write(report, record, damage, state) : tell(report, record, damage, state)
            output.flush()
        }
        guard all else { return code }
        if try command.remarkStranded(store, catalogue) { code = .failed }
        if unfinishedCount > 0 { summarize(unfinishedCount, of: tokens.count) }
        try attempt { () throws(StoreError) in try catalogue.checkIntegrity() }
        return code
    }

    /// Writes the number of incomplete downloads as the last line.
    private func summarize(_ count: Int, of total: Int) {
        let downloads = total == 1 ? "the download" : "\(count) of \(total) downloads"
        let line =
            "\(downloads) \(count == 1 ? "is" : "are") incomplete, so not everything is stored"
        if options.json || options.isQuiet {
            command.remark(line)
        } else {
            output.write("\(line)\n")
        }
    }

    private func tell(
        _ report: PackageVerification.Report, _ record: DownloadRecord, _ damage: OfflineError?,
        _ state: String
    ) {
        for finding in report.findings {
            output.write("\(report.token)  \(finding.line)\n")
        }
        for line in verdict(report, record, damage, state) {
            output.write("\(report.token)  \(line)\n")
        }
    }

    /// Returns a line about the licence if it cannot be used, and a line about the files.
    private func verdict(
        _ report: PackageVerification.Report, _ record: DownloadRecord, _ damage: OfflineError?,
        _ state: String
    ) -> [String] {
        [damage.map(record.licenceComplaint)].compactMap(\.self) + [verdict(report, record, state)]
    }

    private func verdict(
        _ report: PackageVerification.Report, _ record: DownloadRecord, _ state: String
    ) -> String {
        let files = report.fileCount == 1 ? "1 file" : "\(report.fileCount) files"
        let extent = "\(files), \(Readable.bytes(report.byteCount))"
        let damagedCount = report.findings.count - report.strayCount
        return if damagedCount > 0 {
            "\(damagedCount) of \(files) damaged; \(report.token.repairAdvice)"
        } else if report.strayCount > 0 {
            "intact  \(extent), and \(report.strayCount) more in its folder;"
                + " 'playctl offline repair \(report.token)' removes these"
        } else if !report.isWhole || record.state != .completed {
            "incomplete  \(extent) intact, \(report.absentCount) not downloaded yet (\(state))"
        } else {
            "intact  \(extent)"
        }
    }

    private func write(
        _ report: PackageVerification.Report, _ record: DownloadRecord, _ damage: OfflineError?,
        _ state: String
    ) {
        var json = JSONText()
        json.object { json in
            json.member("token", report.token.rawValue)
            json.member("state", state)
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
                        json.member("damage", SafeText.line("\(finding.damage)"))
                    }
                }
            }
            if record.usesFairPlay {
                json.optional("licenceDamage", damage.map { SafeText.line($0.reason) })
            }
        }
        json.endLine()
        output.write(json.bytes)
    }
}
