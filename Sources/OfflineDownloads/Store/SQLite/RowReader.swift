/// Reads the columns of one row in order.
struct RowReader {
    private let statement: Statement
    private var column: Int32 = 0

    init(_ statement: Statement) {
        self.statement = statement
    }

    /// Reads the next column; `nil` for `NULL`.
    private mutating func next<Value>(_ read: (Int32) -> Value) -> Value? {
        defer { column += 1 }
        return statement.isNull(at: column) ? nil : read(column)
    }

    mutating func optionalInteger() -> Int64? { next(statement.integer) }

    mutating func optionalText() -> String? { next(statement.text) }

    mutating func optionalBlob() -> [UInt8]? { next(statement.blob) }

    mutating func integer() -> Int64 { optionalInteger() ?? 0 }

    mutating func real() -> Double { next(statement.real) ?? 0 }

    mutating func text() -> String { optionalText() ?? "" }

    mutating func bool() -> Bool { integer() != 0 }

    /// Reads the next column as a count, limited to the range of `Int`; zero for `NULL`.
    mutating func count() -> Int { Int(clamping: integer()) }

    /// Reads the next column as a checksum, stored as a signed integer; `nil` for `NULL`.
    mutating func bits() -> UInt64? { optionalInteger().map(UInt64.init(bitPattern:)) }
}
