import CSQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The single owner of a connection to an SQLite database.
///
/// The connection is used on one event loop only, so SQLite's own thread locks are turned off. The
/// corresponding C functions are `sqlite3_open_v2` and `sqlite3_close_v2`.
@safe
struct Database: ~Copyable {
    /// The maximum time to wait for another process that locks the database, in milliseconds.
    private static let patience: Int32 = 10_000

    /// The prepared statements, by their SQL text.
    private final class Cache {
        var statements: [String: Statement] = [:]
    }

    private let connection: OpaquePointer
    private let cache = Cache()
    /// The path of the database, for errors.
    let path: String

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: A path without symbolic links.
    ///   - readOnly: Whether writing is forbidden; the file must then exist.
    /// - Returns: The connection.
    /// - Throws: When there is no database and none can be created.
    static func open(path: String, readOnly: Bool) throws(StoreError) -> Database {
        if !readOnly { try PrivateFile.make(path) }
        return try open(path, readOnly: readOnly, readOnly ? FrozenDatabase(path: path) : nil)
    }

    /// Opens a database for reading without creating other files, for example on a full disk.
    ///
    /// - Parameter path: A path without symbolic links.
    /// - Returns: The connection.
    /// - Throws: When there is no database.
    static func openFrozen(path: String) throws(StoreError) -> Database {
        try open(path, readOnly: true, FrozenDatabase(fullDiskPath: path))
    }

    private static func open(
        _ path: String, readOnly: Bool, _ frozen: FrozenDatabase?
    ) throws(StoreError) -> Database {
        guard !path.utf8.contains(0) else { throw .invalidName(path) }
        var pointer: OpaquePointer?
        var flags = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        flags |= SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
        if frozen != nil { flags |= SQLITE_OPEN_URI }
        let code = unsafe sqlite3_open_v2(frozen?.location ?? path, &pointer, flags, nil)
        guard let connection = unsafe pointer else {
            throw .cannotOpen(path: path, reason: "out of memory")
        }
        guard code == SQLITE_OK else {
            let error = unsafe Self.error(code, of: connection, path: path)
            unsafe sqlite3_close_v2(connection)
            throw error
        }
        unsafe sqlite3_busy_timeout(connection, patience)
        let database = unsafe Database(connection, path: path)
        // The locking mode must be set before any read: only in exclusive mode does SQLite keep the
        // index of the log in memory instead of in a file.
        if frozen != nil { try database.run("PRAGMA locking_mode = EXCLUSIVE") }
        try database.run("PRAGMA foreign_keys = ON")
        try database.run("PRAGMA trusted_schema = OFF")
        // Rows may contain keys, header fields and cookies, so SQLite must overwrite the bytes of
        // deleted rows.
        try database.run("PRAGMA secure_delete = ON")
        try database.run("PRAGMA cell_size_check = ON")
        return database
    }

    private init(_ connection: OpaquePointer, path: String) {
        unsafe self.connection = connection
        self.path = path
    }

    deinit {
        cache.statements.removeAll()
        unsafe sqlite3_close_v2(connection)
    }

    /// Runs a statement, ignoring its rows.
    ///
    /// - Returns: The number of rows inserted, changed or deleted.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int {
        try forEach(sql, values) { _ in }
        return unsafe Int(sqlite3_changes64(connection))
    }

    /// Runs statements without parameters, separated by semicolons.
    func runScript(_ sql: String) throws(StoreError) {
        let code = unsafe sqlite3_exec(connection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Runs a statement and calls a closure with each row.
    func forEach(
        _ sql: String, _ values: [SQLValue] = [],
        _ body: (inout RowReader) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        let bound = statement.bind(values)
        guard bound == SQLITE_OK else { throw error(bound) }
        while true {
            let code = statement.step()
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw error(code) }
            var row = RowReader(statement)
            try body(&row)
        }
    }

    /// Runs a statement and returns a value made from its first row; `nil` when there are no rows.
    func first<Value>(
        _ sql: String, _ values: [SQLValue] = [],
        _ body: (inout RowReader) throws(StoreError) -> Value
    ) throws(StoreError) -> Value? {
        let statement = try statement(sql)
        defer { statement.reset() }
        let bound = statement.bind(values)
        guard bound == SQLITE_OK else { throw error(bound) }
        let code = statement.step()
        if code == SQLITE_DONE { return nil }
        guard code == SQLITE_ROW else { throw error(code) }
        var row = RowReader(statement)
        return try body(&row)
    }

    /// Returns the number in the first column of the first row; zero if there is no row.
    func number(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int64 {
        try first(sql, values) { $0.integer() } ?? 0
    }

    /// Runs `body` as a transaction, which must not be nested.
    ///
    /// The transaction takes the write lock at its start. Otherwise, the lock of another writer
    /// could make the transaction fail after its first changes.
    func transaction<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try transaction("BEGIN IMMEDIATE", body)
    }

    /// Runs `body`, whose queries all read the state of one moment, even if another process writes.
    ///
    /// The closure must not write, and must not be nested in a transaction.
    func snapshot<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try transaction("BEGIN DEFERRED", body)
    }

    private func transaction<Value>(
        _ start: String, _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try run(start)
        do throws(StoreError) {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // Some failures, such as a full disk, have already rolled back the transaction.
            if unsafe sqlite3_get_autocommit(connection) == 0 { try run("ROLLBACK") }
            throw error
        }
    }

    /// Returns the prepared statement for an SQL text; a new one if the cached one is in use.
    private func statement(_ sql: String) throws(StoreError) -> Statement {
        let cached = cache.statements[sql]
        if let cached, !cached.isRunning { return cached }
        let (prepared, code) = unsafe Statement.prepare(sql, on: connection)
        guard let prepared else { throw error(code) }
        if cached == nil { cache.statements[sql] = prepared }
        return prepared
    }

    private func error(_ code: Int32) -> StoreError {
        unsafe Self.error(code, of: connection, path: path)
    }

    private static func error(
        _ code: Int32, of connection: OpaquePointer, path: String
    ) -> StoreError {
        let system = unsafe sqlite3_system_errno(connection)
        let message = unsafe String(cString: sqlite3_errmsg(connection))
        switch code & 0xFF {
        case SQLITE_FULL: return .full(path: path)
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(path: path)
        case SQLITE_NOTADB: return .notAStore(path: path)
        case SQLITE_CORRUPT: return .corrupt(path: path, detail: message)
        case SQLITE_READONLY: return .readOnly(path: path)
        case SQLITE_CANTOPEN:
            return .cannotOpen(path: path, reason: SystemReason.text(system) ?? message)
        case SQLITE_IOERR:
            if SystemReason.isFull(system) { return .full(path: path) }
            return .io(path: path, reason: SystemReason.text(system) ?? message)
        case SQLITE_CONSTRAINT: return .conflict(message)
        case SQLITE_TOOBIG: return .unstorable(message)
        default: return .database(message)
        }
    }
}
