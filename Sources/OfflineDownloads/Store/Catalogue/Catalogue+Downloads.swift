import Formats
import Sessions

extension Catalogue {
    /// Returns a token that no download of this store ever had.
    ///
    /// It depends on the number of earlier tokens and on the location, so equal requests give equal
    /// tokens.
    package func makeToken(for sourceURL: String) throws(StoreError) -> OfflineVideoToken {
        try transaction { () throws(StoreError) -> OfflineVideoToken in
            while true {
                let count = try database.first(
                    """
                    INSERT INTO counter (name, value) VALUES ('token', 1)
                    ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value
                    """
                ) { $0.integer() }
                let token = Self.token(number: UInt64(bitPattern: count ?? 0), of: sourceURL)
                if try record(of: token) == nil { return token }
            }
        }
    }

    /// Returns two hashes in the form of a UUID.
    private static func token(number: UInt64, of sourceURL: String) -> OfflineVideoToken {
        let bytes = Array(sourceURL.utf8)
        let digits = Array(
            (Checksum.of(bytes, seed: number).hexadecimal
                + Checksum.of(bytes, seed: ~number).hexadecimal).utf8)
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return OfflineVideoToken(
            rawValue: parts.map { String(decoding: digits[$0], as: UTF8.self) }
                .joined(separator: "-"))
    }

    /// Adds a download after all others.
    ///
    /// - Throws: `StoreError.conflict` when its token or its identifier exists.
    package func add(_ record: DownloadRecord) throws(StoreError) {
        guard record.token.isWellFormed else { throw .invalidName(record.token.rawValue) }
        let values = try Self.values(of: record)
        try transaction { () throws(StoreError) in
            // Files of an earlier download with this token are gone by now; those of this one
            // remain.
            try endDeletion(of: record.token)
            try database.run(Self.insertion, values)
        }
    }

    /// Stores the complete record of a download.
    ///
    /// A recorded first playback remains; only ``forgetFirstPlayback(of:)`` removes it.
    ///
    /// - Throws: `StoreError.unknownToken` when there is none.
    package func update(_ record: DownloadRecord) throws(StoreError) {
        let values = try Self.values(of: record) + [.text(record.token.rawValue)]
        guard try database.run(Self.change, values) > 0 else { throw .unknownToken(record.token) }
    }

    /// Stores only the progress of a download.
    package func updateProgress(
        of token: OfflineVideoToken, percent: Double, receivedBytes: Int64, expectedBytes: Int64
    ) throws(StoreError) {
        let changed = try database.run(
            """
            UPDATE download SET percent = ?, receivedBytes = ?, expectedBytes = ? WHERE token = ?
            """,
            [
                .real(percent), .integer(receivedBytes), .integer(expectedBytes),
                .text(token.rawValue),
            ])
        guard changed > 0 else { throw .unknownToken(token) }
    }

    /// Records the first playback of a video, unless there is an earlier one.
    ///
    /// Players of other processes may do so while the owner of the store downloads.
    ///
    /// - Throws: `StoreError.unknownToken` when there is no such download.
    package func noteFirstPlayback(
        of token: OfflineVideoToken, at time: Int64
    ) throws(StoreError) {
        let changed = try database.run(
            """
            UPDATE download SET initialPlaybackTime = COALESCE(initialPlaybackTime, ?)
            WHERE token = ?
            """, [.integer(time), .text(token.rawValue)])
        guard changed > 0 else { throw .unknownToken(token) }
    }

    /// Removes the first playback, after the renewal of a licence.
    package func forgetFirstPlayback(of token: OfflineVideoToken) throws(StoreError) {
        let changed = try database.run(
            "UPDATE download SET initialPlaybackTime = NULL WHERE token = ?",
            [.text(token.rawValue)])
        guard changed > 0 else { throw .unknownToken(token) }
    }

