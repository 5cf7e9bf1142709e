/// The bytes of a WebVTT file in the form that the parsing rules expect.
///
/// Reference: W3C WebVTT, section 6.1, step 1; Encoding, section 6 (UTF-8 decode).
struct InputNormalization {
    /// The bytes without a byte-order mark, and with a line feed after every line.
    ///
    /// U+FFFD replaces U+0000 and invalid UTF-8. The standard permits U+0000, and its
    /// parser replaces it. U+0000 after the last line is padding, and is removed.
    let bytes: [UInt8]

    /// The first line with invalid UTF-8, or else the first one with U+0000; `nil` without both.
    let problem: WebVTTProblem?

    /// Normalizes the bytes of a file.
    init(_ file: [UInt8]) {
        let start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Self.withoutPadding(file[start...])
        let valid = String(validating: text, as: UTF8.self)
        let invalid = valid == nil ? Self.firstInvalidLine(of: text) : nil
        var result: [UInt8] = []
        result.reserveCapacity(file.count)
        var isAfterReturn = false
        var firstNull: Int?
        for byte in (valid ?? text.text).utf8 {
            switch byte {
            case 0x0D: result.append(0x0A)
            case 0x0A: if !isAfterReturn { result.append(0x0A) }
            case 0:
                firstNull = firstNull ?? result.count
                result += [0xEF, 0xBF, 0xBD]
            default: result.append(byte)
            }
            isAfterReturn = byte == 0x0D
        }
        bytes = result
        let line = firstNull.map { place in 1 + result[..<place].count { $0 == 0x0A } }
        problem =
            invalid.map { WebVTTProblem(.invalidUTF8, line: $0) }
            ?? line.map { WebVTTProblem(.nullCharacter, line: $0) }
    }

    /// Returns the bytes of a file without U+0000 after the last line.
    ///
    /// U+0000 directly after the times of a cue is not padding but replaces its text.
    private static func withoutPadding(_ file: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard file.last == 0 else { return file }
        func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
        let text = file.withoutFinalNulls
        let lines = text.dropLast(text.suffix(2).elementsEqual([0x0D, 0x0A]) ? 2 : 1)
        let line = lines.reversed().prefix { !isEnd($0) }
        return text.last.map(isEnd) == true && !line.contains(">--".utf8) ? text : file
    }

    private static func firstInvalidLine(of bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        var number = 1
        while true {
            let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
            if String(validating: line, as: UTF8.self) == nil { return number }
            rest = rest[line.endIndex...]
            guard let end = rest.popFirst() else { return nil }
            if end == 0x0D, rest.first == 0x0A { rest.removeFirst() }
            number += 1
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without U+0000 at their end; unchanged if there are no other bytes.
    var withoutFinalNulls: ArraySlice<UInt8> {
        lastIndex { $0 != 0 }.map { self[...$0] } ?? self
    }
}
