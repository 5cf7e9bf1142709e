/// The bytes of a WebVTT file in the form that the parsing rules expect.
///
/// Reference: W3C WebVTT, section 6.1, step 1; Encoding, section 6 (UTF-8 decode).
struct InputNormalization {
    /// The bytes without a byte-order mark, and with a line feed after every line.
    ///
    /// U+FFFD stands in place of U+0000 and of invalid UTF-8.
    let bytes: [UInt8]

    /// The first line with invalid UTF-8 or U+0000; `nil` if there is none.
    let problem: WebVTTProblem?

    /// Normalizes the bytes of a file.
    init(_ file: [UInt8]) {
        let start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let valid = String(validating: file[start...], as: UTF8.self)
        let invalid = valid == nil ? Self.firstInvalidLine(of: file[start...]) : nil
        var result: [UInt8] = []
        result.reserveCapacity(file.count)
        var isAfterReturn = false
        var firstNull: Int?
        for byte in (valid ?? file[start...].text).utf8 {
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
        if let line, line < invalid ?? .max {
            problem = WebVTTProblem(.nullCharacter, line: line)
        } else {
            problem = invalid.map { WebVTTProblem(.invalidUTF8, line: $0) }
        }
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
