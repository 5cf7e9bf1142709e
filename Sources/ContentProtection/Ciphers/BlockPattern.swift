/// The encrypted stretches of a range: all of its whole blocks, or some out of every so many.
///
/// What is left behind the last whole block is clear.
///
/// Reference: ISO/IEC 23001-7, section 9.6 (pattern encryption).
struct BlockPattern: Sequence {
    /// The whole blocks.
    let range: Range<Int>
    /// How many bytes of a pattern are encrypted, and how many of those behind them are clear.
    let encrypted: Int
    let clear: Int

    /// Creates a pattern.
    ///
    /// - Parameters:
    ///   - range: The protected bytes.
    ///   - crypt: How many blocks of a pattern are encrypted.
    ///   - skip: How many blocks of a pattern are clear; when it is zero, there is no pattern.
    init(_ range: Range<Int>, crypt: Int = 0, skip: Int = 0) {
        let count = range.count / BlockCipher.blockSize * BlockCipher.blockSize
        self.range = range.lowerBound..<range.lowerBound + count
        encrypted = skip > 0 ? crypt * BlockCipher.blockSize : count
        clear = skip * BlockCipher.blockSize
    }

    /// Creates a pattern that is the range as it is, blocks or not.
    init(all range: Range<Int>) {
        self.range = range
        encrypted = range.count
        clear = 0
    }

    /// How many bytes the stretches have together.
    var byteCount: Int {
        guard encrypted > 0 else { return 0 }
        let (patterns, rest) = range.count.quotientAndRemainder(dividingBy: encrypted + clear)
        return patterns * encrypted + Swift.min(rest, encrypted)
    }

    func makeIterator() -> Iterator {
        Iterator(
            index: encrypted > 0 ? range.lowerBound : range.upperBound, end: range.upperBound,
            encrypted: encrypted, clear: clear)
    }

    struct Iterator: IteratorProtocol {
        fileprivate var index: Int
        fileprivate let end: Int
        fileprivate let encrypted: Int
        fileprivate let clear: Int

        mutating func next() -> Range<Int>? {
            guard index < end else { return nil }
            let start = index
            index = start + encrypted + clear
            return start..<Swift.min(start + encrypted, end)
        }
    }
}
