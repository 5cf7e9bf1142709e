/// Decrypts samples in any scheme of Common Encryption with one key.
///
/// Reference: ISO/IEC 23001-7, sections 9 (encryption of sample data) and 10 (schemes).
package struct CommonCipher: ~Copyable {
    private var chained: BlockCipher
    private var counted: CounterStream

    /// Creates a cipher.
    ///
    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - direction: Whether to decrypt or to encrypt.
    /// - Throws: `DecryptionError` when the key has another length.
    package init(
        key: [UInt8], _ direction: BlockCipher.Direction = .decrypt
    ) throws(DecryptionError) {
        guard key.count == 16 else {
            throw DecryptionError(.keyLength(expected: 16, found: key.count))
        }
        let chained = try BlockCipher(.chained, direction, key: key)
        let counted = try CounterStream(key: key)
        self.chained = chained
        self.counted = counted
    }

    /// Decrypts a sample in place.
    mutating func decrypt(
        _ sample: Range<Int>, of bytes: inout [UInt8], scheme: ProtectionScheme,
        protection: SampleProtection, auxiliary: SampleAuxiliary
    ) throws(DecryptionError) {
        let vector = auxiliary.vector.isEmpty ? protection.constantVector : auxiliary.vector
        guard !vector.isEmpty else { throw DecryptionError(.missingInitializationVector) }
        var ranges: [Range<Int>] = [sample]
        if let parts = auxiliary.parts {
            ranges.removeAll(keepingCapacity: true)
            var index = sample.lowerBound
            for part in parts {
                guard part.clear + part.encrypted <= sample.upperBound - index else {
                    throw DecryptionError(.malformed("subsamples beyond their sample"))
                }
                index += part.clear
                ranges.append(index..<index + part.encrypted)
                index += part.encrypted
            }
            guard index == sample.upperBound else {
                throw DecryptionError(.malformed("subsamples that do not fill their sample"))
            }
        }
        try apply(
            scheme, to: &bytes, in: ranges, vector: vector, crypt: protection.cryptBlocks,
            skip: protection.skipBlocks)
    }

    /// Decrypts, or encrypts, the protected ranges of one sample in place.
    ///
    /// - Parameters:
    ///   - scheme: How to go about it.
    ///   - bytes: What holds the sample.
    ///   - ranges: The protected bytes of the sample, in order.
    ///   - vector: 16 bytes, or 8 that are followed by eight zeros.
    ///   - crypt: How many blocks of a pattern are encrypted; zero when there is no pattern.
    ///   - skip: How many blocks of a pattern are clear.
    /// - Throws: `DecryptionError` when the vector has another length.
    package mutating func apply(
        _ scheme: ProtectionScheme, to bytes: inout [UInt8], in ranges: [Range<Int>],
        vector: [UInt8], crypt: Int, skip: Int
    ) throws(DecryptionError) {
        let vector = vector.count == 8 ? vector + [UInt8](repeating: 0, count: 8) : vector
        switch scheme {
        case .cenc:
            try counted.restart(vector)
            for range in ranges { try counted.apply(to: &bytes, in: range) }
        case .cens:
            try counted.restart(vector)
            for range in ranges {
                for blocks in Self.blocks(range, crypt: crypt, skip: skip) {
                    try counted.apply(to: &bytes, in: blocks)
                }
            }
        case .cbc1:
            try chained.restart(vector)
            for range in ranges { try chained.apply(to: &bytes, in: Self.wholeBlocks(range)) }
        case .cbcs:
            for range in ranges {
                try chained.restart(vector)
                for blocks in Self.blocks(range, crypt: crypt, skip: skip) {
                    try chained.apply(to: &bytes, in: blocks)
                }
            }
        }
    }

    private static func wholeBlocks(_ range: Range<Int>) -> Range<Int> {
        let count = range.count / BlockCipher.blockSize * BlockCipher.blockSize
        return range.lowerBound..<range.lowerBound + count
    }

    /// The encrypted stretches of a range; a block that is not whole is clear.
    private static func blocks(
        _ range: Range<Int>, crypt: Int, skip: Int
    ) -> PatternStretches {
        let range = wholeBlocks(range)
        return PatternStretches(
            index: range.lowerBound, end: range.upperBound,
            encrypted: skip > 0 ? crypt * BlockCipher.blockSize : range.count,
            clear: skip * BlockCipher.blockSize)
    }
}

/// The encrypted stretches of a pattern, one after the other.
private struct PatternStretches: Sequence, IteratorProtocol {
    var index: Int
    let end: Int
    let encrypted: Int
    let clear: Int

    mutating func next() -> Range<Int>? {
        guard index < end, encrypted > 0 else { return nil }
        let start = index
        index = start + encrypted + clear
        return start..<Swift.min(start + encrypted, end)
    }
}
