/// Bytes and numbers in hexadecimal digits.
///
/// Reference: RFC 4648, section 8.
package enum Hexadecimal {
    /// Returns two hexadecimal digits for each byte.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to encode.
    ///   - uppercase: Whether the letters are in upper case.
    /// - Returns: The digits.
    package static func text(_ bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digit(byte >> 4, uppercase: uppercase))
            text.append(digit(byte & 15, uppercase: uppercase))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the hexadecimal digits of a non-negative number, padded with leading zeros.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - count: The minimum number of digits.
    ///   - uppercase: Whether the letters are in upper case.
    /// - Returns: The digits.
    package static func text(
        _ number: some BinaryInteger, digits count: Int, uppercase: Bool = false
    ) -> String {
        let text = String(number, radix: 16, uppercase: uppercase)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    /// Decodes an even number of hexadecimal digits in ASCII; `nil` for any other text.
    ///
    /// A text with a prefix, such as `0x`, is not accepted.
    package static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var digits = text.makeIterator()
        while let high = digits.next() {
            guard let low = digits.next(), let upper = value(of: high), let lower = value(of: low)
            else { return nil }
            bytes.append(upper << 4 | lower)
        }
        return bytes
    }

    /// Returns the value of a hexadecimal digit in ASCII; `nil` for any other character.
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func digit(_ value: UInt8, uppercase: Bool) -> UInt8 {
        if value < 10 { return UInt8(ascii: "0") + value }
        return UInt8(ascii: uppercase ? "A" : "a") + value - 10
    }
}
