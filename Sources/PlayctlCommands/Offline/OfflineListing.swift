import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads

/// `playctl offline list`: lists all downloads.
struct OfflineListing: OfflineVerb {
    static let verb = onDownload(
        "list", "Lists the downloads of the store.", token: nil,
        options: [OfflineOptions.store, OfflineOptions.json],
        notes: [
            "With --json it is an array of objects with \"token\", \"name\", \"state\""
                + " (requested, downloading, interrupted, paused, completed, cancelled,"
                + " failed or preloaded), \"progress\" from 0 to 1, \"bytes\" and \"url\"."
        ])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let catalogue = try store.catalogue()
        let isWorkedOn = try attempt { () throws(StoreError) in try store.folder.isOwned() }
        try command.remarkStranded(store, catalogue)
        guard options.json else {
            try attempt { () throws(StoreError) in
                try catalogue.forEachRecord { record in
                    output.write(Self.line(of: record, record.state.word(isWorkedOn: isWorkedOn)))
                }
            }
            return .success
        }
        // The output is written in pieces, so that a long catalogue needs little memory.
        var json = JSONText()
        var isFirst = true
        output.write("[")
        try attempt { () throws(StoreError) in
            try catalogue.forEachRecord { record in
                json.removeAll()
                let state = record.state.word(isWorkedOn: isWorkedOn)
                json.object { $0.members(of: record, state) }
                output.write(isFirst ? "\n" : ",\n")
                isFirst = false
                output.write(json.bytes)
            }
        }
        output.write(isFirst ? "]\n" : "\n]\n")
        return .success
    }

    private static func line(of record: DownloadRecord, _ state: String) -> String {
        let fields = [
            record.token.rawValue, state.padded(to: 11),
            Readable.percent(record.fraction).padded(to: 5),
            Readable.bytes(record.receivedBytes).padded(to: 8), SafeText.line(record.displayName),
            SafeText.url(record.request.sourceURL),
        ]
        return fields.joined(separator: "  ") + "\n"
    }
}

extension JSONText {
    /// Writes the JSON members that describe a download in the list.
    mutating func members(of record: DownloadRecord, _ state: String) {
        member("token", record.token.rawValue)
        member("name", record.displayName)
        member("state", state)
        key("progress")
        value(record.fraction)
        member("bytes", record.receivedBytes)
        member("url", SafeText.url(record.request.sourceURL))
    }
}
