/// The header and the position of one packet of a transport stream.
///
/// Reference: ISO/IEC 13818-1, section 2.4.3.2.
package struct TransportPacket {
    package static let size = 188
    /// The packet identifier of null packets, which have no content.
    package static let nullIdentifier = 0x1FFF

    /// The index of the packet's first byte.
    package let start: Int
    /// The range of the payload; empty when there is none.
    package var payload: Range<Int>

    private let header: UInt32

    /// The packet identifier of the stream to which the packet belongs.
    package var identifier: Int { Int(header >> 8 & 0x1FFF) }
    /// Whether a PES packet or a section starts in the payload of this transport packet.
    package var startsUnit: Bool { header & 0x40_0000 != 0 }
    /// Whether a sender marked the packet as damaged; its other fields are then unreliable.
    package var isDamaged: Bool { header & 0x80_0000 != 0 }
    package var isScrambled: Bool { header & 0xC0 != 0 }
    package var counter: UInt8 { UInt8(truncatingIfNeeded: header & 0x0F) }
    /// Whether an adaptation field precedes the payload.
    package var hasField: Bool { header & 0x20 != 0 }

    /// Reads the header at an index.
    ///
    /// - Returns: `nil` when no packet starts there, or its bytes are incomplete.
    @inline(__always)
    package init?(_ bytes: Span<UInt8>, at start: Int) {
        guard start + Self.size <= bytes.count, bytes[start] == 0x47 else { return nil }
        self.start = start
        header =
            UInt32(bytes[start + 1]) << 16 | UInt32(bytes[start + 2]) << 8
            | UInt32(bytes[start + 3])
        let end = start + Self.size
        var index = start + 4
        if header & 0x20 != 0 { index += 1 + Int(bytes[index]) }
        payload = header & 0x10 != 0 && index < end ? index..<end : end..<end
    }

    /// Reads the header at an index; `nil` for a damaged packet, or when no packet starts there.
    @inline(__always)
    package init?(sound bytes: Span<UInt8>, at start: Int) {
        self.init(bytes, at: start)
        if isDamaged { return nil }
    }

    /// Returns whether the adaptation field announces a jump of the counter or the system clock.
    ///
    /// Reference: ISO/IEC 13818-1, section 2.4.3.5 (discontinuity_indicator).
    @inline(__always)
    package func announcesDiscontinuity(in bytes: Span<UInt8>) -> Bool {
        hasField && bytes[start + 4] > 0 && bytes[start + 5] & 0x80 != 0
    }

    /// Returns the presentation time of the PES packet that starts in this packet.
    ///
    /// - Returns: The 33-bit time, in 90 kHz ticks; `nil` when no PES packet starts in this
    ///   transport packet, or when the PES packet has no time.
    package func presentationTime(in bytes: Span<UInt8>) -> Int64? {
        guard startsUnit else { return nil }
        return ElementaryHeader(bytes, in: payload)?.presentationTime
    }
}
