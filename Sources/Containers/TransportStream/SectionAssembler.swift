/// Joins the parts of sections from the packets with one packet identifier.
///
/// A section that lacks a packet is dropped. Joining restarts at the next packet in which a section
/// starts.
///
/// Reference: ISO/IEC 13818-1, section 2.4.4.
struct SectionAssembler: Equatable {
    /// The bytes of a section that is not complete yet.
    private(set) var pending: [UInt8] = []
    /// The bytes of a section that was not complete when the last packet started the next section.
    ///
    /// The array is empty if the last packet completed the section, or if the section lacks a
    /// packet.
    private(set) var cutOff: [UInt8] = []
    private var lastCounter: UInt8?

    /// Adds the next packet.
    ///
    /// - Parameters:
    ///   - packet: The packet.
    ///   - bytes: The bytes of the stream that contains the packet.
    /// - Returns: The sections that the packet completes.
    mutating func take(_ packet: TransportPacket, in bytes: Span<UInt8>) -> [[UInt8]] {
        cutOff = []
        guard !packet.payload.isEmpty else { return [] }
        // A packet with the counter of the previous packet is a repetition.
        if packet.counter == lastCounter { return [] }
        let isNext = lastCounter.map { ($0 + 1) & 0x0F == packet.counter } ?? false
        lastCounter = packet.counter
        if !isNext { pending = [] }
        var sections: [[UInt8]] = []
        var index = packet.payload.lowerBound
        if packet.startsUnit {
            let start = index + 1 + Int(bytes[index])
            guard start <= packet.payload.upperBound else {
                pending = []
                return []
            }
            if !pending.isEmpty {
                for place in index + 1..<start { pending.append(bytes[place]) }
                cut(into: &sections)
                cutOff = pending
            }
            pending = []
            index = start
        } else if pending.isEmpty {
            return []
        }
        for place in index..<packet.payload.upperBound { pending.append(bytes[place]) }
        cut(into: &sections)
        return sections
    }

    /// Moves the complete sections from the front of the collected bytes to a list.
    private mutating func cut(into sections: inout [[UInt8]]) {
        var start = 0
        while let length = TableSection.byteCount(pending.span, at: start) {
            guard !isStuffing(from: start), pending.count - start >= length else { break }
            sections.append(Array(pending[start..<start + length]))
            start += length
        }
        pending.removeFirst(isStuffing(from: start) ? pending.count : start)
    }

    /// Returns whether the bytes from an index on are stuffing: bytes 0xFF to the end.
    ///
    /// Other bytes after a byte 0xFF belong to a section whose table identifier is damaged.
    private func isStuffing(from start: Int) -> Bool {
        pending[start...].allSatisfy { $0 == 0xFF }
    }
}
