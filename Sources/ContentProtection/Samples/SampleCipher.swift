/// An AES-CBC cipher that restarts with the same initialization vector for each sample.
package struct SampleCipher: ~Copyable {
    private var cipher: BlockCipher
    private let vector: [UInt8]
    private var gathered: [UInt8] = []
    /// The number of bytes processed so far.
    private(set) var byteCount = 0

    /// Creates a cipher.
    ///
    /// - Parameters:
    ///   - key: The key, 16 bytes.
    ///   - vector: The initialization vector: 16 bytes, or 8 bytes that are padded with eight
    ///     zeros.
    ///   - direction: Whether to decrypt or to encrypt.
    /// - Throws: `DecryptionError` when a length is wrong.
    package init(
        key: [UInt8], vector: [UInt8], _ direction: BlockCipher.Direction = .decrypt
    ) throws(DecryptionError) {
        guard key.count == 16 else {
            throw DecryptionError(.keyLength(expected: 16, found: key.count))
        }
        let vector = vector.count == 8 ? vector + [UInt8](repeating: 0, count: 8) : vector
        guard vector.count == BlockCipher.blockSize else {
            throw DecryptionError(.initializationVectorLength(vector.count))
        }
        cipher = try BlockCipher(.chained, direction, key: key)
        self.vector = vector
    }

    /// Decrypts or encrypts the complete blocks of a range; the bytes after them stay clear.
    package mutating func apply(
        to bytes: inout [UInt8], in range: Range<Int>
    ) throws(DecryptionError) {
        let count = range.count / BlockCipher.blockSize * BlockCipher.blockSize
        guard count > 0 else { return }
        try cipher.restart(vector)
        try cipher.apply(to: &bytes, in: range.lowerBound..<range.lowerBound + count)
        byteCount += count
    }

    /// Decrypts or encrypts blocks at regular positions as one cipher chain.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to process.
    ///   - blocks: The positions of the encrypted blocks, in order.
    /// - Throws: `DecryptionError` when the cipher fails.
    package mutating func apply(
        to bytes: inout [UInt8], at blocks: StrideTo<Int>
    ) throws(DecryptionError) {
        // One call for many blocks is several times as fast as one call for each block.
        gathered.removeAll(keepingCapacity: true)
        for start in blocks { gathered += bytes[start..<start + BlockCipher.blockSize] }
        guard !gathered.isEmpty else { return }
        try cipher.restart(vector)
        try cipher.apply(to: &gathered)
        byteCount += gathered.count
        var index = 0
        for start in blocks {
            bytes.replaceSubrange(
                start..<start + BlockCipher.blockSize,
                with: gathered[index..<index + BlockCipher.blockSize])
            index += BlockCipher.blockSize
        }
    }
}
