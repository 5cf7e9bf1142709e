import Formats
import HeadlessPlayback
import OfflineDownloads

/// `playctl offline licenses`: lists the licences of downloads that need licences.
struct OfflineListingLicences: OfflineVerb {
    static let verb = onDownload(
        "licenses", "Lists the stored licences of downloads.", token: nil,
        options: [OfflineOptions.store, OfflineOptions.json],
        notes: [
            "The exit code is 1 when a licence that has not expired cannot be used: it is missing or"
                + " damaged, or the key of the store that opens it is. 'playctl offline renew'"
                + " requests a licence again."
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
        var damages: [String?] = []
        for record in records {
            damages.append(try store.licenceDamage(of: record, in: catalogue))
        }
        let licences = zip(records, damages)
        let now = WallClock.now.millisecondsSince1970
        let isUnusable = licences.contains { record, damage in
            damage != nil && record.licenceValidity(at: now).refusal == nil
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
            for (record, damage) in licences { json.object { $0.licence(of: record, damage) } }
        }
        json.endLine()
        output.write(json.bytes)
        return code
    }
}

extension JSONText {
    fileprivate mutating func licence(of record: DownloadRecord, _ damage: String?) {
        func date(_ milliseconds: Int64?) -> String? {
            milliseconds.map { DateTime(millisecondsSince1970: $0).text }
        }
        member("token", record.token.rawValue)
        let isGranted = record.licenceRequestTime != nil
        let kind = record.licenceExpiration == nil ? "purchase" : "rental"
        optional("kind", isGranted ? kind : nil)
        optional("requested", date(record.licenceRequestTime))
        optional("expires", date(record.licenceExpiration))
        optional("playDuration", record.playDuration.map { Int(clamping: $0 / 1000) })
        optional("firstPlayed", date(record.initialPlaybackTime))
        let validity = record.licenceValidity(at: WallClock.now.millisecondsSince1970)
        member("valid", validity.refusal == nil && damage == nil)
        optional("damage", damage)
    }
}
