/// The checksum of sections in MPEG-2 Systems.
///
/// Reference: ISO/IEC 13818-1, annex A.
package enum MPEGChecksum {
    /// Returns the CRC-32 of bytes.
    ///
    /// - Parameter bytes: The bytes, such as a section without its checksum.
    /// - Returns: The checksum; zero for a section that ends with its own checksum.
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var result = UInt32.max
        for byte in bytes {
            result ^= UInt32(byte) << 24
            for _ in 0..<8 {
                result = result & 0x8000_0000 == 0 ? result << 1 : result << 1 ^ 0x04C1_1DB7
            }
        }
        return result
    }
}
