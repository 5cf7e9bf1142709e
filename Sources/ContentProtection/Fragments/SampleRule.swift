/// How samples of a track are encrypted that follow one another.
struct SampleRule: Equatable {
    let track: UInt64
    let protection: SampleProtection
    let scheme: ProtectionScheme
    /// How many bytes the length in front of a NAL unit has; `nil` when there are no units.
    let unitLengthCount: Int?

    /// Decrypts one sample in place.
    ///
    /// - Parameters:
    ///   - sample: Where it is.
    ///   - ranges: The protected bytes of the sample, in order.
    ///   - bytes: What holds the sample.
    ///   - cipher: The cipher with the content key.
    ///   - vector: The vector of the sample; empty when the constant one holds.
    /// - Throws: `DecryptionError` when there is no vector, or what is decrypted is garbage.
    func decrypt(
        _ sample: Range<Int>, in ranges: [Range<Int>], of bytes: inout [UInt8],
        with cipher: inout CommonCipher, vector: [UInt8]
    ) throws(DecryptionError) {
        let vector = vector.isEmpty ? protection.constantVector : vector
        guard !vector.isEmpty else { throw DecryptionError(.missingInitializationVector) }
        let (crypt, skip) = (protection.cryptBlocks, protection.skipBlocks)
        try cipher.apply(
            scheme, to: &bytes, in: ranges, vector: vector, crypt: crypt, skip: skip)
        guard let count = unitLengthCount else { return }
        var check = UnitCheck(sample, lengthCount: count)
        try check.check(
            bytes,
            decrypted: ranges.lazy.map { scheme.stretches(of: $0, crypt: crypt, skip: skip) })
    }
}
