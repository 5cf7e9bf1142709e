/// One packet of a transport stream, by its place in the stream.
///
/// Reference: ISO/IEC 13818-1, section 2.4.3.2.
struct TransportPacket {
    static let size = 188
    static let nullIdentifier = 0x1FFF

    /// Where the packet starts.
    let start: Int
    /// Which stream the packet belongs to.
    let identifier: Int
    /// Whether an elementary packet or a section starts in the payload.
    let startsUnit: Bool
    /// Where the payload is; empty when there is none.
    private(set) var payload: Range<Int>

    /// Reads the packet at an index, behind which there must be as many bytes as a packet has.
    ///
    /// - Throws: `DecryptionError` when there is no packet.
    init(at start: Int, in bytes: [UInt8]) throws(DecryptionError) {
        guard bytes[start] == 0x47 else {
            throw DecryptionError(.malformed("no transport packet"), offset: start)
        }
        self.start = start
        // The rest of a packet that is marked as damaged cannot be trusted.
        let isDamaged = bytes[start + 1] & 0x80 != 0
        identifier =
            isDamaged ? Self.nullIdentifier : Int(bytes.number(at: start + 1, count: 2) & 0x1FFF)
        startsUnit = bytes[start + 1] & 0x40 != 0
        let end = start + Self.size
        var index = start + 4
        if bytes[start + 3] & 0x20 != 0 { index += 1 + Int(bytes[index]) }
        payload = bytes[start + 3] & 0x10 != 0 && index < end ? index..<end : end..<end
    }

    /// Makes the payload smaller and puts stuffing in front of it.
    ///
    /// A packet without any payload becomes one that repeats the continuity counter of the packet
    /// before; the caller has to renumber those that follow.
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

    /// Turns the packet into one that is passed over.
    func remove(from bytes: inout [UInt8]) {
        bytes[start + 1] = bytes[start + 1] & 0xA0 | UInt8(Self.nullIdentifier >> 8)
        bytes[start + 2] = UInt8(Self.nullIdentifier & 0xFF)
    }
}
