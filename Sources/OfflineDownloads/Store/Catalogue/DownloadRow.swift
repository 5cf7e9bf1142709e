import Sessions
import Transport

/// Converts between the record of a download and its row in the catalogue.
///
/// Values are written and read in the order of the columns.
struct DownloadRow {
    /// The path of the catalogue, for errors.
    let path: String
    /// The version of the catalogue's tables.
    let version: Int

    private static let columns = [
        "token", "identifier", "sourceURL", "displayName", "video", "selection", "headers",
        "phase", "percent", "receivedBytes", "expectedBytes", "startTime", "endTime", "errorCode",
        "errorReason", "allowsCellular", "isWhole", "sidebandLanguages", "usesFairPlay",
        "hasTerms", "wantedRental", "wantedPlayDuration", "licenceRequestTime", "licenceExpiration",
        "playDuration", "initialPlaybackTime",
        "posterName", "thumbnailName", "isConfigured", "isPreload",
    ]
    private static let columnList = columns.joined(separator: ", ")
    /// The column for request options, which catalogues of older versions lack.
    private static let optionsColumn = "requestOptions"
    /// The columns for which a statement writes values, including the column for request options.
    private static let written = columns + [optionsColumn]
    /// The SQL list of the expressions that a query selects for each download.
    ///
    /// They are the columns of the record, the latest time of a licence check, and whether a file
    /// of the plan is missing.
    var selection: String {
        let seen = version >= CatalogueSchema.deletionsVersion ? "lastSeenTime" : "NULL"
        let lacksFile = """
            EXISTS (SELECT 1 FROM resource
                WHERE resource.download = download.id AND checksum IS NULL)
            """
        let options =
            version >= CatalogueSchema.requestOptionsVersion ? Self.optionsColumn : "NULL"
        return "\(Self.columnList), \(options), \(seen), \(lacksFile)"
    }
    /// The SQL statement that adds a row; its parameters are ``values(of:)``.
    static let insertion =
        "INSERT INTO download (\(written.joined(separator: ", "))) VALUES (\(written.map { _ in "?" }.joined(separator: ", ")))"
    /// The SQL statement that changes a row; its parameters are ``values(of:)`` and the token.
    static let change =
        "UPDATE download SET \(written.map(assignment).joined(separator: ", ")) WHERE token = ?"

    /// Returns the SQL assignment of a column in ``change``.
    ///
    /// Another process may have written the time of the first playback, so `nil` does not replace
    /// it.
    private static func assignment(_ column: String) -> String {
        column == "initialPlaybackTime" ? "\(column) = COALESCE(?, \(column))" : "\(column) = ?"
    }

    /// Returns the values to write for a record, in the order of the columns.
    ///
    /// - Throws: `StoreError.unstorable` when properties are nested too deeply.
    static func values(of record: DownloadRecord) throws(StoreError) -> [SQLValue] {
        var headers: String?
        if !record.request.headers.isEmpty {
            headers = try StoredJSON.text(.headers(record.request.headers))
        }
        var options: String?
        if !record.request.assetOptions.isEmpty {
            options = try StoredJSON.text(record.request.assetOptions.stored)
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
            SQLValue(record.request.isPreload), SQLValue(options),
        ]
    }

    /// Returns the record in a row of ``selection``.
    ///
    /// - Throws: `StoreError.corrupt` when the row contains a value that a catalogue never writes.
    func record(in row: inout RowReader) throws(StoreError) -> DownloadRecord {
        let token = OfflineVideoToken(rawValue: row.text())
        let identifier = row.optionalText()
        let sourceURL = row.text()
        let displayName = row.text()
        let video = try StoredJSON.value(row.text(), of: token, in: path)
        let selection = try StoredJSON.value(row.text(), of: token, in: path)
        guard let video = Video(stored: video) else {
            throw .corrupt(path: path, detail: "the video of \(token)")
        }
        var request = DownloadRequest(video: video, sourceURL: sourceURL)
        request.displayName = displayName
        request.identifier = identifier
        request.selection = DownloadSelection(stored: selection)
        var record = DownloadRecord(token: token, request: request, startTime: 0)
        if let text = row.optionalText() {
            record.request.headers = try StoredJSON.value(text, of: token, in: path).headers
        }
        guard let state = OfflineVideoStatus.DownloadState(rawValue: row.count()) else {
            throw .corrupt(path: path, detail: "the phase of \(token)")
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
            record.request.sidebandLanguages = try StoredJSON.value(text, of: token, in: path).texts
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
        if let text = row.optionalText() {
            let stored = try StoredJSON.value(text, of: token, in: path)
            record.request.assetOptions = AssetOptions(stored: stored)
        }
        record.lastSeenTime = row.optionalInteger()
        // A download does not count as complete if one of its files is not recorded as stored.
        if row.bool() { record.isNotComplete() }
        return record
    }
}