    /// Removes a download and all of its rows; its files remain.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    package func delete(_ token: OfflineVideoToken) throws(StoreError) -> Bool {
        try transaction { () throws(StoreError) -> Bool in
            try database.run("DELETE FROM command WHERE token = ?", [.text(token.rawValue)])
            return try database.run("DELETE FROM download WHERE token = ?", [.text(token.rawValue)])
                > 0
        }
    }

    /// Returns the download of a token, or `nil`.
    package func record(of token: OfflineVideoToken) throws(StoreError) -> DownloadRecord? {
        try record(where: "token = ?", token.rawValue)
    }

    /// Returns the download with an app's identifier, or `nil`.
    package func record(identifier: String) throws(StoreError) -> DownloadRecord? {
        try record(where: "identifier = ?", identifier)
    }

    /// Returns the first download of a location, or `nil`.
    package func record(sourceURL: String) throws(StoreError) -> DownloadRecord? {
        try record(where: "sourceURL = ? ORDER BY id LIMIT 1", sourceURL)
    }

    /// Returns the first download of a location in a state, or `nil`.
    package func record(
        sourceURL: String, in state: OfflineVideoStatus.DownloadState
    ) throws(StoreError) -> DownloadRecord? {
        try record(
            where: "sourceURL = ? AND phase = ? ORDER BY id LIMIT 1", sourceURL,
            SQLValue(state.rawValue))
    }

    private func record(
        where condition: String, _ value: String, _ more: SQLValue...
    ) throws(StoreError) -> DownloadRecord? {
        let sql = "SELECT \(selection) FROM download WHERE \(condition)"
        return try database.first(sql, [.text(value)] + more) { row throws(StoreError) in
            try decode(&row)
        }
    }

    /// Returns all downloads in the order of their requests.
    package func records() throws(StoreError) -> [DownloadRecord] {
        var records: [DownloadRecord] = []
        try forEachRecord { records.append($0) }
        return records
    }

    /// Calls a closure with each download in the order of their requests.
    package func forEachRecord(
        _ body: (DownloadRecord) throws(StoreError) -> Void
    ) throws(StoreError) {
        try database.forEach("SELECT \(selection) FROM download ORDER BY id") {
            row throws(StoreError) in
            try body(try decode(&row))
        }
    }

    /// Returns the tokens of all downloads in the order of their requests.
    package func tokens() throws(StoreError) -> [OfflineVideoToken] {
        var tokens: [OfflineVideoToken] = []
        try database.forEach("SELECT token FROM download ORDER BY id") {
            tokens.append(OfflineVideoToken(rawValue: $0.text()))
        }
        return tokens
    }
}

// MARK: Rows

extension Catalogue {
    private static let columns = [
        "token", "identifier", "sourceURL", "displayName", "video", "selection", "headers",
        "phase", "percent", "receivedBytes", "expectedBytes", "startTime", "endTime", "errorCode",
        "errorReason", "allowsCellular", "isWhole", "sidebandLanguages", "usesFairPlay",
        "hasTerms", "wantedRental", "wantedPlayDuration", "licenceRequestTime", "licenceExpiration",
        "playDuration", "initialPlaybackTime",
        "posterName", "thumbnailName", "isConfigured", "isPreload",
    ]
    private static let columnList = columns.joined(separator: ", ")
    /// The query of a download: its columns, the latest time seen, and whether a file of its plan
    /// is missing.
    private var selection: String {
        let seen = version >= CatalogueSchema.deletionsVersion ? "lastSeenTime" : "NULL"
        let lacksFile = """
            EXISTS (SELECT 1 FROM resource
                WHERE resource.download = download.id AND checksum IS NULL)
            """
        return "\(Self.columnList), \(seen), \(lacksFile)"
    }
    private static let insertion =
        "INSERT INTO download (\(columnList)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    private static let change =
        "UPDATE download SET \(columns.map(assignment).joined(separator: ", ")) WHERE token = ?"

    /// Values written by players of other processes take precedence over those of the owner.
    private static func assignment(_ column: String) -> String {
        column == "initialPlaybackTime" ? "\(column) = COALESCE(?, \(column))" : "\(column) = ?"
    }

