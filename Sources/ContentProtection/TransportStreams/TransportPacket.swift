/// One packet of a transport stream, by its position.
///
/// Reference: ISO/IEC 13818-1, section 2.4.3.2.
struct TransportPacket {
    static let size = 188
    static let nullIdentifier = 0x1FFF

    /// The position of the packet.
    let start: Int
    /// The identifier of its stream.
    let identifier: Int
    /// Whether an elementary packet or a section starts in the payload.
    let startsUnit: Bool
    /// The range of the payload; empty when there is none.
    private(set) var payload: Range<Int>

    /// Parses the packet at an index, followed by at least the bytes of a packet.
    ///
    /// - Throws: `DecryptionError` when there is no packet.
    init(at start: Int, in bytes: [UInt8]) throws(DecryptionError) {
        guard bytes[start] == 0x47 else {
            throw DecryptionError(.malformed("no transport packet"), offset: start)
        }
        self.start = start
        // The rest of a packet marked as damaged is not reliable.
        let isDamaged = bytes[start + 1] & 0x80 != 0
        identifier =
            isDamaged ? Self.nullIdentifier : Int(bytes.number(at: start + 1, count: 2) & 0x1FFF)
        startsUnit = bytes[start + 1] & 0x40 != 0
        let end = start + Self.size
        var index = start + 4
        if bytes[start + 3] & 0x20 != 0 { index += 1 + Int(bytes[index]) }
        payload = bytes[start + 3] & 0x10 != 0 && index < end ? index..<end : end..<end
    }

    /// Shrinks the payload and adds stuffing before it.
    ///
    /// A packet without a payload repeats the continuity counter of the previous one; the caller
    /// must renumber later packets.
    mutating func shrinkPayload(to count: Int, in bytes: inout [UInt8]) {
        guard count < payload.count else { return }
        let first = start + Self.size - count
        let hadField = bytes[start + 3] & 0x20 != 0
        let wasEmpty = !hadField || bytes[start + 4] == 0
        bytes[start + 4] = UInt8(first - start - 5)
        var index = hadField ? payload.lowerBound : start + 5
        if wasEmpty, start + 5 < first {
            bytes[start + 5] = 0
            index = start + 6
        }
        while index < first {
            bytes[index] = 0xFF
            index += 1
        }
        bytes[start + 3] = bytes[start + 3] & 0xCF | (count > 0 ? 0x30 : 0x20)
        payload = first..<start + Self.size
    }

    /// Turns the packet into a null packet.
    func remove(from bytes: inout [UInt8]) {
        bytes[start + 1] = bytes[start + 1] & 0xA0 | UInt8(Self.nullIdentifier >> 8)
        bytes[start + 2] = UInt8(Self.nullIdentifier & 0xFF)
    }
}
