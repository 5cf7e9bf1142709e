import HeadlessPlayback

extension OfflineCommand {
    /// Lists the licences of downloads that need some.
    func licences() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let catalogue = try store.catalogue()
        var records: [DownloadRecord] = []
        try attempt { () throws(StoreError) in
            try catalogue.forEachRecord { if $0.usesFairPlay { records.append($0) } }
        }
        try remarkStranded(store, catalogue)
        noteExpired(records, in: store)
        guard options.json else {
            for record in records {
                output.write("\(record.token)  \(licence(of: record))\n")
            }
            return .success
        }
        var json = JSONText()
        json.array { json in for record in records { json.object { $0.licence(of: record) } } }
        json.endLine()
        output.write(json.bytes)
        return .success
    }

    /// Records expired licences, so that a clock that is set back does not make them valid again; a
    /// store that cannot be written records nothing.
    func noteExpired(_ records: [DownloadRecord], in store: OfflineStore) {
        let now = WallClock.now.millisecondsSince1970
        let news = records.filter { record in
            guard case .expired? = record.licenceTerm?.validity(at: now) else { return false }
            return record.licenceTerm?.validity(at: record.lastSeenTime ?? .min).refusal == nil
        }
        guard !news.isEmpty, store.folder.isWritable,
            let catalogue = try? Catalogue(path: store.folder.cataloguePath)
        else { return }
        for record in news { try? catalogue.noteSeen(record.token, at: now) }
    }

    /// The licence of a download in one line.
    func licence(of record: DownloadRecord) -> String {
        guard let requested = record.licenceRequestTime else { return "no licence" }
        var parts = [record.licenceExpiration == nil ? "purchase" : "rental"]
        switch record.licenceValidity(at: WallClock.now.millisecondsSince1970) {
        case .valid(let end): parts.append(end == nil ? "valid for good" : "valid")
        case .expired(let end): parts.append("expired \(Readable.date(end))")
        case .missing: parts.append("missing")
        }
        if let seen = record.lastSeenTime,
            seen > WallClock.now.millisecondsSince1970.addingReportingOverflow(60_000).partialValue
        {
            parts.append("the clock is set back, and showed \(Readable.date(seen)) before")
        }
        parts.append("requested \(Readable.date(requested))")
        if let end = record.licenceExpiration { parts.append("expires \(Readable.date(end))") }
        if let duration = record.playDuration {
            parts.append("plays for \(Readable.duration(milliseconds: duration))")
        }
        if let first = record.initialPlaybackTime {
            parts.append("first played \(Readable.date(first))")
        }
        return parts.joined(separator: "  ")
    }
}

extension JSONText {
    fileprivate mutating func licence(of record: DownloadRecord) {
        func date(_ milliseconds: Int64?) -> String? {
            milliseconds.map { DateTime(millisecondsSince1970: $0).text }
        }
        member("token", record.token)
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

extension OfflineVerbs {
    /// `playctl offline licenses`.
    static let listingLicences = verb(
        "licenses", "Lists the stored licences of downloads.", token: nil,
        options: [OfflineOptions.store, OfflineOptions.json]
    ) { command throws(CommandFailure) in try command.licences() }
}
