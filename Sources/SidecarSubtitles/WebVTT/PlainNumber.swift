/// A number in WebVTT form: digits with an optional fraction, without an exponent.
struct PlainNumber {
    /// The number in WebVTT form.
    let text: String

    /// Creates the text of a finite number, with the fewest digits that identify the number.
    init(_ number: Double) {
        let shortest = number.description
        guard let mark = shortest.firstIndex(where: { $0 == "e" || $0 == "E" }) else {
            text = shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
            return
        }
        let isNegative = shortest.first == "-"
        let mantissa = shortest[..<mark].drop { $0 == "-" }
        let exponent = Int(shortest[shortest.index(after: mark)...]) ?? 0
        let whole = mantissa.prefix { $0 != "." }
        let fraction = mantissa.dropFirst(whole.count + 1)
        let digits = String(whole) + (fraction == "0" ? "" : fraction)
        let point = whole.count + exponent
        var plain = digits
        if point <= 0 {
            plain = "0." + String(repeating: "0", count: -point) + digits
        } else if point >= digits.count {
            plain += String(repeating: "0", count: point - digits.count)
        } else {
            plain.insert(".", at: plain.index(plain.startIndex, offsetBy: point))
        }
        text = (isNegative ? "-" : "") + plain
    }
}
