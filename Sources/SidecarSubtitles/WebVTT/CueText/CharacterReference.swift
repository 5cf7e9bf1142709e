import Formats

/// A character in the form `&name;`, `&#number;` or `&#xnumber;`.
///
/// All HTML names are supported; some of them need no semicolon.
///
/// Reference: HTML, section 13.2.5.72 (character reference state), outside of attributes.
enum CharacterReference {
    /// The length of the longest name, without its semicolon.
    private static let longestName = 32

    /// Consumes a reference whose `&` has been consumed.
    ///
    /// - Parameters:
    ///   - scanner: The position after `&`; unchanged when there is no reference.
    ///   - isAnnotation: Whether the reference is in the annotation of a tag, which ends at `>`.
    /// - Returns: The replacement text, or `nil` when there is no reference.
    static func collect(_ scanner: inout ByteScanner, inAnnotation isAnnotation: Bool) -> String? {
        switch scanner.current {
        case UInt8(ascii: "#"): collectNumber(&scanner)
        case UInt8(ascii: ">") where isAnnotation: nil
        case let byte? where byte.isLetter || byte.isDigit: collectName(&scanner)
        default: nil
        }
    }

    private static func collectName(_ scanner: inout ByteScanner) -> String? {
        var ahead = ByteScanner(scanner.rest.prefix(longestName + 1))
        let word = ahead.collect { $0.isLetter || $0.isDigit }
        if ahead.current == UInt8(ascii: ";"),
            let text = CharacterReferenceNames.text(of: word.text)
        {
            scanner.advance(by: word.count + 1)
            return text
        }
        let longest = min(word.count, CharacterReferenceNames.longestWithoutSemicolon)
        for count in stride(from: longest, to: 1, by: -1) {
            let name = word.prefix(count).text
            if let text = CharacterReferenceNames.textWithoutSemicolon(of: name) {
                scanner.advance(by: count)
                return text
            }
        }
        return nil
    }

    private static func collectNumber(_ scanner: inout ByteScanner) -> String? {
        var ahead = scanner
        ahead.advance()
        let isHexadecimal = ahead.skip(UInt8(ascii: "x")) || ahead.skip(UInt8(ascii: "X"))
        let digits = ahead.collect { isHexadecimal ? Hexadecimal.value(of: $0) != nil : $0.isDigit }
        guard !digits.isEmpty else { return nil }
        _ = ahead.skip(UInt8(ascii: ";"))
        scanner = ahead
        let number = digits.reduce(into: UInt32(0)) { number, digit in
            let value = UInt32(Hexadecimal.value(of: digit) ?? 0)
            // The number stays at most one above the last code point, so that it cannot overflow.
            number = min(number * (isHexadecimal ? 16 : 10) + value, 0x11_0000)
        }
        return String(scalar(number))
    }

    /// Returns the Unicode scalar for the number of a character reference.
    private static func scalar(_ number: UInt32) -> Unicode.Scalar {
        if (0x80...0x9F).contains(number) {
            return windows1252[Int(number - 0x80)]
        }
        guard number != 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
        return scalar
    }

    /// The characters that replace the character numbers 0x80 to 0x9F, from Windows-1252.
    private static let windows1252: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
        "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
        "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}",
        "\u{2014}",
        "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
