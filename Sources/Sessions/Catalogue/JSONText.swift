package import VirtualTime

/// Writes JSON into a buffer that is used again and again: members in the order given, no spaces.
///
/// Reference: RFC 8259, section 7. Times have three decimals as traces do, and infinities are the
/// texts `"-inf"` and `"+inf"`.
package struct JSONText {
    /// The output so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Creates an empty buffer.
    package init() {}

    /// Removes the output and keeps its storage.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Ends a line.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Writes an object.
    ///
    /// - Parameter members: Writes its members.
    package mutating func object(_ members: (inout JSONText) -> Void) {
        enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    /// Writes a list.
    ///
    /// - Parameter elements: Writes its elements.
    package mutating func array(_ elements: (inout JSONText) -> Void) {
        enclosed(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    /// Writes the key of the member whose value is written next.
    package mutating func key(_ key: String) {
        separate()
        quote(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func enclosed(
        _ opening: UInt8, _ closing: UInt8, _ content: (inout JSONText) -> Void
    ) {
        separate()
        bytes.append(opening)
        needsComma = false
        content(&self)
        bytes.append(closing)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

// MARK: Values

extension JSONText {
    /// Writes a text.
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

    /// Writes a truth value.
    package mutating func value(_ bool: Bool) {
        separate()
        append(bool ? "true" : "false")
    }

    /// Writes `null`.
    package mutating func null() {
        separate()
        append("null")
    }

    /// Writes a media time in seconds with three decimals.
    package mutating func value(_ time: MediaTime) {
        separate()
        let milliseconds = time.value(timescale: 1000)
        if milliseconds < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(milliseconds.magnitude / 1000, atLeast: 1)
        bytes.append(UInt8(ascii: "."))
        digits(milliseconds.magnitude % 1000, atLeast: 3)
    }

    /// Writes a number of microseconds in seconds with six decimals.
    package mutating func value(microseconds: Int64) {
        separate()
        if microseconds < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(microseconds.magnitude / 1_000_000, atLeast: 1)
        bytes.append(UInt8(ascii: "."))
        digits(microseconds.magnitude % 1_000_000, atLeast: 6)
    }

    /// Writes the time since the start of the world in seconds with three decimals.
    package mutating func value(_ instant: Instant) {
        value(MediaTime(elapsed: instant.sinceStart, rate: .normal))
    }

    /// Writes seconds with three decimals; infinities and NaN are written as text.
    package mutating func value(seconds: Double) {
        if let time = MediaTime(seconds: seconds) { value(time) } else { notFinite(seconds) }
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

    /// Writes any property, the members of objects in the order of their keys.
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

    private mutating func notFinite(_ number: Double) {
        value(number < 0 ? "-inf" : number > 0 ? "+inf" : "nan")
    }
}

// MARK: Members

extension JSONText {
    /// Writes a member that is a text.
    package mutating func member(_ key: String, _ text: String) {
        self.key(key)
        value(text)
    }

    /// Writes a member that is a whole number.
    package mutating func member(_ key: String, _ number: some BinaryInteger) {
        self.key(key)
        value(number)
    }

    /// Writes a member that is a truth value.
    package mutating func member(_ key: String, _ bool: Bool) {
        self.key(key)
        value(bool)
    }

    /// Writes a member that is a media time.
    package mutating func member(_ key: String, _ time: MediaTime) {
        self.key(key)
        value(time)
    }

    /// Writes a member that is a time of the world.
    package mutating func member(_ key: String, _ instant: Instant) {
        self.key(key)
        value(instant)
    }

    /// Writes a member that is a number of seconds or an infinity.
    package mutating func member(_ key: String, seconds: Double) {
        self.key(key)
        value(seconds: seconds)
    }

    /// Writes a member that is any property.
    package mutating func member(_ key: String, _ property: PropertyValue) {
        self.key(key)
        value(property)
    }

    /// Writes a member that is an object of properties.
    package mutating func member(_ key: String, _ properties: [String: PropertyValue]) {
        self.key(key)
        value(properties)
    }
}

// MARK: Bytes

extension JSONText {
    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a number in decimal, with zeros in front where it is short.
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
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\r"): append("\\r")
            case UInt8(ascii: "\t"): append("\\t")
            case 0..<0x20:
                append("\\u00")
                for nibble in [byte >> 4, byte & 15] {
                    bytes.append(
                        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
                }
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
