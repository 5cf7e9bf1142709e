/// The records of a store's downloads: the rows of `catalogue.sqlite`.
///
/// It belongs to one loop. Several processes may open the same catalogue; each sees the changes of
/// other processes in its next query. Changes are written to a log (WAL), so that a killed process
/// loses no finished transaction; a power failure may lose the last changes, but never their order.
package final class Catalogue {
    let database: Database
    /// The version of the tables: the current one, or an older one in read-only mode.
    let version: Int

    /// Opens a catalogue, and creates it if missing.
    ///
    /// - Parameters:
    ///   - path: The file, without symbolic links.
    ///   - readOnly: Whether changes are forbidden; the catalogue must then exist.
    ///   - schema: The required tables.
    /// - Throws: When it cannot be used; an existing file is then unchanged.
    package init(
        path: String, readOnly: Bool = false, schema: CatalogueSchema = .current
    ) throws(StoreError) {
        let database = try Self.open(path: path, readOnly: readOnly, schema: schema)
        // Files with their final names are found even without their rows, so the log need not be
        // synchronized for every transaction.
        if !readOnly { try database.run("PRAGMA synchronous = NORMAL") }
        version = Int(clamping: try database.number("PRAGMA user_version"))
        self.database = database
    }

    /// Opens a catalogue; in read-only mode even if the disk has no room for SQLite's additional
    /// files.
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

    /// Checks the complete catalogue for contradictions.
    ///
    /// - Throws: `StoreError.corrupt` with the first contradiction.
    package func checkIntegrity() throws(StoreError) {
        let verdict = try database.first("PRAGMA quick_check(1)") { $0.text() } ?? ""
        guard verdict == "ok" else { throw .corrupt(path: database.path, detail: verdict) }
        let orphan = try database.first("PRAGMA foreign_key_check") { $0.text() }
        if let orphan { throw .corrupt(path: database.path, detail: "lost rows of \(orphan)") }
    }

    /// Runs `body` as a transaction, which must not be nested.
    package func transaction<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        if isInTransaction { return try body() }
        isInTransaction = true
        defer { isInTransaction = false }
        return try database.transaction(body)
    }

    /// Runs `body` as a transaction, and returns when it is on the disk.
    ///
    /// A power failure may revert other changes; actions outside the catalogue, such as the removal
    /// of files, must wait for this.
    func durableTransaction<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try database.run("PRAGMA synchronous = FULL")
        let result = Result { () throws(StoreError) in try transaction(body) }
        try database.run("PRAGMA synchronous = NORMAL")
        return try result.get()
    }

    private(set) var isInTransaction = false

    /// Whether the log may hold rows with header fields or cookies that were deleted.
    private var logHoldsSecrets = false

    /// Records that a row with header fields or cookies was deleted.
    func noteDeletedSecrets() { logHoldsSecrets = true }

    /// Empties the log, which may contain deleted secrets; a reader may delay this until the next
    /// deletion or the end of the last process.
    func forgetDeletedSecrets() {
        guard logHoldsSecrets, !isInTransaction else { return }
        let blocked = try? database.number("PRAGMA wal_checkpoint(TRUNCATE)")
        logHoldsSecrets = blocked != 0
    }

    /// Returns the number stored under a name; `nil` without one.
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

    /// Returns the row of a download.
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
