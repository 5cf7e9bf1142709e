import COpenSSL

/// Processes the CBC blocks between clear bytes as one chain from an initialization vector.
///
/// It collects the blocks and processes them together, because one call of the cipher for all
/// blocks is several times as fast as one call for each block.
@safe
struct ChainGatherer: ~Copyable {
    private var cipher: BlockCipher
    private let direction: BlockCipher.Direction
    private var gathered: [UInt8] = []

    /// The size in bytes above which adjacent blocks are processed in place, without a copy.
    private static let mostToCopy = 4096

    /// Creates a gatherer.
    ///
    /// - Throws: `DecryptionError` when the key has neither 16 nor 32 bytes.
    init(key: [UInt8], _ direction: BlockCipher.Direction) throws(DecryptionError) {
        var cipher = try BlockCipher(.chained, direction, key: key)
        // Decryption of copied blocks needs no other restart: `apply` puts the initialization
        // vector before the blocks, as if it were the previous block.
        try cipher.restart([UInt8](repeating: 0, count: BlockCipher.blockSize))
        self.cipher = cipher
        self.direction = direction
    }

    /// Processes the parts of a pattern in place.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the parts.
    ///   - pattern: The encrypted parts, each of which consists of complete blocks.
    ///   - vector: The initialization vector of 16 bytes.
    /// - Throws: `DecryptionError` when the initialization vector has any other length.
    mutating func apply(
        to bytes: inout [UInt8], at pattern: BlockPattern, from vector: [UInt8]
    ) throws(DecryptionError) {
        guard vector.count == BlockCipher.blockSize else {
            throw DecryptionError(.initializationVectorLength(vector.count))
        }
        let count = pattern.byteCount
        if pattern.clear == 0, count > Self.mostToCopy {
            try cipher.restart(vector)
            try cipher.apply(to: &bytes, in: pattern.range)
            return
        }
        guard count % BlockCipher.blockSize == 0 else {
            throw DecryptionError(.ciphertextLength(count))
        }
        guard count > 0 else { return }
        // A restart takes longer than the decryption of a short sample. The decryption of a block
        // depends only on the previous block. Therefore the initialization vector is placed before
        // the data as if it were the previous block.
        let start = direction == .decrypt ? BlockCipher.blockSize : 0
        if gathered.count < start + count {
            gathered = [UInt8](repeating: 0, count: 2 * (start + count))
        }
        if direction == .decrypt {
            gathered.replaceSubrange(0..<start, with: vector)
        } else {
            try cipher.restart(vector)
        }
        move(pattern, of: &bytes, from: start, isGathering: true)
        try cipher.apply(to: &gathered, in: 0..<start + count)
        move(pattern, of: &bytes, from: start, isGathering: false)
    }

    /// Copies the encrypted parts into one buffer, or from the buffer back to their positions.
    private mutating func move(
        _ pattern: BlockPattern, of bytes: inout [UInt8], from start: Int, isGathering: Bool
    ) {
        precondition(
            pattern.range.lowerBound >= 0 && pattern.range.upperBound <= bytes.count
                && pattern.range.count % BlockCipher.blockSize == 0
                && pattern.encrypted % BlockCipher.blockSize == 0
                && start + pattern.byteCount <= gathered.count, "the stretches are in the bytes")
        unsafe bytes.withUnsafeMutableBytes { outside in
            unsafe gathered.withUnsafeMutableBytes { inside in
                guard let outside = outside.baseAddress, var near = inside.baseAddress else {
                    return
                }
                unsafe near += start
                // All parts consist of complete blocks. Each block is copied as two 64-bit numbers,
                // because a call of a copy function would take longer than the copy itself.
                for stretch in pattern {
                    for index in stride(
                        from: stretch.lowerBound, to: stretch.upperBound,
                        by: BlockCipher.blockSize)
                    {
                        let far = unsafe outside + index
                        let (source, target) = unsafe isGathering ? (far, near) : (near, far)
                        let block = unsafe source.loadUnaligned(as: SIMD2<UInt64>.self)
                        unsafe target.storeBytes(of: block, as: SIMD2<UInt64>.self)
                        unsafe near += BlockCipher.blockSize
                    }
                }
            }
        }
    }
}
