/// A reading position that moves forward through bytes.
///
/// The syntax of WebVTT is ASCII, so bytes can be examined before they are decoded.
struct ByteScanner {
    let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The byte at the position; `nil` at the end.
    var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    /// The bytes from the position to the end.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    var isAtEnd: Bool { position == bytes.endIndex }

    /// Consumes the current byte if it equals a given byte, and returns whether it does.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    /// Consumes a number of bytes; at least this number must be left.
    mutating func advance(by count: Int = 1) { position += count }

    /// Consumes bytes while they satisfy a predicate.
    ///
    /// - Parameter belongs: The predicate.
    /// - Returns: The consumed bytes.
    @discardableResult
    mutating func collect(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.endIndex, belongs(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }
}

extension UInt8 {
    /// Whether the byte is one of the digits from 0 to 9.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// The byte as a capital letter; bytes other than the letters a to z are unchanged.
    var capital: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }

    /// Whether the byte is a tab, a line feed, a form feed, a carriage return or a space.
    var isWhitespace: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D
    }
}

extension ArraySlice<UInt8> {
    /// The bytes as text, with U+FFFD for invalid UTF-8.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// Returns whether the bytes equal a text.
    func isText(_ text: String) -> Bool { elementsEqual(text.utf8) }

    /// Returns whether the bytes start with a text.
    func startsWithText(_ text: String) -> Bool { starts(with: text.utf8) }

    /// Returns whether the bytes, converted to capital letters, start with a text.
    func startsWithCapitals(_ text: String) -> Bool {
        prefix(text.utf8.count).elementsEqual(text.utf8) { $0.capital == $1 }
    }

    /// The lines; each line is determined only when it is accessed.
    var lines: some Sequence<ArraySlice<UInt8>> {
        sequence(state: self as ArraySlice<UInt8>?) {
            (rest: inout ArraySlice<UInt8>?) -> ArraySlice<UInt8>? in
            guard let text = rest else { return nil }
            guard let end = text.firstIndex(of: 0x0A) else {
                rest = nil
                return text
            }
            rest = text[(end + 1)...]
            return text[..<end]
        }
    }
}
