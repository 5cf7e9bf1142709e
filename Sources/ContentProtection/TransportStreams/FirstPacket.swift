import Containers

/// Checks the first packet of a transport stream, or the ID3 tag at the start of packed audio, in a
/// segment that was encrypted as a whole.
///
/// A wrong initialization vector damages only the first sixteen bytes: the header of the packet and
/// the start of its payload. In most streams that payload is a table, which has a checksum. Packed
/// audio starts with a timestamp, of which all bytes but the time are known.
enum FirstPacket {
    /// The highest packet identifier that is reserved for tables.
    private static let lastTableIdentifier = 0x1F
    /// The packet identifiers of the tables that a stream may start with (PAT and SDT).
    ///
    /// The keys are table identifiers.
    private static let streams: [UInt8: Int] = [0x00: 0x00, 0x42: 0x11]
    /// The maximum length in bytes of a table that a stream starts with, including its header.
    private static let longestSection = 1021 + TableSection.leadCount
    /// The place of the owner of an ID3 frame, in the first frame of a tag.
    private static let ownerPlace = 20
    /// The owner of the frame with the timestamp of packed audio, with the byte that ends it.
    private static let timestampOwner = Array("com.apple.streaming.transportStreamTimestamp\0".utf8)
    /// The identifier and the size of that frame, which follow the ten bytes of the tag's header.
    private static let timestampHead = Array("PRIV".utf8) + [0, 0, 0, 53]

    /// Returns whether the first bytes can be the result of a correct decryption.
    ///
    /// - Parameter bytes: The clear segment.
    /// - Returns: Whether the packet or the timestamp is consistent; `true` for bytes that seem to
    ///   be neither a transport stream nor packed audio.
    static func isPlausible(_ bytes: [UInt8]) -> Bool {
        guard ProtectedContainer(of: bytes) == .transportStream else {
            if bytes.dropFirst(ownerPlace).starts(with: timestampOwner) {
                return (3...4).contains(bytes[3]) && bytes.dropFirst(10).starts(with: timestampHead)
            }
            // If the next two packets start with sync bytes, the bytes are a transport stream whose
            // first packet is wrong.
            return bytes.count <= 2 * TransportPacket.size
                || bytes[TransportPacket.size] != 0x47 || bytes[2 * TransportPacket.size] != 0x47
        }
        // Packagers do not encrypt packets that are already damaged or scrambled, so such a packet
        // is the result of a wrong decryption.
        guard let packet = TransportPacket(sound: bytes.span, at: 0), !packet.isScrambled else {
            return false
        }
        guard packet.startsUnit, let pointer = packet.payload.first else { return true }
        let start = pointer + 1 + Int(bytes[pointer])
        let isTable = packet.identifier <= lastTableIdentifier
        let payload = bytes.span.extracting(..<packet.payload.upperBound)
        guard let count = TableSection.byteCount(payload, at: start) else { return !isTable }
        let end = start + count
        if isTable, count > longestSection { return false }
        guard end <= packet.payload.upperBound else {
            return !isTable || goesOn(packet, in: bytes)
        }
        guard CyclicRedundancy.section(bytes.span.extracting(start..<end)) == 0 else {
            return !isTable
        }
        return streams[bytes[start]].map { $0 == packet.identifier } ?? true
    }

    /// Returns whether the next packet of the stream continues the first packet's payload.
    ///
    /// A packet that starts a new PES packet or section does not continue that payload.
    private static func goesOn(_ first: TransportPacket, in bytes: [UInt8]) -> Bool {
        let starts = stride(
            from: TransportPacket.size, through: bytes.count - TransportPacket.size,
            by: TransportPacket.size)
        for start in starts {
            guard let packet = TransportPacket(bytes.span, at: start) else { return false }
            if !packet.isDamaged, packet.identifier == first.identifier {
                return !packet.startsUnit
            }
        }
        return false
    }
}
