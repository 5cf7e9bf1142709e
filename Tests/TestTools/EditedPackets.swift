/// The packets of a transport stream, for removal, repetition and renumbering.
public struct EditedPackets {
    /// The packets.
    public var all: [[UInt8]]

    /// Cuts a stream into packets.
    public init(_ bytes: [UInt8]) {
        all = stride(from: 0, to: bytes.count, by: 188).map {
            Array(bytes[$0..<min($0 + 188, bytes.count)])
        }
    }

    /// The bytes of the stream.
    public var bytes: [UInt8] { all.flatMap(\.self) }

    /// Returns the identifier of a packet.
    public static func identifier(of packet: [UInt8]) -> Int {
        Int(packet[1] & 0x1F) << 8 | Int(packet[2])
    }

    /// Returns whether a PES packet or a section starts in a packet.
    public static func startsUnit(_ packet: [UInt8]) -> Bool { packet[1] & 0x40 != 0 }

    /// Returns whether a packet has payload.
    public static func hasPayload(_ packet: [UInt8]) -> Bool { packet[3] & 0x10 != 0 }

    /// Returns the indexes of the packets with an identifier, in order.
    public func indexes(of identifier: Int) -> [Int] {
        all.indices.filter { Self.identifier(of: all[$0]) == identifier }
    }

    /// Returns the indexes of the transport packets in each PES packet of a stream.
    public func units(of identifier: Int) -> [[Int]] {
        var units: [[Int]] = []
        for index in indexes(of: identifier) {
            if Self.startsUnit(all[index]) { units.append([]) }
            if !units.isEmpty { units[units.count - 1].append(index) }
        }
        return units
    }

    /// Returns the stream without some packets.
    public func without(_ indexes: [Int]) -> EditedPackets {
        var copy = self
        let left = Set(indexes)
        copy.all = all.indices.filter { !left.contains($0) }.map { all[$0] }
        return copy
    }

    /// The stream with correct continuity counters, as if nothing had ever been lost.
    public var renumbered: EditedPackets {
        var copy = self
        var counters: [Int: UInt8] = [:]
        for index in all.indices where Self.hasPayload(all[index]) {
            let identifier = Self.identifier(of: all[index])
            let counter = counters[identifier, default: 0]
            counters[identifier] = (counter + 1) & 0x0F
            copy.all[index][3] = all[index][3] & 0xF0 | counter
        }
        return copy
    }

    /// A null packet.
    public static let null: [UInt8] =
        [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)

    /// Returns a packet without payload; its adaptation field may announce a discontinuity.
    public static func empty(_ identifier: Int, counter: UInt8, isDiscontinuous: Bool = false)
        -> [UInt8]
    {
        [
            0x47, UInt8(identifier >> 8), UInt8(identifier & 0xFF), 0x20 | counter, 183,
            isDiscontinuous ? 0x80 : 0x00,
        ] + [UInt8](repeating: 0xFF, count: 182)
    }
}
