import Formats
import HeadlessPlayback
import OfflineDownloads

/// `playctl offline licenses`: lists the licences of downloads that need licences.
struct OfflineListingLicences: OfflineVerb {
    static let verb = onDownload(
        "licenses", "Lists the stored licences of downloads.", token: nil,
        options: [OfflineOptions.store, OfflineOptions.json])

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
        guard options.json else {
            for record in records {
                output.write("\(record.token)  \(record.licenceText)\n")
            }
            return .success
        }
        var json = JSONText()
        json.array { json in for record in records { json.object { $0.licence(of: record) } } }
        json.endLine()
        output.write(json.bytes)
        return .success
    }
}

extension JSONText {
    fileprivate mutating func licence(of record: DownloadRecord) {
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
        member("valid", validity.refusal == nil)
    }
}
