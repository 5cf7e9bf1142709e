/// One packet of a transport stream, according to its header.
///
/// Reference: ISO/IEC 13818-1, section 2.4.3.2.
struct TransportPacket {
    static let size = 188

    let identifier: Int
    /// Whether an elementary packet or a section starts in its payload.
    let startsUnit: Bool
    let counter: UInt8
    /// The range of the payload; empty when there is none.
    let payload: Range<Int>

    /// Reads a header; `nil` when the bytes are no packet, or not one to be trusted.
    @inline(__always)
    init?(_ bytes: Span<UInt8>, at start: Int) {
        guard start + Self.size <= bytes.count, bytes[start] == 0x47, bytes[start + 1] < 0x80 else {
            return nil
        }
        identifier = Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
        startsUnit = bytes[start + 1] & 0x40 != 0
        counter = bytes[start + 3] & 0x0F
        let end = start + Self.size
        guard bytes[start + 3] & 0x10 != 0 else {
            payload = end..<end
            return
        }
        let hasField = bytes[start + 3] & 0x20 != 0
        payload = min(end, start + 4 + (hasField ? 1 + Int(bytes[start + 4]) : 0))..<end
    }

    /// The presentation time of an elementary packet that starts here, in 33 bits of 90 kHz.
    ///
    /// - Returns: `nil` when none starts here, or when it has no time.
    func presentationTime(in bytes: Span<UInt8>) -> Int64? {
        guard startsUnit else { return nil }
        return ElementaryHeader(bytes, in: payload)?.presentationTime
    }
}
