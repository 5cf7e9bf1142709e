import Formats

/// Writes XML that remains well-formed with any text.
///
/// Characters that XML does not permit, such as most control characters, become U+FFFD, and so do
/// characters that reverse the direction of the text around them.
///
/// Reference: Extensible Markup Language (XML) 1.0, sections 2.2 (Characters) and 2.4.
struct XMLText {
    private(set) var bytes: [UInt8] = []

    /// Writes markup unchanged.
    mutating func markup(_ text: StaticString) {
        bytes.append(contentsOf: text.description.utf8)
    }

    /// Writes an attribute, with a space in front.
    mutating func attribute(_ name: StaticString, _ value: String) {
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: name.description.utf8)
        bytes.append(contentsOf: "=\"".utf8)
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": bytes.append(contentsOf: "&quot;".utf8)
            // XML parsers turn line feeds and tabs in attributes into spaces unless they are
            // written as character references.
            case "\n": bytes.append(contentsOf: "&#10;".utf8)
            case "\t": bytes.append(contentsOf: "&#9;".utf8)
            default: append(scalar)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes an attribute whose value is a number.
    mutating func attribute(_ name: StaticString, _ value: Int) {
        attribute(name, String(value))
    }

    /// Writes the text of an element.
    mutating func text(_ text: String) {
        for scalar in text.unicodeScalars { append(scalar) }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "&": bytes.append(contentsOf: "&amp;".utf8)
        case "<": bytes.append(contentsOf: "&lt;".utf8)
        // XML does not permit "]]>" in text, so `>` is always escaped.
        case ">": bytes.append(contentsOf: "&gt;".utf8)
        case "\r": bytes.append(contentsOf: "&#13;".utf8)
        case _ where scalar.value >= 0x202A && TextHazard(of: scalar) == .direction:
            bytes.append(contentsOf: "\u{FFFD}".utf8)
        case "\t", "\n", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
            bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
        default: bytes.append(contentsOf: "\u{FFFD}".utf8)
        }
    }
}
