import Containers

/// AES in counter mode with a 64-bit counter; it can start at any position of a stream.
///
/// The last eight bytes of the counter block are the counter. A carry from the counter never
/// changes the first eight bytes.
///
/// Reference: ISO/IEC 23001-7, section 9.3 (CTR mode).
package struct CounterStream: ~Copyable {
    private var cipher: BlockCipher
    /// The counter block with which the cipher was last restarted.
    private var block = [UInt8](repeating: 0, count: BlockCipher.blockSize)
    /// The counter of the block that contains the next byte.
    private var counter: UInt64 = 0
    /// The number of bytes already used in the block that contains the next byte.
    private var used = 0

    /// Creates a stream; call `restart` before its first use.
    ///
    /// - Throws: `DecryptionError` when the key has neither 16 nor 32 bytes.
    package init(key: [UInt8]) throws(DecryptionError) {
        // Encryption and decryption are the same operation in this mode.
        cipher = try BlockCipher(.counter, .encrypt, key: key)
    }

    /// Restarts the stream.
    ///
    /// - Parameters:
    ///   - vector: The first counter block: 16 bytes, or 8 that are padded with eight zeros.
    ///   - offset: The number of bytes of the stream to skip; never negative.
    /// - Throws: `DecryptionError` when the initialization vector has any other length.
    package mutating func restart(_ vector: [UInt8], offset: Int = 0) throws(DecryptionError) {
        guard [8, BlockCipher.blockSize].contains(vector.count) else {
            throw DecryptionError(.initializationVectorLength(vector.count))
        }
        for place in block.indices { block[place] = place < vector.count ? vector[place] : 0 }
        counter = block.span.unsigned(at: 8, count: 8) &+ UInt64(offset / BlockCipher.blockSize)
        used = 0
        try restartCipher()
        guard offset % BlockCipher.blockSize > 0 else { return }
        var passedOver = [UInt8](repeating: 0, count: offset % BlockCipher.blockSize)
        try apply(to: &passedOver, in: passedOver.indices)
    }

    /// Encrypts or decrypts a range of bytes in place; the next call continues the stream.
    package mutating func apply(
        to bytes: inout [UInt8], in range: Range<Int>
    ) throws(DecryptionError) {
        var index = range.lowerBound
        while index < range.upperBound {
            // The cipher counts in 128 bits, so it is restarted when the 64-bit counter wraps.
            let blocksLeft = 0 &- counter
            var count = range.upperBound - index
            if blocksLeft > 0, blocksLeft < 1 << 40 {
                count = min(count, Int(blocksLeft) * BlockCipher.blockSize - used)
            }
            try cipher.apply(to: &bytes, in: index..<index + count)
            index += count
            used += count
            counter &+= UInt64(used / BlockCipher.blockSize)
            used %= BlockCipher.blockSize
            if counter == 0, used == 0 { try restartCipher() }
        }
    }

    private mutating func restartCipher() throws(DecryptionError) {
        block.setNumber(counter, at: 8, count: 8)
        try cipher.restart(block)
    }
}
