import Formats

extension SpliceInformation {
    /// Parses a section from its text form, which playlists use.
    ///
    /// - Parameter text: Hexadecimal digits, with or without `0x` in front, or Base64.
    /// - Throws: `SpliceError` when the text has neither form, or its bytes are not a section.
    package init(text: String) throws(SpliceError) {
        guard let bytes = SpliceText.bytes(of: text) else { throw SpliceError(.notText) }
        try self.init(bytes)
    }
}
