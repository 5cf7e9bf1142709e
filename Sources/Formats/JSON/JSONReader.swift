/// Parses JSON into property values, strictly and within limits.
///
/// The parser does not use `Codable`: for a million cue points, a decoder based on it needs seven
/// seconds and ten times the size of the text in memory. Such a decoder neither states the position
/// of an error nor limits its recursion.
///
/// Reference: RFC 8259, sections 2 to 8. If an object has several members with the same name, the
/// last one is used, unless repetitions are refused.
package struct JSONReader {
    /// The size limit of a text in bytes, which suffices for a few million cue points.
    package static let maximumSize = 256 << 20
    /// The maximum depth of nested lists and objects.
    package static let maximumDepth = 64

    private let bytes: [UInt8]
    private let maximumDepth: Int
    /// Whether an object that has several members with the same name is an error.
    package var refusesRepetitions = false
    private var position = 0
    private var depth = 0

    /// Creates a reader at the start of a text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8; a byte order mark is skipped.
    ///   - maximumDepth: The maximum depth of nested lists and objects.
    /// - Throws: `JSONError` when the text is too large.
    package init(_ bytes: [UInt8], maximumDepth: Int = Self.maximumDepth) throws(JSONError) {
        self.maximumDepth = maximumDepth
        guard bytes.count <= Self.maximumSize else {
            throw JSONError(.tooLarge(limit: Self.maximumSize))
        }
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Reads a text that consists of exactly one value.
    package static func read(
        _ bytes: [UInt8], maximumDepth: Int = Self.maximumDepth, refusesRepetitions: Bool = false
    ) throws(JSONError) -> PropertyValue {
        var reader = try JSONReader(bytes, maximumDepth: maximumDepth)
        reader.refusesRepetitions = refusesRepetitions
        let value = try reader.value()
        try reader.end()
        return value
    }

    /// Reads the next value.
    package mutating func value() throws(JSONError) -> PropertyValue {
        switch next() {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["):
            var elements: [PropertyValue] = []
            try list { reader throws(JSONError) in elements.append(try reader.value()) }
            return .array(elements)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return try number()
        default: throw failure("a value")
        }
    }

    /// Returns whether the next value is a list.
    package mutating func isAtList() -> Bool {
        next() == UInt8(ascii: "[")
    }

    /// Reads a list, and calls a closure that reads each element.
    package mutating func list(
        _ element: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try descend()
        defer { depth -= 1 }
        if take(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw failure("',' or ']'") }
    }

    /// Throws an error unless only white space follows.
    package mutating func end() throws(JSONError) {
        if next() != nil { throw failure("the end of the text") }
    }

    private mutating func object() throws(JSONError) -> [String: PropertyValue] {
        try descend()
        defer { depth -= 1 }
        var members: [String: PropertyValue] = [:]
        if take(UInt8(ascii: "}")) { return members }
        repeat {
            guard next() == UInt8(ascii: "\"") else { throw failure("a key in quotes") }
            let start = position
            let key = try string()
            if refusesRepetitions, members[key] != nil {
                position = start
                let name = SafeText.quoted(key)
                throw failure("a member other than '\(name)', which the object already has")
            }
            guard take(UInt8(ascii: ":")) else { throw failure("':'") }
            members[key] = try value()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw failure("',' or '}'") }
        return members
    }

    /// Moves past an opening bracket or brace, and checks the depth.
    private mutating func descend() throws(JSONError) {
        depth += 1
        guard depth <= maximumDepth else {
            throw JSONError(.tooDeep(limit: maximumDepth))
        }
        position += 1
    }

    private mutating func word(
        _ word: StaticString, _ value: PropertyValue
    ) throws(JSONError) -> PropertyValue {
        for byte in word.description.utf8 {
            guard current == byte else { throw failure("'\(word)'") }
            position += 1
        }
        return value
    }
}

// MARK: Strings

extension JSONReader {
    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                let text = try text(bytes[start..<position], at: start)
                position += 1
                return text
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw failure("an escape instead of a control character")
            default: position += 1
            }
        }
        throw failure("the closing '\"'")
    }

    /// Reads a string to its end, after its first escape sequence was found.
    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var unescaped = Array(bytes[start..<position])
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(unescaped[...], at: start)
            case UInt8(ascii: "\\"): unescaped.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20:
                position -= 1
                throw failure("an escape instead of a control character")
            default: unescaped.append(byte)
            }
        }
        throw failure("the closing '\"'")
    }

    /// Parses the escape sequence after a backslash.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = current else { throw failure("an escape") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            if let scalar = Unicode.Scalar(unit) { return scalar }
            let rest = bytes[position...]
            guard unit < 0xDC00, rest.starts(with: "\\u".utf8) else {
                throw failure("a pair of surrogates")
            }
            position += 2
            let low = try codeUnit()
            guard (0xDC00...0xDFFF).contains(low) else { throw failure("a pair of surrogates") }
            let code = 0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00
            return Unicode.Scalar(code) ?? "\u{FFFD}"
        default:
            position -= 1
            throw failure("an escape")
        }
    }

    /// Reads the four hexadecimal digits of a UTF-16 code unit.
    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Hexadecimal.value(of: byte)
            else { throw failure("four hexadecimal digits") }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    private mutating func text(
        _ slice: ArraySlice<UInt8>, at start: Int
    ) throws(JSONError) -> String {
        guard let text = String(validating: slice, as: UTF8.self) else {
            position = start
            throw failure("a text in UTF-8")
        }
        return text
    }
}

