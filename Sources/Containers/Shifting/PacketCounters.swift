/// The continuity counters with which the streams of a transport segment begin and end.
///
/// Reference: ISO/IEC 13818-1, section 2.4.3.3 (continuity_counter).
package struct PacketCounters: Equatable, Sendable {
    private static let mostStreams = 64

    /// The counter of the first packet with payload in each stream, by packet identifier.
    private(set) var first: [Int: UInt8] = [:]
    /// The counter of the last packet with payload in each stream, by packet identifier.
    private(set) var last: [Int: UInt8] = [:]

    /// Reads the counters of a segment; only transport streams have counters.
    package init(of bytes: [UInt8]) {
        var start = 0
        while let packet = TransportPacket(sound: bytes.span, at: start) {
            start += TransportPacket.size
            guard packet.identifier != TransportPacket.nullIdentifier, !packet.payload.isEmpty,
                first[packet.identifier] != nil || first.count < Self.mostStreams
            else { continue }
            if first[packet.identifier] == nil { first[packet.identifier] = packet.counter }
            last[packet.identifier] = packet.counter
        }
    }

    /// Returns the numbers that make the next segment's counters continue this segment's counters.
    ///
    /// - Parameter next: The counters of the next segment. The same numbers also apply to later
    ///   segments if their counters continue the counters of `next`.
    /// - Returns: The numbers to add, by packet identifier.
    package func additions(for next: PacketCounters) -> [Int: UInt8] {
        var additions: [Int: UInt8] = [:]
        for (identifier, first) in next.first {
            guard let last = last[identifier] else { continue }
            additions[identifier] = (last &+ 1 &- first) & 0x0F
        }
        return additions
    }
}
