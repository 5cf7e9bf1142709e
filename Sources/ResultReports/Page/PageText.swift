import Formats
import HeadlessPlayback

/// Escapes texts and formats numbers for a page.
enum PageText {
    /// The default maximum number of Unicode scalars of a text on a page.
    static let longest = 400

    /// Appends a text in an escaped form that cannot affect the page around it.
    ///
    /// The text cannot end an attribute, open a tag, or change the direction of the surrounding
    /// text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The maximum number of Unicode scalars.
    ///   - bytes: Receives the text.
    static func append(_ text: String, limit: Int, to bytes: inout [UInt8]) {
        let policy = TextPolicy.page
        var count = 0
        for scalar in text.unicodeScalars {
            if count == limit {
                bytes.append(contentsOf: "…".utf8)
                return
            }
            count += 1
            switch scalar {
            case "&": bytes.append(contentsOf: "&amp;".utf8)
            case "<": bytes.append(contentsOf: "&lt;".utf8)
            case ">": bytes.append(contentsOf: "&gt;".utf8)
            case "\"": bytes.append(contentsOf: "&quot;".utf8)
            case "'": bytes.append(contentsOf: "&#39;".utf8)
            case "\n", "\t", " "..."~": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            default:
                bytes.append(
                    contentsOf: String(policy.shows(scalar) ? scalar : policy.replacement).utf8)
            }
        }
    }

    /// Returns a number with thousands separators.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "−" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    /// Returns a number with a noun in the singular or the plural.
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
    }

    /// Returns a number with at most `places` decimals and no trailing zeros.
    static func decimal(_ value: Double, places: Int) -> String {
        guard value.isFinite else { return value.isNaN ? "not a number" : value < 0 ? "−∞" : "∞" }
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = (value * scale).rounded()
        guard abs(scaled) < 9e15 else { return "\(value)" }
        let whole = Int(scaled)
        let unit = Int(scale)
        var fraction = String(whole.magnitude % unit.magnitude)
        fraction = String(repeating: "0", count: max(0, places - fraction.count)) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        if whole.magnitude % unit.magnitude == 0 { fraction = "" }
        let number = grouped(Int(whole.magnitude / unit.magnitude))
        return (whole < 0 ? "−" : "") + number + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    /// Returns a bitrate as text, in Mb/s or kb/s.
    static func bitrate(_ bitsPerSecond: Double) -> String {
        bitsPerSecond >= 1_000_000
            ? "\(decimal(bitsPerSecond / 1_000_000, places: 1)) Mb/s"
            : "\(decimal(bitsPerSecond / 1000, places: 0)) kb/s"
    }
}
