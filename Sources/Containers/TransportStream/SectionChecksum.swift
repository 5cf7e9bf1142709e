/// The checksum at the end of a section of MPEG-2.
///
/// Reference: ISO/IEC 13818-1, annex A (CRC decoder model).
enum SectionChecksum {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { remainder, _ in
            remainder & 0x8000_0000 != 0 ? remainder << 1 ^ 0x04C1_1DB7 : remainder << 1
        }
    }

    /// The checksum of some bytes; zero for bytes that end in their own.
    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { remainder, byte in
            remainder << 8 ^ table[Int(remainder >> 24) ^ Int(byte)]
        }
    }
}
