/// Looks at the first packet of a transport stream that was decrypted as a whole.
///
/// A wrong vector spoils the first sixteen bytes and nothing else: the header of the packet and the
/// start of what it carries, which is a table in most streams, and a table has a check sum.
enum FirstPacket {
    /// The identifiers up to here are those of tables.
    private static let lastTableIdentifier = 0x1F
    /// The streams of the tables that stand first, by the identifiers of the tables.
    private static let streams: [UInt8: Int] = [0x00: 0x00, 0x42: 0x11]
    /// No table that stands first is longer.
    private static let longestSection = 1021

    /// Whether the first packet can be what an encryptor was given.
    ///
    /// - Parameter bytes: The clear segment.
    /// - Returns: Whether nothing speaks against it; anything but a transport stream passes.
    static func isPlausible(_ bytes: [UInt8]) -> Bool {
        guard ProtectedContainer(of: bytes) == .transportStream else {
            // Packets behind it say that this was meant to be a transport stream.
            return bytes.count <= 2 * TransportPacket.size
                || bytes[TransportPacket.size] != 0x47 || bytes[2 * TransportPacket.size] != 0x47
        }
        // What is damaged or scrambled would not have been encrypted once more.
        guard bytes[1] & 0x80 == 0, bytes[3] & 0xC0 == 0 else { return false }
        guard let packet = try? TransportPacket(at: 0, in: bytes), packet.startsUnit,
            let pointer = packet.payload.first
        else { return true }
        let start = pointer + 1 + Int(bytes[pointer])
        let isTable = packet.identifier <= lastTableIdentifier
        guard start + 3 <= packet.payload.upperBound else { return !isTable }
        let count = Int(bytes.number(at: start + 1, count: 2) & 0xFFF)
        let end = start + 3 + count
        if isTable, count > longestSection { return false }
        guard end <= packet.payload.upperBound else {
            return !isTable || goesOn(packet, in: bytes)
        }
        guard CyclicRedundancy.section(bytes[start..<end]) == 0 else { return !isTable }
        return streams[bytes[start]].map { $0 == packet.identifier } ?? true
    }

    /// Whether the stream of the first packet has a second one that starts nothing.
    private static func goesOn(_ first: TransportPacket, in bytes: [UInt8]) -> Bool {
        let starts = stride(
            from: TransportPacket.size, through: bytes.count - TransportPacket.size,
            by: TransportPacket.size)
        for start in starts {
            guard let packet = try? TransportPacket(at: start, in: bytes) else { return false }
            if packet.identifier == first.identifier { return !packet.startsUnit }
        }
        return false
    }
}
