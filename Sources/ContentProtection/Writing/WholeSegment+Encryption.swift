extension WholeSegment {
    /// Encrypts bytes with AES-CBC and PKCS #7 padding.
    ///
    /// - Parameters:
    ///   - bytes: The clear bytes.
    ///   - key: The key, 16 or 32 bytes.
    ///   - vector: The initialization vector, 16 bytes.
    /// - Returns: The ciphertext, longer by 1 to 16 bytes.
    /// - Throws: `DecryptionError` when a length is wrong.
    package static func encrypted(
        _ bytes: consuming [UInt8], key: [UInt8], vector: [UInt8]
    ) throws(DecryptionError) -> [UInt8] {
        var cipher = try BlockCipher(.chained, .encrypt, key: key)
        try cipher.restart(vector)
        var bytes = consume bytes
        let missing = BlockCipher.blockSize - bytes.count % BlockCipher.blockSize
        bytes += [UInt8](repeating: UInt8(missing), count: missing)
        try cipher.apply(to: &bytes)
        return bytes
    }
}
