/// The catalogue of a store's downloads: the rows of `catalogue.sqlite`.
///
/// A catalogue is used on one event loop. Several processes may open the same file; each process
/// sees the changes of other processes in its next query. Changes are written to a log (WAL). A
/// killed process therefore loses no finished transaction. A power failure may lose the last
/// transactions. If a transaction survives the failure, all earlier ones survive, too.
package final class Catalogue {
    let database: Database
    /// The version of the tables: the current one, or an older one in read-only mode.
    let version: Int

    /// Opens a catalogue, and creates it if missing.
    ///
    /// - Parameters:
    ///   - path: The path of the file, without symbolic links.
    ///   - readOnly: Whether changes are forbidden; if so, the catalogue must already exist.
    ///   - schema: The tables that the catalogue must have.
    /// - Throws: When the file cannot be used; an existing file is then not changed.
    package init(
        path: String, readOnly: Bool = false, schema: CatalogueSchema = .current
    ) throws(StoreError) {
        let database = try Self.open(path: path, readOnly: readOnly, schema: schema)
        // The log need not be synchronized for every transaction: when a transaction is lost, the
        // complete files that it recorded are found again by their final names.
        if !readOnly { try database.run("PRAGMA synchronous = NORMAL") }
        version = Int(clamping: try database.number("PRAGMA user_version"))
        self.database = database
    }

    /// Opens a catalogue.
    ///
    /// Read-only mode also works on a full disk, where SQLite cannot create its additional files.
    private static func open(
        path: String, readOnly: Bool, schema: CatalogueSchema
    ) throws(StoreError) -> Database {
        do throws(StoreError) {
            let database = try Database.open(path: path, readOnly: readOnly)
            try schema.apply(to: database, readOnly: readOnly)
            return database
        } catch .full where readOnly {
            let database = try Database.openFrozen(path: path)
            try schema.apply(to: database, readOnly: true)
            return database
        }
    }

    /// Checks the whole catalogue for corruption and for rows that refer to a missing download.
    ///
    /// - Throws: `StoreError.corrupt` with the first problem.
    package func checkIntegrity() throws(StoreError) {
        let verdict = try database.first("PRAGMA quick_check(1)") { $0.text() } ?? ""
        guard verdict == "ok" else { throw .corrupt(path: database.path, detail: verdict) }
        let orphan = try database.first("PRAGMA foreign_key_check") { $0.text() }
        if let orphan { throw .corrupt(path: database.path, detail: "lost rows of \(orphan)") }
    }

    /// Runs `body` as a transaction, or as part of the current transaction if there is one.
    package func transaction<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        if isInTransaction { return try body() }
        isInTransaction = true
        defer { isInTransaction = false }
        return try database.transaction(body)
    }

    /// Runs `body`, whose queries all read the state of one moment, even if another process writes.
    ///
    /// The closure must not write.
    func snapshot<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        if isInTransaction { return try body() }
        isInTransaction = true
        defer { isInTransaction = false }
        return try database.snapshot(body)
    }

    /// Runs `body` as a transaction, and returns when its changes are on the disk.
    ///
    /// A power failure may revert a transaction that is not durable. Actions outside the catalogue
    /// that depend on a change, such as the removal of files, must therefore follow a durable
    /// transaction.
    func durableTransaction<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try database.run("PRAGMA synchronous = FULL")
        let result = Result { () throws(StoreError) in try transaction(body) }
        try database.run("PRAGMA synchronous = NORMAL")
        return try result.get()
    }

    private(set) var isInTransaction = false

    /// Whether the file or its log may still contain the rows of a deleted download.
    private var holdsDeletedRows = false

    /// Records that the rows of a download were deleted.
    func noteDeletedRows() { holdsDeletedRows = true }

    /// Moves the log into the file and empties the log, if either may contain deleted rows.
    ///
    /// The rows contain secrets: keys in local playlists, header fields, cookies and signed
    /// locations. When SQLite overwrites deleted rows, it writes to the log; the rows in the file
    /// are overwritten only when the log is moved into the file.
    ///
    /// A process that is reading the log may prevent this. The log is then emptied after the next
    /// deletion, or when the last process closes the catalogue.
    func forgetDeletedRows() {
        guard holdsDeletedRows, !isInTransaction else { return }
        let blocked = try? database.number("PRAGMA wal_checkpoint(TRUNCATE)")
        holdsDeletedRows = blocked != 0
    }

    /// Returns the number stored under a name; `nil` if there is none.
    package func note(_ name: String) throws(StoreError) -> Int64? {
        try database.first("SELECT value FROM counter WHERE name = ?", [.text(name)]) {
            $0.integer()
        }
    }

    /// Stores a number under a name.
    package func setNote(_ value: Int64, _ name: String) throws(StoreError) {
        try database.run(
            """
            INSERT INTO counter (name, value) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [.text(name), .integer(value)])
    }

    /// Returns the row identifier of a download.
    func id(of token: OfflineVideoToken) throws(StoreError) -> Int64 {
        let id = try database.first(
            "SELECT id FROM download WHERE token = ?", [.text(token.rawValue)]
        ) {
            $0.integer()
        }
        guard let id else { throw .unknownToken(token) }
        return id
    }

    func corrupt(_ detail: String) -> StoreError {
        .corrupt(path: database.path, detail: detail)
    }
}
