import CSQLite

/// The single owner of a prepared statement.
///
/// A statement must not be used after its database connection is closed. If the connection is
/// closed first, SQLite keeps it in memory until its statements are released. The corresponding C
/// functions are `sqlite3_prepare_v3`, `sqlite3_bind_*`, `sqlite3_step`, `sqlite3_column_*` and
/// `sqlite3_finalize`.
@safe
final class Statement {
    private let pointer: OpaquePointer
    /// Whether the statement is positioned at a row and therefore in use.
    private(set) var isRunning = false

    /// Prepares an SQL statement.
    ///
    /// If this fails, the returned statement is `nil` and the code is the SQLite error code.
    static func prepare(
        _ sql: String, on connection: OpaquePointer
    ) -> (statement: Statement?, code: Int32) {
        var pointer: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer = unsafe pointer else { return (nil, code) }
        return (unsafe Statement(pointer), code)
    }

    private init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe sqlite3_finalize(pointer)
    }

    /// Sets the parameters, in order.
    ///
    /// - Returns: The code of the first failure, or `SQLITE_OK`.
    func bind(_ values: [SQLValue]) -> Int32 {
        for (index, value) in values.enumerated() {
            let code = bind(value, at: Int32(index + 1))
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return unsafe sqlite3_bind_null(pointer, index)
        case .integer(let number): return unsafe sqlite3_bind_int64(pointer, index, number)
        case .real(let number): return unsafe sqlite3_bind_double(pointer, index, number)
        case .text(var text):
            return text.withUTF8 { utf8 in
                guard let count = Int32(exactly: utf8.count) else { return SQLITE_TOOBIG }
                guard let start = utf8.baseAddress else {
                    return unsafe csqlite_bind_text(pointer, index, "", 0)
                }
                return unsafe start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                    unsafe csqlite_bind_text(pointer, index, $0, count)
                }
            }
        case .blob(let bytes):
            guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
            if bytes.isEmpty { return unsafe sqlite3_bind_zeroblob(pointer, index, 0) }
            return unsafe csqlite_bind_blob(pointer, index, bytes, count)
        }
    }

    /// Advances to the next row.
    ///
    /// - Returns: `SQLITE_ROW`, `SQLITE_DONE`, or the code of a failure.
    func step() -> Int32 {
        let code = unsafe sqlite3_step(pointer)
        isRunning = code == SQLITE_ROW
        return code
    }

    /// Resets the statement for its next use.
    func reset() {
        unsafe sqlite3_reset(pointer)
        unsafe sqlite3_clear_bindings(pointer)
        isRunning = false
    }

    func isNull(at column: Int32) -> Bool {
        unsafe sqlite3_column_type(pointer, column) == SQLITE_NULL
    }

    func integer(at column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(pointer, column)
    }

    func real(at column: Int32) -> Double {
        unsafe sqlite3_column_double(pointer, column)
    }

    func text(at column: Int32) -> String {
        guard let start = unsafe sqlite3_column_text(pointer, column) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(pointer, column))
        return unsafe String(
            decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func blob(at column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(pointer, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(pointer, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
