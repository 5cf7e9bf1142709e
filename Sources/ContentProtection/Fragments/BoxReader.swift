import Containers

/// Reads the fields of a box in sequence; a field beyond the end of the box is an error.
struct BoxReader {
    private let type: String
    private var cursor: ByteCursor

    init(_ bytes: [UInt8], _ range: Range<Int>, of type: String) {
        self.type = type
        cursor = ByteCursor(bytes, in: range)
    }

    /// The position of the next field.
    var index: Int { cursor.index }

    /// The number of unread bytes in the box.
    var left: Int { cursor.left }

    /// Reads a big-endian number of up to eight bytes.
    mutating func number(_ count: Int) throws(DecryptionError) -> UInt64 {
        guard let number = cursor.number(count) else { throw truncation }
        return number
    }

    /// Reads a big-endian number of up to four bytes.
    mutating func integer(_ count: Int) throws(DecryptionError) -> Int {
        Int(try number(count))
    }

    /// Reads `count` bytes.
    mutating func array(_ count: Int) throws(DecryptionError) -> [UInt8] {
        guard let bytes = cursor.array(count) else { throw truncation }
        return bytes
    }

    /// Reads four characters.
    mutating func text() throws(DecryptionError) -> String {
        String(decoding: try array(4), as: UTF8.self)
    }

    /// Reads a version and flags.
    mutating func versionAndFlags() throws(DecryptionError) -> (version: Int, flags: Int) {
        (try integer(1), try integer(3))
    }

    /// Skips bytes.
    ///
    /// - Returns: The position of the first skipped byte.
    @discardableResult
    mutating func skip(_ count: Int) throws(DecryptionError) -> Int {
        guard let start = cursor.skip(count) else { throw truncation }
        return start
    }

    private var truncation: DecryptionError {
        DecryptionError(.truncated("the box \(type)"), offset: cursor.index)
    }
}
