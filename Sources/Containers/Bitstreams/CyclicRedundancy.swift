import Formats

/// The checksums of transport streams and of AC-3.
package enum CyclicRedundancy {
    private static let audioTable = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { value, _ in
            value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1
        }
    }

    /// Returns the checksum of a table section.
    ///
    /// The result is zero for an undamaged section that includes its checksum.
    ///
    /// Reference: ISO/IEC 13818-1, annex A.
    package static func section(_ bytes: Span<UInt8>) -> UInt32 { MPEGChecksum.of(bytes) }

    /// Returns the AC-3 checksum of some bytes.
    ///
    /// The result is zero for the bytes after the syncword of a complete, undamaged frame.
    ///
    /// Reference: ETSI TS 102 366, section 6.1.7.
    package static func audio(_ bytes: [UInt8], in range: Range<Int>) -> UInt16 {
        bytes[range].reduce(0) { value, byte in
            value << 8 ^ audioTable[Int(UInt8(value >> 8) ^ byte)]
        }
    }
}
