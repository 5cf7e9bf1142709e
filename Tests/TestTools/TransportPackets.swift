/// The packets of a transport stream, for tests that remove some.
package struct TransportPackets {
    /// The size of a packet.
    package static let size = 188
    /// The bytes of the stream.
    package var bytes: [UInt8]

    /// Creates a view of a stream.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of whole packets.
    package var count: Int { bytes.count / Self.size }

    /// Returns the identifier of the stream to which a packet belongs.
    package func identifier(of packet: Int) -> Int {
        let start = packet * Self.size
        return Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
    }

    /// Returns the indexes of the packets of a stream.
    package func places(of identifier: Int) -> [Int] {
        (0..<count).filter { self.identifier(of: $0) == identifier }
    }

    /// The identifiers of all streams, in ascending order.
    package var identifiers: [Int] { Set((0..<count).map(identifier)).sorted() }

    /// The identifier of the stream with the most packets.
    package var busiest: Int {
        identifiers.max { places(of: $0).count < places(of: $1).count } ?? 0x1FFF
    }

    /// Returns whether a packet starts a PES packet or a section.
    package func startsUnit(_ packet: Int) -> Bool { bytes[packet * Self.size + 1] & 0x40 != 0 }

    /// Returns the stream without some packets.
    ///
    /// - Parameter packets: The indexes of the packets.
    /// - Returns: The bytes of the remaining packets.
    package func without(_ packets: Set<Int>) -> [UInt8] {
        var rest: [UInt8] = []
        rest.reserveCapacity(bytes.count)
        for packet in 0..<count where !packets.contains(packet) {
            rest += bytes[packet * Self.size..<(packet + 1) * Self.size]
        }
        return rest
    }

    /// Returns the stream with zeros in place of some packets.
    package func zeroing(_ packets: Set<Int>) -> [UInt8] {
        var bytes = bytes
        for packet in packets {
            let range = packet * Self.size..<(packet + 1) * Self.size
            bytes.replaceSubrange(range, with: repeatElement(0, count: Self.size))
        }
        return bytes
    }

    /// Returns the transport stream without some successive packets of one elementary stream.
    ///
    /// - Parameters:
    ///   - number: The number of packets.
    ///   - identifier: The identifier of the stream that loses packets.
    ///   - first: The first removed packet, counted within that stream.
    /// - Returns: The bytes of the remaining packets.
    package func dropping(_ number: Int, of identifier: Int, from first: Int) -> [UInt8] {
        without(Set(places(of: identifier).dropFirst(first).prefix(number)))
    }
}
