import Formats
import VirtualTime

/// Writes the attribute list of one tag.
struct AttributeWriter {
    private(set) var output: TextOutput
    private var isEmpty = true

    /// Creates a writer of a tag without attributes.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - keepsText: Whether the text is kept, and not only its length.
    init(_ tag: Tag, keepsText: Bool) {
        output = TextOutput(keepsText: keepsText)
        output.append("#")
        output.append(tag.rawValue)
        output.append(":")
    }

    mutating func word(_ name: String, _ value: String?) {
        guard let value else { return }
        begin(name)
        output.append(value)
    }

    mutating func string(_ name: String, _ value: String?) {
        guard let value else { return }
        begin(name)
        output.append("\"")
        output.append(value)
        output.append("\"")
    }

    private mutating func begin(_ name: String) {
        if !isEmpty { output.append(",") }
        isEmpty = false
        output.append(name)
        output.append("=")
    }

    mutating func list(_ name: String, _ values: [String]) {
        if !values.isEmpty { string(name, values.joined(separator: ",")) }
    }

    mutating func integer(_ name: String, _ value: Int?) {
        word(name, value.map { String($0) })
    }

    mutating func decimal(_ name: String, _ value: Double?) {
        guard let value else { return }
        let text = value.description
        word(name, text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    mutating func time(_ name: String, _ value: MediaTime?) {
        word(name, value.map { $0.decimalSeconds })
    }

    mutating func flag(_ name: String, _ value: Bool) {
        if value { word(name, "YES") }
    }

    mutating func bytes(_ name: String, _ value: [UInt8]?) {
        word(name, value.map { "0x" + Hexadecimal.text($0, uppercase: true) })
    }

    mutating func range(_ name: String, _ value: Range<Int64>?) {
        string(name, value.map { $0.lengthAtOffset })
    }

    mutating func rest(_ attributes: [Attribute]) {
        for attribute in attributes {
            switch attribute.value {
            case .quoted(let value): string(attribute.name, value)
            case .unquoted(let value): word(attribute.name, value)
            }
        }
    }
}

extension Range<Int64> {
    /// The range in the form `length@offset`.
    var lengthAtOffset: String { "\(upperBound - lowerBound)@\(lowerBound)" }
}

extension MediaTime {
    /// The time in seconds, with the fewest decimals that parse to the same tick.
    ///
    /// Nine decimals always suffice: they are finer than half a tick.
    var decimalSeconds: String {
        let perSecond = UInt64(Self.ticksPerSecond)
        let magnitude = ticks.magnitude
        var whole = magnitude / perSecond
        let remainder = magnitude % perSecond
        var sign = ticks < 0 ? "-" : ""
        if remainder == 0 { return "\(sign)\(whole)" }
        var power: UInt64 = 1
        for decimals in 1...9 {
            power *= 10
            let fraction = (remainder * power + perSecond / 2) / perSecond
            guard (fraction * perSecond + power / 2) / power == remainder else { continue }
            if fraction == power {
                whole += 1
                return "\(sign)\(whole)"
            }
            let digits = String(fraction)
            sign += "\(whole)."
            return sign + String(repeating: "0", count: decimals - digits.utf8.count) + digits
        }
        return "\(sign)\(whole)"
    }
}
