/// Writes JSON into a reusable buffer, with the members of objects in the order of the calls.
///
/// Reference: RFC 8259, section 7. Infinities are written as the texts `"-inf"` and `"+inf"`. All
/// control characters are escaped, and so are characters that reverse text, because the output may
/// be shown on a terminal.
package struct JSONText {
    /// The position of the next value, which determines the separator before that value.
    private enum Place {
        case first, later, behindKey
    }

    /// The output so far.
    package private(set) var bytes: [UInt8] = []
    private var place = Place.first
    private let isIndented: Bool
    private var depth = 0

    /// Creates an empty buffer.
    ///
    /// - Parameter isIndented: Whether each member and element starts a line, indented by two
    ///   spaces per level. Otherwise the text has no white space.
    package init(isIndented: Bool = false) { self.isIndented = isIndented }

    /// Removes the output, and keeps the allocated memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        place = .first
    }

    /// Ends a line.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        place = .first
    }

    /// Writes an object.
    ///
    /// - Parameter members: A closure that writes the members of the object.
    package mutating func object(_ members: (inout JSONText) -> Void) {
        enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    /// Writes a list.
    ///
    /// - Parameter elements: A closure that writes the elements of the list.
    package mutating func array(_ elements: (inout JSONText) -> Void) {
        enclosed(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    /// Writes the key of the member whose value is written next.
    package mutating func key(_ key: String) {
        separate()
        quote(key)
        append(isIndented ? ": " : ":")
        place = .behindKey
    }

    private mutating func enclosed(
        _ opening: UInt8, _ closing: UInt8, _ content: (inout JSONText) -> Void
    ) {
        separate()
        bytes.append(opening)
        place = .first
        depth += 1
        content(&self)
        depth -= 1
        if place == .later { startLine() }
        bytes.append(closing)
        place = .later
    }

    private mutating func separate() {
        if place == .later { bytes.append(UInt8(ascii: ",")) }
        if place != .behindKey, depth > 0 { startLine() }
        place = .later
    }

    private mutating func startLine() {
        guard isIndented else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }
}

// MARK: Values

extension JSONText {
    /// Writes a string.
    package mutating func value(_ text: String) {
        separate()
        quote(text)
    }

    /// Writes a whole number.
    package mutating func value(_ number: some BinaryInteger) {
        separate()
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(UInt64(clamping: number.magnitude), atLeast: 1)
    }

    /// Writes a Boolean value.
    package mutating func value(_ bool: Bool) {
        separate()
        append(bool ? "true" : "false")
    }

    /// Writes `null`.
    package mutating func null() {
        separate()
        append("null")
    }

    /// Writes milliseconds as a number of seconds with three decimals.
    package mutating func value(milliseconds: Int64) {
        decimal(milliseconds, digits: 3, unit: 1000)
    }

    /// Writes microseconds as a number of seconds with six decimals.
    package mutating func value(microseconds: Int64) {
        decimal(microseconds, digits: 6, unit: 1_000_000)
    }

    private mutating func decimal(_ count: Int64, digits places: Int, unit: UInt64) {
        separate()
        if count < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(count.magnitude / unit, atLeast: 1)
        bytes.append(UInt8(ascii: "."))
        digits(count.magnitude % unit, atLeast: places)
    }

    /// Writes a number with the fewest digits that identify it.
    package mutating func value(_ number: Double) {
        guard number.isFinite else {
            notFinite(number)
            return
        }
        separate()
        append(number.description)
    }

    /// Writes any property value; the members of objects are in the order of their keys.
    package mutating func value(_ property: PropertyValue) {
        switch property {
        case .null: null()
        case .bool(let bool): value(bool)
        case .integer(let number): value(number)
        case .number(let number): value(number)
        case .string(let text): value(text)
        case .array(let elements): array { json in for element in elements { json.value(element) } }
        case .object(let members): value(members)
        }
    }

    /// Writes properties as an object, in the order of their keys.
    package mutating func value(_ properties: [String: PropertyValue]) {
        object { json in
            for (key, property) in properties.sorted(by: { $0.key < $1.key }) {
                json.member(key, property)
            }
        }
    }

    /// Writes an infinity or NaN as a string.
    package mutating func notFinite(_ number: Double) {
        value(number < 0 ? "-inf" : number > 0 ? "+inf" : "nan")
    }
}

// MARK: Members

extension JSONText {
    /// Writes a member whose value is a string.
    package mutating func member(_ key: String, _ text: String) {
        self.key(key)
        value(text)
    }

    /// Writes a member whose value is a whole number.
    package mutating func member(_ key: String, _ number: some BinaryInteger) {
        self.key(key)
        value(number)
    }

    /// Writes a member whose value is a Boolean value.
    package mutating func member(_ key: String, _ bool: Bool) {
        self.key(key)
        value(bool)
    }

    /// Writes a member whose value is any property value.
    package mutating func member(_ key: String, _ property: PropertyValue) {
        self.key(key)
        value(property)
    }

    /// Writes a member whose value is an object of properties.
    package mutating func member(_ key: String, _ properties: [String: PropertyValue]) {
        self.key(key)
        value(properties)
    }
}

// MARK: Appending to the output

extension JSONText {
    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a number in decimal, padded with leading zeros.
    private mutating func digits(_ number: UInt64, atLeast count: Int) {
        let start = bytes.count
        var rest = number
        while rest > 0 || bytes.count - start < count {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": append("\\\"")
            case "\\": append("\\\\")
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            case " "..."~": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            case _ where TextHazard(of: scalar).isDisjoint(with: [.control, .direction]):
                append(String(scalar))
            default:
                append("\\u")
                append(Hexadecimal.text(scalar.value, digits: 4))
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
