import Formats
import VirtualTime

/// A splice_info_section that announces a break.
///
/// The section contains an immediate splice_insert command with the flag out_of_network_indicator.
///
/// Reference: ANSI/SCTE 35 2023, sections 9.6 and 9.7.3.
struct BreakSplice {
    private static let ticksPerSecond: Int64 = 90_000
    /// The longest duration that 33 bits can represent, in ticks of 90 kHz.
    private static let longest: Int64 = 1 << 33 - 1
    /// The value of the field section_length: the number of bytes after this field.
    private static let sectionLength = 11 + commandLength + 2 + 4
    private static let commandLength = 15

    /// The identifier of the break (splice_event_id).
    let event: UInt32
    /// The duration of the break, after which the programme continues automatically.
    let duration: MediaTime

    /// The bytes of the section.
    var bytes: [UInt8] {
        let length = min(max(0, duration.value(timescale: Self.ticksPerSecond)), Self.longest)
        var bytes: [UInt8] = [0xFC]
        // section_syntax_indicator and private_indicator 0, sap_type 3 (not specified), the length.
        bytes += Self.bytes(UInt64(0x3000 | Self.sectionLength), count: 2)
        // protocol_version 0, not encrypted, no pts_adjustment, cw_index 0, all tiers, the length
        // of the command.
        bytes += [0, 0, 0, 0, 0, 0, 0]
        bytes += Self.bytes(UInt64(0xFFF << 12 | Self.commandLength), count: 3)
        // A splice_insert, which is not cancelled.
        bytes += [5] + Self.bytes(UInt64(event), count: 4) + [0x7F]
        // The flags out_of_network_indicator, program_splice_flag, duration_flag and
        // splice_immediate_flag are set.
        bytes += [0xFF]
        // auto_return, and the duration in 33 bits.
        bytes += Self.bytes(UInt64(length) | 0xFE << 32, count: 5)
        // unique_program_id, avail_num and avails_expected are 0, and there are no descriptors.
        bytes += [0, 0, 0, 0, 0, 0]
        return bytes + Self.bytes(UInt64(MPEGChecksum.of(bytes)), count: 4)
    }

    private static func bytes(_ value: UInt64, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
