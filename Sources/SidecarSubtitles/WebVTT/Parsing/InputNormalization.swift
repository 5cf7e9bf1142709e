/// Converts the bytes of a WebVTT file to the form that the parsing rules expect.
///
/// The result has no byte-order mark, a line feed after every line, and U+FFFD in place of U+0000
/// and of invalid UTF-8.
///
/// Reference: W3C WebVTT, section 6.1, step 1; Encoding, section 6 (UTF-8 decode).
enum InputNormalization {
    static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isAfterReturn = false
        for byte in String(decoding: bytes[start...], as: UTF8.self).utf8 {
            switch byte {
            case 0x0D: result.append(0x0A)
            case 0x0A: if !isAfterReturn { result.append(0x0A) }
            case 0: result += [0xEF, 0xBF, 0xBD]
            default: result.append(byte)
            }
            isAfterReturn = byte == 0x0D
        }
        return result
    }
}
