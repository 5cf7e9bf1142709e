import VirtualTime

/// The splice_info_section that announces a break: an immediate splice_insert out of the network.
///
/// Reference: ANSI/SCTE 35 2023, sections 9.6 and 9.7.3.
struct BreakSplice {
    private static let ticksPerSecond: Int64 = 90_000
    /// The longest duration, in 33 bits.
    private static let longest: Int64 = 1 << 33 - 1
    /// The length of the section after its length field.
    private static let sectionLength = 11 + commandLength + 2 + 4
    private static let commandLength = 15

    /// The number of the break.
    let event: UInt32
    /// The duration of the break, after which the programme continues automatically.
    let duration: MediaTime

    /// The section.
    var bytes: [UInt8] {
        let length = min(max(0, duration.value(timescale: Self.ticksPerSecond)), Self.longest)
        var bytes: [UInt8] = [0xFC]
        // No sections of the usual syntax, not private, and no statement about access points.
        bytes += Self.bytes(UInt64(0x3000 | Self.sectionLength), count: 2)
        // Protocol 0, clear, no adjustment, control word 0, all tiers, the length of the command.
        bytes += [0, 0, 0, 0, 0, 0, 0]
        bytes += Self.bytes(UInt64(0xFFF << 12 | Self.commandLength), count: 3)
        // A splice_insert, which is not cancelled.
        bytes += [5] + Self.bytes(UInt64(event), count: 4) + [0x7F]
        // Out of the network, of the whole programme, with a duration, at once.
        bytes += [0xFF]
        // An automatic return after 33 bits of duration.
        bytes += Self.bytes(UInt64(length) | 0xFE << 32, count: 5)
        // The programme and the avails have no numbers, and there are no descriptors.
        bytes += [0, 0, 0, 0, 0, 0]
        return bytes + Self.bytes(UInt64(Self.checksum(of: bytes)), count: 4)
    }

    private static func bytes(_ value: UInt64, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// Returns CRC-32 as MPEG-2 Systems defines it, in ISO/IEC 13818-1, annex A.
    private static func checksum(of bytes: [UInt8]) -> UInt32 {
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
