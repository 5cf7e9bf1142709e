/// The items of a list of settings, each a name and a value separated by a colon.
///
/// Reference: W3C WebVTT, sections 6.2 and 6.3, the steps common to regions and cues.
struct SettingTokens: Sequence, IteratorProtocol {
    struct Token {
        /// The complete item.
        let whole: ArraySlice<UInt8>
        /// The text before the first colon; empty if the item is not a name with a value.
        let name: ArraySlice<UInt8>
        /// The text after the first colon; empty if the item is not a name with a value.
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
