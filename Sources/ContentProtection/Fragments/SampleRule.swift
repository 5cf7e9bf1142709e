/// The encryption parameters that consecutive samples of a track share.
struct SampleRule: Equatable {
    let track: UInt64
    var protection: SampleProtection
    let scheme: ProtectionScheme
    /// The number of bytes in the length field of a NAL unit; `nil` if there are no NAL units.
    let unitLengthCount: Int?

    /// Decrypts one sample in place.
    ///
    /// - Parameters:
    ///   - sample: The range of the sample.
    ///   - ranges: The protected bytes of the sample, in order.
    ///   - bytes: The bytes that contain the sample.
    ///   - cipher: The cipher with the content key.
    ///   - vector: The initialization vector of the sample; empty for the constant vector.
    /// - Throws: `DecryptionError` when there is no vector, or the result is invalid.
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
