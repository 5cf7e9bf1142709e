/// A place in bytes that moves forward.
///
/// All of WebVTT's syntax is ASCII, so that bytes can be looked at before they are decoded.
struct ByteScanner {
    let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The byte at the place; `nil` at the end.
    var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    /// What has not been passed.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    var isAtEnd: Bool { position == bytes.endIndex }

    /// Passes a byte if it is the one expected.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    /// Passes a number of bytes, which must be there.
    mutating func advance(by count: Int = 1) { position += count }

    /// Passes bytes as long as they are of a kind.
    ///
    /// - Parameter belongs: Whether a byte is of the kind.
    /// - Returns: The bytes that were passed.
    @discardableResult
    mutating func collect(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.endIndex, belongs(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }
}

extension UInt8 {
    /// Whether this is one of the digits from 0 to 9.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// Whether this is a tab, a line feed, a form feed, a carriage return or a space.
    var isWhitespace: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D
    }
}

extension ArraySlice<UInt8> {
    /// The text of these bytes; U+FFFD stands for what is not UTF-8.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// Whether these are the bytes of a text.
    func isText(_ text: String) -> Bool { elementsEqual(text.utf8) }

    /// Whether these start with the bytes of a text.
    func startsWithText(_ text: String) -> Bool { starts(with: text.utf8) }
}
