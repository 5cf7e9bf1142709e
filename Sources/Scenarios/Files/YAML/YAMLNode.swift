/// A value in a YAML text, and its place.
///
/// Scalars are texts, interpreted by their reader. So `no` is a language where a language is
/// expected, and no text becomes a number or a Boolean because of its form.
package struct YAMLNode: Equatable, Sendable {
    /// The style of a text.
    package enum Style: Equatable, Sendable {
        /// Without quotes.
        case plain
        /// In quotes, or as a block.
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

    /// Whether the value is empty, as after `play:`.
    package var isNull: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return YAMLWord(text) == .null
    }
}

/// The type of a plain scalar in the core schema of YAML 1.2, which has the types of JSON with more
/// spellings.
///
/// It is compared with the expected type, so that editors and this reader agree on a file.
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

    /// Digits with a sign, a point or an exponent; or hexadecimal digits after `0x`, or octal ones
    /// after `0o`.
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
