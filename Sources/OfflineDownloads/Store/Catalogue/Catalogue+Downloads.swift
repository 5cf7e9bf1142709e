extension Catalogue {
    /// Returns a token that no download of this store has ever had.
    ///
    /// The token is computed from the number of tokens made before and from the location. Two
    /// stores that receive the same requests therefore make the same tokens.
    package func makeToken(for sourceURL: String) throws(StoreError) -> OfflineVideoToken {
        try transaction { () throws(StoreError) -> OfflineVideoToken in
            while true {
                let count = try database.first(
                    """
                    INSERT INTO counter (name, value) VALUES ('token', 1)
                    ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value
                    """
                ) { $0.integer() }
                let token = OfflineVideoToken(
                    number: UInt64(bitPattern: count ?? 0), of: sourceURL)
                if try record(of: token) == nil { return token }
            }
        }
    }

    /// Adds a download after all others.
    ///
    /// - Throws: `StoreError.conflict` when another download has the token or the identifier of the
    ///   record.
    package func add(_ record: DownloadRecord) throws(StoreError) {
        guard record.token.isWellFormed else { throw .invalidName(record.token.rawValue) }
        let values = try DownloadRow.values(of: record)
        try transaction { () throws(StoreError) in
            // If a deleted download had this token, its files have already been removed. The record
            // of the deletion is removed too, so that the files of the new download are kept.
            try endDeletion(of: record.token)
            try database.run(DownloadRow.insertion, values)
        }
    }

    /// Replaces the record of a download.
    ///
    /// A recorded time of the first playback remains, even if the new record has none. Only
    /// ``forgetFirstPlayback(of:)`` removes it.
    ///
    /// - Throws: `StoreError.unknownToken` when there is no such download.
    package func update(_ record: DownloadRecord) throws(StoreError) {
        let values = try DownloadRow.values(of: record) + [.text(record.token.rawValue)]
        guard try database.run(DownloadRow.change, values) > 0 else {
            throw .unknownToken(record.token)
        }
    }

    /// Records the time of a video's first playback, unless a time is already recorded.
    ///
    /// Players in other processes may call this while the owner of the store downloads.
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

    /// Removes the time of a video's first playback; called after the renewal of a licence.
    package func forgetFirstPlayback(of token: OfflineVideoToken) throws(StoreError) {
        let changed = try database.run(
            "UPDATE download SET initialPlaybackTime = NULL WHERE token = ?",
            [.text(token.rawValue)])
        guard changed > 0 else { throw .unknownToken(token) }
    }

    /// Removes a download and all of its rows; its files remain.
    ///
    /// - Returns: Whether there was such a download.
    @discardableResult
    package func delete(_ token: OfflineVideoToken) throws(StoreError) -> Bool {
        defer { forgetDeletedRows() }
        return try transaction { () throws(StoreError) -> Bool in
            try database.run("DELETE FROM command WHERE token = ?", [.text(token.rawValue)])
            let count = try database.run(
                "DELETE FROM download WHERE token = ?", [.text(token.rawValue)])
            if count > 0 { noteDeletedRows() }
            return count > 0
        }
    }

    /// Returns the download with a token; `nil` when there is none.
    package func record(of token: OfflineVideoToken) throws(StoreError) -> DownloadRecord? {
        try record(where: "token = ?", token.rawValue)
    }

    /// Returns the download with an identifier that an app has assigned; `nil` when there is none.
    package func record(identifier: String) throws(StoreError) -> DownloadRecord? {
        try record(where: "identifier = ?", identifier)
    }

    /// Returns the first download of a location; `nil` when there is none.
    package func record(sourceURL: String) throws(StoreError) -> DownloadRecord? {
        try record(where: "sourceURL = ? ORDER BY id LIMIT 1", sourceURL)
    }

    /// Returns the first download with a given location and state; `nil` when there is none.
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
        let rows = DownloadRow(path: database.path, version: version)
        let sql = "SELECT \(rows.selection) FROM download WHERE \(condition)"
        return try database.first(sql, [.text(value)] + more) { row throws(StoreError) in
            try rows.record(in: &row)
        }
    }

    /// Returns all downloads in the order of their requests.
    package func records() throws(StoreError) -> [DownloadRecord] {
        var records: [DownloadRecord] = []
        try forEachRecord { records.append($0) }
        return records
    }

    /// Calls a closure with each download, in the order of the download requests.
    package func forEachRecord(
        _ body: (DownloadRecord) throws(StoreError) -> Void
    ) throws(StoreError) {
        let rows = DownloadRow(path: database.path, version: version)
        try database.forEach("SELECT \(rows.selection) FROM download ORDER BY id") {
            row throws(StoreError) in
            try body(try rows.record(in: &row))
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
