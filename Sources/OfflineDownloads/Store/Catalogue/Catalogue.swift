/// What a store knows of its downloads: the rows of `catalogue.sqlite`.
///
/// One loop uses it. Several processes may have the same catalogue open; what one of them wrote is
/// seen by the others with their next question, and ``dataVersion()`` tells them that they should ask.
/// Writing goes through a log (WAL), so that a killed process loses nothing that it had finished; a
/// power failure may take the last changes, never the order among them.
package final class Catalogue {
    let database: Database
    /// Which version of the tables there is: the current one, or an older one that is only read.
    let version: Int

    /// Opens a catalogue, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - path: The file, without symbolic links.
    ///   - readOnly: Whether nothing may be changed; the catalogue must exist then.
    ///   - schema: The tables that it has to have.
    /// - Throws: When it cannot be used. What is there is left as it is then.
    package init(
        path: String, readOnly: Bool = false, schema: CatalogueSchema = .current
    ) throws(StoreError) {
        let database = try Self.open(path: path, readOnly: readOnly, schema: schema)
        // What has its final name is found again without its row, so that the log need not reach
        // the disk with every transaction.
        if !readOnly { try database.run("PRAGMA synchronous = NORMAL") }
        version = Int(clamping: try database.number("PRAGMA user_version"))
        self.database = database
    }

    /// Opens a catalogue, and one that is only read also where the disk has no room for the files that
    /// SQLite puts beside it.
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

    /// A number that changes when another process, or another catalogue of this one, wrote.
    package func dataVersion() throws(StoreError) -> Int64 {
        try database.number("PRAGMA data_version")
    }

    /// Reads all of the catalogue and looks for contradictions.
    ///
    /// - Throws: `StoreError.corrupt` with the first that was found.
    package func checkIntegrity() throws(StoreError) {
        let verdict = try database.first("PRAGMA quick_check(1)") { $0.text() } ?? ""
        guard verdict == "ok" else { throw .corrupt(path: database.path, detail: verdict) }
        let orphan = try database.first("PRAGMA foreign_key_check") { $0.text() }
        if let orphan { throw .corrupt(path: database.path, detail: "lost rows of \(orphan)") }
    }

    /// Does everything in `body` or nothing of it; such bodies do not nest.
    package func transaction<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        if isInTransaction { return try body() }
        isInTransaction = true
        defer { isInTransaction = false }
        return try database.transaction(body)
    }

    /// Does everything in `body` or nothing of it, and returns when it is on the disk.
    ///
    /// A power failure may take other changes back; what goes beyond the catalogue, such as the removal
    /// of files, has to wait for this.
    func durableTransaction<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try database.run("PRAGMA synchronous = FULL")
        let result = Result { () throws(StoreError) in try transaction(body) }
        try database.run("PRAGMA synchronous = NORMAL")
        return try result.get()
    }

    private var isInTransaction = false

    /// A number that was written down under a name; `nil` when none was.
    package func note(_ name: String) throws(StoreError) -> Int64? {
        try database.first("SELECT value FROM counter WHERE name = ?", [.text(name)]) {
            $0.integer()
        }
    }

    /// Writes down a number under a name.
    package func setNote(_ value: Int64, _ name: String) throws(StoreError) {
        try database.run(
            """
            INSERT INTO counter (name, value) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [.text(name), .integer(value)])
    }

    /// The row of a download.
    func id(of token: OfflineVideoToken) throws(StoreError) -> Int64 {
        let id = try database.first("SELECT id FROM download WHERE token = ?", [.text(token)]) {
            $0.integer()
        }
        guard let id else { throw .unknownToken(token) }
        return id
    }

    func corrupt(_ detail: String) -> StoreError {
        .corrupt(path: database.path, detail: detail)
    }
}
