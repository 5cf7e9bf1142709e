import Formats
import HeadlessPlayback

/// Prevents text of an asset from being executed as a command of GitHub Actions.
///
/// GitHub Actions reads `::name …::` at the start of a line and `##[name]` anywhere in a line as
/// commands. The guard escapes the byte that would complete `::n` or `##[`: in text by a space
/// before the byte, in JSON and markup by the escapes of the format. It also recognizes a command
/// that is divided between two writes.
struct WorkflowGuard {
    /// The format of the bytes, which determines the escapes.
    private enum Form {
        case text, json, markup
    }

    private var previous: (UInt8, UInt8) = (0, 0)
    private var isLineBlank = true

    /// Returns the bytes, with beginnings of commands escaped.
    ///
    /// The first byte determines whether the escapes of JSON, of markup or of text are used.
    mutating func guarded(_ bytes: [UInt8]) -> [UInt8] {
        let form: Form =
            switch bytes.first {
            case UInt8(ascii: "{"), UInt8(ascii: "["): .json
            case UInt8(ascii: "<"): .markup
            default: .text
            }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if isBeginning(byte, form) {
                result += Self.escaped(byte, form)
            } else {
                result.append(byte)
            }
            if byte == 0x0A {
                isLineBlank = true
            } else if byte > 0x20, byte != UInt8(ascii: ":") {
                isLineBlank = false
            }
            previous = (previous.1, byte)
        }
        return result
    }

    private func isBeginning(_ byte: UInt8, _ form: Form) -> Bool {
        let hash = UInt8(ascii: "#")
        let colon = UInt8(ascii: ":")
        if byte == UInt8(ascii: "[") { return previous == (hash, hash) }
        // In markup, two colons are escaped only at the start of a line. Style sheets also have two
        // colons before the names of pseudo-elements, but not at the start of a line.
        return previous == (colon, colon) && (form != .markup || isLineBlank)
            && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func escaped(_ byte: UInt8, _ form: Form) -> [UInt8] {
        switch form {
        case .text: [UInt8(ascii: " "), byte]
        case .json: Array("\\u00\(Hexadecimal.text([byte]))".utf8)
        case .markup: Array("&#\(byte);".utf8)
        }
    }
}