// MARK: Numbers

extension JSONReader {
    /// Parses a number; a number with an integral value becomes an integer.
    private mutating func number() throws(JSONError) -> PropertyValue {
        let start = position
        let isNegative = current == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var mantissa: UInt64? = 0
        if current == UInt8(ascii: "0") { position += 1 } else { try digits(into: &mantissa) }
        let whole = position
        if current == UInt8(ascii: ".") {
            position += 1
            try digits(into: &mantissa)
        }
        let decimals = max(0, position - whole - 1)
        let hasExponent = current == UInt8(ascii: "e") || current == UInt8(ascii: "E")
        if hasExponent {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            var exponent: UInt64?
            try digits(into: &exponent)
        }
        if decimals == 0, !hasExponent, let mantissa, let integer = Int64(exactly: mantissa) {
            return .integer(isNegative ? -integer : integer)
        }
        // Within these limits, the digits and the power of ten are exact, so their quotient is the
        // nearest `Double`. The standard library parses all other numbers.
        if !hasExponent, let mantissa, mantissa < 1 << 53, decimals < Self.powersOfTen.count {
            let magnitude = Double(mantissa) / Self.powersOfTen[decimals]
            return Self.simplest(isNegative ? -magnitude : magnitude)
        }
        guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)),
            number.isFinite
        else {
            position = start
            throw failure("a number in range")
        }
        return Self.simplest(number)
    }

    private static func simplest(_ number: Double) -> PropertyValue {
        if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return .integer(whole) }
        return .number(number)
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// Appends digits to a mantissa, which becomes `nil` when it is too large to represent.
    private mutating func digits(into mantissa: inout UInt64?) throws(JSONError) {
        let start = position
        while let byte = current, Self.isDigit(byte) {
            position += 1
            guard let value = mantissa else { continue }
            let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
            mantissa = overflow || carry ? nil : sum
        }
        if position == start { throw failure("a digit") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }
}

// MARK: Reading single bytes

extension JSONReader {
    private var current: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    /// Skips white space, and returns the next byte without skipping it.
    private mutating func next() -> UInt8? {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
        return current
    }

    /// Skips white space and then the expected byte; returns whether that byte was found.
    private mutating func take(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        position += 1
        return true
    }

    /// Returns the error for the current position.
    ///
    /// Lines are counted only when an error occurs.
    private func failure(_ expected: String) -> JSONError {
        var line = 1
        var start = 0
        for index in 0..<min(position, bytes.count) where bytes[index] == 0x0A {
            line += 1
            start = index + 1
        }
        let column = position - start + 1
        return JSONError(.malformed(expected: expected, line: line, column: column))
    }
}
