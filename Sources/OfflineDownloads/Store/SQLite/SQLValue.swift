/// A parameter of a statement.
enum SQLValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension SQLValue {
    init(_ value: Int64?) { self = value.map(SQLValue.integer) ?? .null }

    init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }

    init(_ value: Double?) { self = value.map(SQLValue.real) ?? .null }

    init(_ value: String?) { self = value.map(SQLValue.text) ?? .null }

    init(_ value: [UInt8]?) { self = value.map(SQLValue.blob) ?? .null }

    init(_ value: Bool) { self = .integer(value ? 1 : 0) }

    /// Creates the SQL value of a checksum.
    ///
    /// SQLite has only signed integers, so the bits of the checksum are stored as a signed integer.
    init(bits value: UInt64?) { self = value.map { .integer(Int64(bitPattern: $0)) } ?? .null }
}
