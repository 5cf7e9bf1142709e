/// The checksum of sections in MPEG-2 Systems.
///
/// Reference: ISO/IEC 13818-1, annex A.
package enum MPEGChecksum {
    private static let start: UInt32 = 0xFFFF_FFFF
    private static let table = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { value, _ in
            value & 0x8000_0000 != 0 ? value << 1 ^ 0x04C1_1DB7 : value << 1
        }
    }

    /// Returns the CRC-32 of bytes.
    ///
    /// - Parameter bytes: The bytes, such as a section without its checksum.
    /// - Returns: The checksum; zero for a section that ends with its own checksum.
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(start) { next($0, $1) }
    }

    /// Returns the CRC-32 of bytes in memory.
    ///
    /// - Parameter bytes: The bytes, such as a section without its checksum.
    /// - Returns: The checksum; zero for a section that ends with its own checksum.
    package static func of(_ bytes: Span<UInt8>) -> UInt32 {
        var value = start
        for index in 0..<bytes.count { value = next(value, bytes[index]) }
        return value
    }

    private static func next(_ value: UInt32, _ byte: UInt8) -> UInt32 {
        value << 8 ^ table[Int(UInt8(value >> 24) ^ byte)]
    }
}
