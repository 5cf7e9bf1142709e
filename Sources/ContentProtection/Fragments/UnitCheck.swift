/// Checks that a video sample consists of NAL units, where decryption may have damaged it.
///
/// A wrong key shows in encrypted lengths and types, and in sequences of three bytes that no unit
/// contains. These sequences are searched only in decrypted bytes: other bytes are unchanged.
struct UnitCheck {
    private let sample: Range<Int>
    private let lengthCount: Int
    private var index: Int

    /// Prepares to check a sample.
    ///
    /// - Parameters:
    ///   - sample: The range of the sample.
    ///   - lengthCount: The number of bytes in the length of each unit.
    init(_ sample: Range<Int>, lengthCount: Int) {
        self.sample = sample
        self.lengthCount = lengthCount
        index = sample.lowerBound
    }

    /// Checks the sample.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the sample.
    ///   - stretches: The decrypted parts, in order.
    /// - Throws: `DecryptionError` when it is invalid.
    mutating func check(
        _ bytes: [UInt8], decrypted stretches: some Sequence<BlockPattern>
    ) throws(DecryptionError) {
        var unit = try next(of: bytes)
        for pattern in stretches {
            for stretch in pattern {
                // The three bytes may begin before the decrypted part, and end after it.
                let suspect = stretch.lowerBound - 2..<stretch.upperBound + 2
                while let found = unit {
                    if VideoUnits.holdsStartCode(bytes, in: suspect.clamped(to: found)) {
                        throw DecryptionError(
                            .garbage("a NAL unit holds a start code"), offset: found.lowerBound)
                    }
                    guard found.upperBound < suspect.upperBound else { break }
                    unit = try next(of: bytes)
                }
            }
        }
        while unit != nil { unit = try next(of: bytes) }
    }

    /// Returns the next unit; `nil` after the last one.
    private mutating func next(of bytes: [UInt8]) throws(DecryptionError) -> Range<Int>? {
        guard index < sample.upperBound else { return nil }
        guard sample.upperBound - index >= lengthCount else {
            throw DecryptionError(.garbage("a NAL unit without a length"), offset: index)
        }
        let length = Int(bytes.number(at: index, count: lengthCount))
        let start = index + lengthCount
        guard length <= sample.upperBound - start else {
            throw DecryptionError(.garbage("a NAL unit beyond its sample"), offset: index)
        }
        index = start + length
        if length > 0, bytes[start] & 0x80 != 0 {
            throw DecryptionError(.garbage("no NAL unit starts here"), offset: start)
        }
        return start..<index
    }
}
