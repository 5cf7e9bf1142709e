import Formats

extension SpliceInformation {
    /// The maximum length of a section's text, which is enough for the largest section.
    ///
    /// A section has at most 4098 bytes, because its length field has twelve bits.
    private static let longestText = 1 << 14

    /// Parses a section from its text form, which playlists use.
    ///
    /// - Parameter text: Hexadecimal digits, with or without `0x` in front, or Base64.
    /// - Throws: `SpliceError` when the text has neither form, or its bytes are not a section.
    package init(text: String) throws(SpliceError) {
        try self.init(try Self.bytes(of: text))
    }

    /// Decodes the text of a section.
    ///
    /// - Parameter text: Hexadecimal digits, with or without `0x`, or Base64.
    /// - Returns: The bytes of the section.
    /// - Throws: `SpliceError` when the text has neither form.
    package static func bytes(of text: String) throws(SpliceError) -> [UInt8] {
        let characters = text.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D, 0x22].contains($0) }
        guard characters.count <= longestText else { throw SpliceError(.notText) }
        // The Base64 text of a section starts with `/`, which is not hexadecimal, because the first
        // byte is 0xFC.
        let bytes = hexadecimal(characters) ?? Base64.decode(characters, isLoose: true)
        guard let bytes else { throw SpliceError(.notText) }
        return bytes
    }

    /// Decodes hexadecimal digits; `nil` if malformed.
    static func hexadecimal(_ text: [UInt8]) -> [UInt8]? {
        let hasMark = text.count > 2 && text[0] == 0x30 && text[1] | 0x20 == 0x78
        let digits = hasMark ? text.dropFirst(2) : text[...]
        return digits.isEmpty ? nil : Hexadecimal.bytes(digits)
    }
}
