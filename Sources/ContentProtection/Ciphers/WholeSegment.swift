/// Decrypts completely encrypted segments.
///
/// Reference: rfc8216bis, sections 4.4.4.4 (EXT-X-KEY) and 5.2 (IV for AES-128). The methods with
/// keys of 256 bits are defined in later versions of this draft.
package enum WholeSegment {
    /// Decrypts bytes that are encrypted with AES-CBC and PKCS #7 padding.
    ///
    /// - Parameters:
    ///   - bytes: The ciphertext.
    ///   - key: 16 or 32 bytes.
    ///   - vector: 16 bytes.
    /// - Returns: The clear text, without padding.
    /// - Throws: `DecryptionError` when a length or the padding is wrong.
    package static func chained(
        _ bytes: consuming [UInt8], key: [UInt8], vector: [UInt8]
    ) throws(DecryptionError) -> [UInt8] {
        var cipher = try BlockCipher(.chained, .decrypt, key: key)
        try cipher.restart(vector)
        guard !bytes.isEmpty else { throw DecryptionError(.truncated("the ciphertext")) }
        var bytes = consume bytes
        try cipher.apply(to: &bytes)
        let count = Int(bytes[bytes.count - 1])
        guard (1...BlockCipher.blockSize).contains(count),
            bytes.suffix(count).allSatisfy({ Int($0) == count })
        else { throw DecryptionError(.padding) }
        bytes.removeLast(count)
        return bytes
    }

    /// Decrypts bytes that are encrypted with AES-CTR, which has no padding.
    ///
    /// - Parameters:
    ///   - bytes: The ciphertext.
    ///   - key: 16 or 32 bytes.
    ///   - vector: The first counter block, 16 bytes.
    /// - Returns: The decrypted bytes.
    /// - Throws: `DecryptionError` when a length is wrong.
    package static func counted(
        _ bytes: consuming [UInt8], key: [UInt8], vector: [UInt8]
    ) throws(DecryptionError) -> [UInt8] {
        guard vector.count == BlockCipher.blockSize else {
            throw DecryptionError(.initializationVectorLength(vector.count))
        }
        var stream = try CounterStream(key: key)
        try stream.restart(vector)
        var bytes = consume bytes
        try stream.apply(to: &bytes, in: bytes.indices)
        return bytes
    }

    /// Returns the initialization vector for a key that does not state one.
    ///
    /// The vector is the media sequence number of the segment, big-endian.
    package static func vector(mediaSequence: Int) -> [UInt8] {
        let number = UInt64(bitPattern: Int64(mediaSequence))
        return [UInt8](repeating: 0, count: 8)
            + (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }
}
