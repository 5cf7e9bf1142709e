/// The header of a packet of a packetized elementary stream (PES packet).
///
/// Reference: ISO/IEC 13818-1, section 2.4.3.6.
package struct ElementaryHeader {
    /// The number of bytes before the optional fields.
    package static let fixedCount = 6

    /// The size of the packet with its header; `nil` when the packet does not state it.
    ///
    /// Only video packets may omit their size.
    package let byteCount: Int?

    /// The number of bytes before the payload.
    package let headerCount: Int

    /// The presentation time as a 33-bit count of 90 kHz ticks; `nil` when the header has none.
    package let presentationTime: Int64?

    /// Reads the header at the start of a range; `nil` when no PES packet starts there.
    @inline(__always)
    package init?(_ bytes: Span<UInt8>, in range: Range<Int>) {
        let start = range.lowerBound
        guard range.count >= 9, bytes[start] == 0, bytes[start + 1] == 0, bytes[start + 2] == 1
        else { return nil }
        let length = Int(bytes[start + 4]) << 8 | Int(bytes[start + 5])
        byteCount = length > 0 ? Self.fixedCount + length : nil
        headerCount = 9 + Int(bytes[start + 8])
        guard bytes[start + 7] & 0x80 != 0, headerCount >= 14, range.count >= 14 else {
            presentationTime = nil
            return
        }
        presentationTime = Self.time(bytes, at: start + 9)
    }

    /// Returns the 33-bit time that is stored in five bytes.
    @inline(__always)
    package static func time(_ bytes: Span<UInt8>, at index: Int) -> Int64 {
        let bits = bytes.unsigned(at: index, count: 5)
        let high = bits >> 3 & 0x1_C000_0000
        let middle = bits >> 2 & 0x3FFF_8000
        return Int64(high | middle | bits >> 1 & 0x7FFF)
    }
}
