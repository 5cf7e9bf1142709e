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
        guard let value else { return }
        begin(name)
        output.append(value)
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

/// A time in seconds, with the fewest decimals that parse to the same tick.
///
/// Nine decimals always suffice, because they are exact to half a nanosecond, which is less than
/// half a tick.
struct DecimalSeconds {
    private let isNegative: Bool
    private let whole: UInt64
    /// The digits after the decimal point, as an integer.
    private let fraction: UInt64
    /// The number of digits after the decimal point.
    private let decimals: Int

    /// Rounds a time to the fewest decimals that parse to the same tick.
    init(_ time: MediaTime) {
        let perSecond = UInt64(MediaTime.ticksPerSecond)
        let magnitude = time.ticks.magnitude
        isNegative = time.ticks < 0
        let remainder = magnitude % perSecond
        var power: UInt64 = 1
        var found: (fraction: UInt64, decimals: Int)?
        if remainder > 0 {
            for decimals in 1...9 {
                power *= 10
                let fraction = (remainder * power + perSecond / 2) / perSecond
                guard (fraction * perSecond + power / 2) / power == remainder else { continue }
                found = (fraction, decimals)
                break
            }
        }
        let isCarried = found.map { $0.fraction == power } ?? false
        whole = magnitude / perSecond + (isCarried ? 1 : 0)
        fraction = isCarried ? 0 : found?.fraction ?? 0
        decimals = isCarried ? 0 : found?.decimals ?? 0
    }

    /// The time as text, such as `4.5`.
    var text: String {
        let seconds = (isNegative ? "-" : "") + String(whole)
        guard decimals > 0 else { return seconds }
        let digits = String(fraction)
        return seconds + "." + String(repeating: "0", count: decimals - digits.utf8.count) + digits
    }

    /// The number of bytes of the text.
    var byteCount: Int {
        var count = (isNegative ? 1 : 0) + (decimals > 0 ? 1 + decimals : 0)
        var rest = whole
        repeat {
            count += 1
            rest /= 10
        } while rest > 0
        return count
    }
}

extension MediaTime {
    /// The time in seconds, with the fewest decimals that parse to the same tick.
    var decimalSeconds: String { DecimalSeconds(self).text }
}
