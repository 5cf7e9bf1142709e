/// The parts of a list of settings: a name and a value with a colon between them.
///
/// Reference: W3C WebVTT, sections 6.2 and 6.3, the steps that regions and cues have in common.
struct SettingTokens: Sequence, IteratorProtocol {
    struct Token {
        /// All of it.
        let whole: ArraySlice<UInt8>
        /// What is before the first colon; empty when there is no name and value.
        let name: ArraySlice<UInt8>
        /// What is after the first colon.
        let value: ArraySlice<UInt8>
    }

    private var scanner: ByteScanner

    init(_ bytes: ArraySlice<UInt8>) {
        scanner = ByteScanner(bytes)
    }

    mutating func next() -> Token? {
        scanner.collect { $0.isWhitespace }
        let whole = scanner.collect { !$0.isWhitespace }
        guard !whole.isEmpty else { return nil }
        guard let colon = whole.firstIndex(of: UInt8(ascii: ":")), colon > whole.startIndex,
            colon + 1 < whole.endIndex
        else { return Token(whole: whole, name: whole.prefix(0), value: whole.prefix(0)) }
        return Token(whole: whole, name: whole[..<colon], value: whole[(colon + 1)...])
    }
}
