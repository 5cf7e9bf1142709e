/// The fields of an ADTS header that locate its frame.
///
/// Reference: ISO/IEC 13818-7, section 6.2.
package struct ADTSFields {
    /// The size of the frame in bytes, including its header, as the header states it.
    package let byteCount: Int

    /// The number of bytes in the header: 9 with a checksum, or 7.
    package let headerCount: Int

    /// Reads the header at an index; `nil` when no complete header starts there.
    package init?(_ bytes: Span<UInt8>, at index: Int) {
        guard bytes.count >= index + 7, bytes[index] == 0xFF, bytes[index + 1] & 0xF6 == 0xF0 else {
            return nil
        }
        headerCount = bytes[index + 1] & 1 == 0 ? 9 : 7
        byteCount = Int(bytes.unsigned(at: index + 3, count: 3) >> 5 & 0x1FFF)
    }
}

/// The header fields that locate a frame of AC-3 or of E-AC-3.
///
/// Reference: ETSI TS 102 366, sections 4.3 and E.1.2.
package struct AC3Fields {
    /// The size of the frame in bytes, including its header.
    package let byteCount: Int

    /// The version of the syntax (bsid).
    package let identification: UInt8

    /// Whether the frame is a frame of E-AC-3.
    package var isEnhanced: Bool { identification > 10 }

    private static let bitrates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]

    /// Reads the header at an index; `nil` when no complete header starts there.
    package init?(_ bytes: Span<UInt8>, at index: Int) {
        guard bytes.count >= index + 8, bytes[index] == 0x0B, bytes[index + 1] == 0x77 else {
            return nil
        }
        identification = bytes[index + 5] >> 3
        guard identification <= 16 else { return nil }
        if identification > 10 {
            byteCount = (Int(bytes.unsigned(at: index + 2, count: 2) & 0x7FF) + 1) * 2
            return
        }
        let sizeCode = Int(bytes[index + 4] & 0x3F)
        guard sizeCode / 2 < Self.bitrates.count else { return nil }
        let kilobits = Self.bitrates[sizeCode / 2]
        switch bytes[index + 4] >> 6 {
        case 0: byteCount = kilobits * 4
        case 1: byteCount = (kilobits * 96_000 / 44_100 + sizeCode % 2) * 2
        case 2: byteCount = kilobits * 6
        default: return nil
        }
    }
}
