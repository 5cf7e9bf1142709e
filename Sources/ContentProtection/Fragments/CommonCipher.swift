/// Decrypts or encrypts samples with one key in any Common Encryption scheme.
///
/// Reference: ISO/IEC 23001-7, sections 9 (encryption of sample data) and 10 (schemes).
package struct CommonCipher: ~Copyable {
    private var chained: ChainGatherer
    private var straight: BlockCipher
    private var counted: CounterStream

    /// Creates a cipher.
    ///
    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - direction: Whether to decrypt or to encrypt.
    /// - Throws: `DecryptionError` when the key has any other length.
    package init(
        key: [UInt8], _ direction: BlockCipher.Direction = .decrypt
    ) throws(DecryptionError) {
        guard key.count == 16 else {
            throw DecryptionError(.keyLength(expected: 16, found: key.count))
        }
        let chained = try ChainGatherer(key: key, direction)
        let straight = try BlockCipher(.chained, direction, key: key)
        let counted = try CounterStream(key: key)
        self.chained = chained
        self.straight = straight
        self.counted = counted
    }

    /// Decrypts or encrypts the protected ranges of one sample in place.
    ///
    /// - Parameters:
    ///   - scheme: The encryption scheme.
    ///   - bytes: The bytes that contain the sample.
    ///   - ranges: The protected bytes of the sample, in order.
    ///   - vector: The initialization vector: 16 bytes, or 8 that are padded with eight zeros.
    ///   - crypt: The number of encrypted blocks in a pattern; zero when there is no pattern.
    ///   - skip: The number of clear blocks in a pattern.
    /// - Throws: `DecryptionError` when the initialization vector has any other length.
    package mutating func apply(
        _ scheme: ProtectionScheme, to bytes: inout [UInt8], in ranges: [Range<Int>],
        vector: [UInt8], crypt: Int, skip: Int
    ) throws(DecryptionError) {
        let vector = vector.count == 8 ? vector + [UInt8](repeating: 0, count: 8) : vector
        switch scheme {
        case .cenc, .cens: try counted.restart(vector)
        case .cbc1: try straight.restart(vector)
        case .cbcs: break
        }
        for range in ranges {
            let pattern = scheme.stretches(of: range, crypt: crypt, skip: skip)
            switch scheme {
            case .cenc, .cens:
                for stretch in pattern { try counted.apply(to: &bytes, in: stretch) }
            case .cbc1: try straight.apply(to: &bytes, in: pattern.range)
            case .cbcs: try chained.apply(to: &bytes, at: pattern, from: vector)
            }
        }
    }
}

extension ProtectionScheme {
    /// Returns the encrypted parts of a protected range.
    func stretches(of range: Range<Int>, crypt: Int, skip: Int) -> BlockPattern {
        switch self {
        case .cenc: BlockPattern(all: range)
        case .cbc1: BlockPattern(range)
        case .cens, .cbcs: BlockPattern(range, crypt: crypt, skip: skip)
        }
    }
}
