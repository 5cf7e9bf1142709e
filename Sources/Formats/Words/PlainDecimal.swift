/// A decimal number with at most one point, stored exactly.
package struct PlainDecimal: Equatable, Sendable {
    private static let mostDigits = 15

    private let mantissa: Int64
    private let decimals: Int

    /// Parses at most fifteen digits with at most one decimal point; `nil` for other texts.
    package init?(_ text: Substring) {
        var mantissa: Int64 = 0
        var digits = 0
        var pointAt: Int?
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: ".") where pointAt == nil: pointAt = digits
            case UInt8(ascii: "0")...UInt8(ascii: "9") where digits < Self.mostDigits:
                mantissa = mantissa * 10 + Int64(byte - UInt8(ascii: "0"))
                digits += 1
            default: return nil
            }
        }
        guard digits > 0 else { return nil }
        self.mantissa = mantissa
        decimals = digits - (pointAt ?? digits)
    }

    /// The `Double` nearest to the number.
    package var value: Double {
        Double(mantissa) / Double(divisor)
    }

    /// Returns this number times `factor` divided by `other`, rounded; `nil` if it is too large.
    package func rounded(times factor: Int64, over other: Int64 = 1) -> Int64? {
        let product = Int128(mantissa) * Int128(factor)
        let whole = Int128(divisor) * Int128(other)
        return Int64(exactly: (product + whole / 2) / whole)
    }

    /// Returns a number of thousandths as a decimal without trailing zeros.
    package static func text(ofThousandths count: Int64) -> String {
        let fraction = String(count.magnitude % 1000)
        var digits = String(repeating: "0", count: 3 - fraction.count) + fraction
        while digits.last == "0" { digits.removeLast() }
        return (count < 0 ? "-" : "") + "\(count.magnitude / 1000)"
            + (digits.isEmpty ? "" : ".\(digits)")
    }

    private var divisor: Int64 {
        (0..<decimals).reduce(1) { power, _ in power * 10 }
    }
}
