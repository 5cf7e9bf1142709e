import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands

/// `playctl offline licenses`: lists the licences of downloads that need licences.
struct OfflineListingLicences: OfflineVerb {
    static let verb = onDownload(
        "licenses", "Lists the stored licences of downloads.", token: nil,
        options: [OfflineOptions.store, OfflineOptions.json],
        notes: [
            "The exit code is 1 when a licence that has not expired cannot be used, because the"
                + " licence, or the key of the store that opens it, is missing or damaged."
                + " 'playctl offline renew' requests a licence again."
        ])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let catalogue = try store.catalogue()
        var records: [DownloadRecord] = []
        try attempt { () throws(StoreError) in
            try catalogue.forEachRecord { if $0.usesFairPlay { records.append($0) } }
        }
        try command.remarkStranded(store, catalogue)
        store.noteExpired(records)
        var damages: [OfflineError?] = []
        for record in records {
            damages.append(try store.licenceDamage(of: record, in: catalogue))
        }
        let licences = zip(records, damages)
        let now = WallClock.now.millisecondsSince1970
        let isUnusable = licences.contains { record, damage in
            damage != nil && !record.isLicenceExpired(at: now)
        }
        let code = isUnusable ? CommandFailure.ExitCode.failed : .success
        guard options.json else {
            for (record, damage) in licences {
                output.write("\(record.token)  \(record.licenceText(damage))\n")
            }
            return code
        }
        var json = JSONText()
        json.array { json in
            for (record, damage) in licences {
                json.object { Self.write(record, damage, to: &$0) }
            }
        }
        json.endLine()
        output.write(json.bytes)
        return code
    }

    private static func write(
        _ record: DownloadRecord, _ damage: OfflineError?, to json: inout JSONText
    ) {
        func date(_ milliseconds: Int64?) -> String? {
            milliseconds.map { DateTime(millisecondsSince1970: $0).text }
        }
        json.member("token", record.token.rawValue)
        let isGranted = record.licenceRequestTime != nil
        let kind = record.licenceExpiration == nil ? "purchase" : "rental"
        json.optional("kind", isGranted ? kind : nil)
        json.optional("requested", date(record.licenceRequestTime))
        json.optional("expires", date(record.licenceExpiration))
        json.optional("playDuration", record.playDuration.map { Int(clamping: $0 / 1000) })
        json.optional("firstPlayed", date(record.initialPlaybackTime))
        let validity = record.licenceValidity(at: WallClock.now.millisecondsSince1970)
        json.member("valid", validity.refusal == nil && damage == nil)
        json.optional("damage", damage.map { SafeText.line($0.reason) })
    }
}

extension DownloadRecord {
    /// Returns whether the licence of the download has expired.
    fileprivate func isLicenceExpired(at now: Int64) -> Bool {
        if case .expired = licenceValidity(at: now) { true } else { false }
    }
}
