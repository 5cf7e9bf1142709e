/// The encrypted parts of a range: all complete blocks, or some of them in a repeated pattern.
///
/// The bytes after the last complete block are clear, except in a value that `init(all:)` creates.
///
/// Reference: ISO/IEC 23001-7, section 9.6 (pattern encryption).
struct BlockPattern: Sequence {
    /// The range to which the pattern applies.
    let range: Range<Int>
    /// The numbers of encrypted bytes and of subsequent clear bytes in a pattern.
    let encrypted: Int
    let clear: Int

    /// Creates a pattern.
    ///
    /// - Parameters:
    ///   - range: The protected bytes.
    ///   - crypt: The number of encrypted blocks in a pattern.
    ///   - skip: The number of clear blocks in a pattern; zero means that there is no pattern.
    init(_ range: Range<Int>, crypt: Int = 0, skip: Int = 0) {
        let count = range.count / BlockCipher.blockSize * BlockCipher.blockSize
        self.range = range.lowerBound..<range.lowerBound + count
        encrypted = skip > 0 ? crypt * BlockCipher.blockSize : count
        clear = skip * BlockCipher.blockSize
    }

    /// Creates a pattern that covers the whole range, even an incomplete last block.
    init(all range: Range<Int>) {
        self.range = range
        encrypted = range.count
        clear = 0
    }

    /// The total number of bytes in the encrypted parts.
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