    private static func values(of record: DownloadRecord) throws(StoreError) -> [SQLValue] {
        var headers: String?
        if !record.request.headers.isEmpty {
            headers = try StoredJSON.text(.headers(record.request.headers))
        }
        var languages: String?
        if let tags = record.request.sidebandLanguages {
            languages = try StoredJSON.text(.texts(tags))
        }
        return [
            .text(record.token.rawValue), SQLValue(record.request.identifier),
            .text(record.request.sourceURL),
            .text(record.displayName), .text(try StoredJSON.text(record.request.video.stored)),
            .text(try StoredJSON.text(record.request.selection.stored)),
            SQLValue(headers), SQLValue(record.state.rawValue), .real(record.percent),
            .integer(record.receivedBytes), .integer(record.expectedBytes),
            .integer(record.startTime), SQLValue(record.endTime),
            SQLValue(record.errorCode?.rawValue), SQLValue(record.errorReason),
            SQLValue(record.request.allowsCellular), SQLValue(record.isWhole), SQLValue(languages),
            SQLValue(record.usesFairPlay), SQLValue(record.request.terms != nil),
            SQLValue(record.request.terms?.rentalDuration?.inMilliseconds),
            SQLValue(record.request.terms?.playDuration?.inMilliseconds),
            SQLValue(record.licenceRequestTime),
            SQLValue(record.licenceExpiration), SQLValue(record.playDuration),
            SQLValue(record.initialPlaybackTime), SQLValue(record.posterName),
            SQLValue(record.thumbnailName), SQLValue(record.request.isConfigured),
            SQLValue(record.request.isPreload),
        ]
    }

    private func decode(_ row: inout RowReader) throws(StoreError) -> DownloadRecord {
        let token = OfflineVideoToken(rawValue: row.text())
        let identifier = row.optionalText()
        let sourceURL = row.text()
        let displayName = row.text()
        let video = try json(row.text(), of: token)
        let selection = try json(row.text(), of: token)
        guard let video = Video(stored: video) else { throw corrupt("the video of \(token)") }
        var request = DownloadRequest(video: video, sourceURL: sourceURL)
        request.displayName = displayName
        request.identifier = identifier
        request.selection = DownloadSelection(stored: selection)
        var record = DownloadRecord(token: token, request: request, startTime: 0)
        if let text = row.optionalText() {
            record.request.headers = try json(text, of: token).headers
        }
        guard let state = OfflineVideoStatus.DownloadState(rawValue: row.count()) else {
            throw corrupt("the phase of \(token)")
        }
        record.state = state
        record.percent = row.real()
        record.receivedBytes = row.integer()
        record.expectedBytes = row.integer()
        record.startTime = row.integer()
        record.endTime = row.optionalInteger()
        if let code = row.optionalInteger() {
            record.errorCode = OfflineError.Code(rawValue: Int(clamping: code)) ?? .downloadFailure
        }
        record.errorReason = row.optionalText()
        record.request.allowsCellular = row.bool()
        record.isWhole = row.bool()
        if let text = row.optionalText() {
            record.request.sidebandLanguages = try json(text, of: token).texts
        }
        record.usesFairPlay = row.bool()
        let hasTerms = row.bool()
        let terms = PersistentLicenceTerms(
            rentalDuration: row.optionalInteger().map { .milliseconds($0) },
            playDuration: row.optionalInteger().map { .milliseconds($0) })
        record.request.terms = hasTerms ? terms : nil
        record.licenceRequestTime = row.optionalInteger()
        record.licenceExpiration = row.optionalInteger()
        record.playDuration = row.optionalInteger()
        record.initialPlaybackTime = row.optionalInteger()
        record.posterName = row.optionalText()
        record.thumbnailName = row.optionalText()
        record.request.isConfigured = row.bool()
        record.request.isPreload = row.bool()
        record.lastSeenTime = row.optionalInteger()
        // A complete download must have a row for every file.
        if row.bool() { record.isNotComplete() }
        return record
    }

    /// Parses a text written by this catalogue.
    func json(_ text: String, of token: OfflineVideoToken) throws(StoreError) -> PropertyValue {
        do throws(JSONError) {
            return try StoredJSON.value(text)
        } catch {
            throw corrupt("a text of \(token): \(error)")
        }
    }
}
