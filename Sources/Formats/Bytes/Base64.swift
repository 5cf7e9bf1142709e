/// The base64 encoding of bytes as text.
///
/// Reference: RFC 4648, section 4.
package enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Encodes bytes in base64, with padding and without white space.
    ///
    /// - Parameter bytes: The bytes to encode.
    /// - Returns: The text, in ASCII.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(count(for: bytes))
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0..<4 {
                let digit = Int(bits >> UInt32(18 - 6 * place) & 63)
                text.append(place <= group.count ? digits[digit] : UInt8(ascii: "="))
            }
        }
        return text
    }

    /// Returns the number of characters that encode some bytes.
    package static func count(for bytes: [UInt8]) -> Int { (bytes.count + 2) / 3 * 4 }

    /// Decodes base64.
    ///
    /// White space is skipped, and the padding may be missing, as in `data:` URLs in browsers.
    ///
    /// - Parameters:
    ///   - text: The text, in ASCII.
    ///   - isLoose: Whether to accept the URL-safe alphabet too (RFC 4648, section 5), and one or
    ///     two padding characters where the text needs a different number.
    /// - Returns: The bytes, or `nil` when the text is not base64.
    package static func decode(_ text: [UInt8], isLoose: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var digits = 0
        var padding = 0
        for character in text {
            if [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(character) { continue }
            if character == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(of: character, isLoose) else { return nil }
            bits = bits << 6 | UInt32(value)
            digits += 1
            guard digits.isMultiple(of: 4) else { continue }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
        }
        let rest = digits % 4
        let fits = padding == 0 || padding <= 2 && (isLoose || rest + padding == 4)
        guard rest != 1, fits else { return nil }
        if rest == 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> 4)) }
        if rest == 3 {
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
        }
        return bytes
    }

    private static func value(of character: UInt8, _ isLoose: Bool) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        case UInt8(ascii: "-") where isLoose: 62
        case UInt8(ascii: "_") where isLoose: 63
        default: nil
        }
    }
}
