/// Searches for zero bytes, eight at a time.
package enum ZeroSearch {
    /// Returns whether any byte in a range is zero.
    package static func finds(in bytes: [UInt8], _ range: Range<Int>) -> Bool {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= bytes.count, "the range is in the bytes")
        guard range.count >= 8 else { return bytes[range].contains(0) }
        return unsafe bytes.withUnsafeBytes { buffer in
            let last = range.upperBound - 8
            var index = range.lowerBound
            while true {
                let word = unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                // The subtraction sets the highest bit of the lowest zero byte.
                let borrowed = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
                if borrowed != 0 { return true }
                if index == last { return false }
                index = min(index + 8, last)
            }
        }
    }
}
