/// A value in a YAML text, and its line and column in that text.
///
/// A scalar is kept as text, and the code that reads it decides on its type. For example, `no` is a
/// language where a language is expected. A scalar never becomes a number or a Boolean only because
/// of its spelling.
package struct YAMLNode: Equatable, Sendable {
    /// The style in which a scalar is written.
    package enum Style: Equatable, Sendable {
        /// A scalar without quotes.
        case plain
        /// A scalar in quotes, or a block scalar.
        case quoted
    }

    /// The content of a node.
    package indirect enum Content: Equatable, Sendable {
        case scalar(String, Style)
        case sequence([YAMLNode])
        case mapping([Member])
    }

    /// A key of a mapping with its value.
    package struct Member: Equatable, Sendable {
        package let key: String
        package let place: YAMLPlace
        package let value: YAMLNode
    }

    package let content: Content
    package let place: YAMLPlace

    /// Returns the value of a key in a mapping; `nil` when there is none.
    package subscript(key: String) -> YAMLNode? {
        guard case .mapping(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The elements of a sequence; `nil` for anything else.
    package var elements: [YAMLNode]? {
        guard case .sequence(let elements) = content else { return nil }
        return elements
    }

    /// Whether the value is null: an unquoted `null` or `~`, or no text, as after `play:`.
    package var isNull: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return YAMLWord(text) == .null
    }
}

/// The type of a plain scalar in the core schema of YAML 1.2.
///
/// The core schema has the types of JSON, but permits more spellings. A scalar is accepted only if
/// it has the type that the file format expects, so that this reader and editors accept the same
/// files.
enum YAMLWord: Equatable {
    case null
    case truth(Bool)
    case integer
    case number
    case text

    init(_ text: String) {
        switch text {
        case "", "~", "null", "Null", "NULL": self = .null
        case "true", "True", "TRUE": self = .truth(true)
        case "false", "False", "FALSE": self = .truth(false)
        case ".inf", ".Inf", ".INF", "+.inf", "-.inf", ".nan", ".NaN", ".NAN": self = .number
        default: self = Self.number(Array(text.utf8))
        }
    }

    /// Returns the type of a text that may be a number; `.text` for any other text.
    ///
    /// A number has digits with an optional sign, decimal point or exponent. An integer can also be
    /// written as hexadecimal digits after `0x`, or as octal digits after `0o`.
    private static func number(_ text: [UInt8]) -> YAMLWord {
        let based = text.dropFirst(2)
        if text.starts(with: Array("0x".utf8)), !based.isEmpty,
            based.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
        {
            return .integer
        }
        if text.starts(with: Array("0o".utf8)), !based.isEmpty,
            based.allSatisfy({ (0x30...0x37).contains($0) })
        {
            return .integer
        }
        var rest = text[...]
        func digits() -> Int {
            let run = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(run.count)
            return run.count
        }
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            rest = rest.dropFirst()
        }
        let whole = digits()
        if rest.isEmpty { return whole > 0 ? .integer : .text }
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = digits()
        }
        guard whole + fraction > 0 else { return .text }
        if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                rest = rest.dropFirst()
            }
            guard digits() > 0 else { return .text }
        }
        return rest.isEmpty ? .number : .text
    }
}
