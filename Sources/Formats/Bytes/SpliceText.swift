/// The text of a splice_info_section in a playlist.
///
/// Reference: ANSI/SCTE 35 2023, section 9.6.1, and the cue tags of packagers.
package enum SpliceText {
    /// The maximum number of characters, which is enough for the largest section.
    ///
    /// A section has at most 4098 bytes, because its length field has twelve bits.
    private static let longest = 1 << 14

    /// Decodes the text of a section.
    ///
    /// - Parameter text: Hexadecimal digits, with or without `0x`, or Base64. Blanks and quotation
    ///   marks are ignored.
    /// - Returns: The bytes; `nil` when the text has neither form, or is too long.
    package static func bytes(of text: String) -> [UInt8]? {
        let characters = text.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D, 0x22].contains($0) }
        guard characters.count <= longest else { return nil }
        // The Base64 text of a section starts with `/`, which is not hexadecimal, because the first
        // byte is 0xFC.
        return hexadecimal(characters) ?? Base64.decode(characters, isLoose: true)
    }

    /// Decodes hexadecimal digits, with or without `0x`; `nil` if malformed.
    package static func hexadecimal(_ text: [UInt8]) -> [UInt8]? {
        let hasMark = text.count > 2 && text[0] == 0x30 && text[1] | 0x20 == 0x78
        let digits = hasMark ? text.dropFirst(2) : text[...]
        return digits.isEmpty ? nil : Hexadecimal.bytes(digits)
    }
}
