/// A muxer that inserts splice_info_sections into a transport stream without such sections.
public struct SpliceMuxer: Sendable {
    /// The packet identifier of the sections.
    public var identifier = 0x1F0
    /// Whether the program map has the registration descriptor `CUEI`, as the standard requires.
    public var registers = true

    private static let size = 188

    /// Creates a muxer.
    public init() {}

    /// Returns the stream with sections in it.
    ///
    /// - Parameters:
    ///   - stream: A transport stream whose first elementary stream is the video.
    ///   - sections: The sections, each with the number of pictures that begin before the section.
    ///   - losesPacket: The index of the packet to leave out, counted only over the packets with
    ///     sections; `nil` leaves out none.
    /// - Returns: The stream into which the sections are inserted.
    public func mux(
        _ stream: [UInt8], _ sections: [(pictures: Int, bytes: [UInt8])], losesPacket: Int? = nil
    ) -> [UInt8] {
        var result: [UInt8] = []
        var maps: Set<Int> = []
        var picture: Int?
        var pictures = 0
        var counter: UInt8 = 0
        var packetCount = 0
        var rest = sections[...]
        func write(_ section: [UInt8]) {
            var data = ([0] + section)[...]
            var isFirst = true
            while !data.isEmpty {
                let part = data.prefix(184)
                data = data.dropFirst(part.count)
                if packetCount != losesPacket {
                    result += [0x47, (isFirst ? 0x40 : 0) | UInt8(identifier >> 8)]
                    result += [UInt8(identifier & 0xFF), 0x10 | counter]
                    result += part + [UInt8](repeating: 0xFF, count: 184 - part.count)
                }
                counter = (counter + 1) & 0x0F
                packetCount += 1
                isFirst = false
            }
        }
        for start in stride(from: 0, to: stream.count, by: Self.size) {
            var packet = Array(stream[start..<min(start + Self.size, stream.count)])
            let id = Int(packet[1] & 0x1F) << 8 | Int(packet[2])
            if id == 0 { maps.insert(Int(packet[15] & 0x1F) << 8 | Int(packet[16])) }
            if maps.contains(id) {
                if picture == nil { picture = firstStream(of: packet) }
                packet = announcing(packet)
            }
            if id == picture, packet[1] & 0x40 != 0 {
                while let next = rest.first, next.pictures <= pictures {
                    write(next.bytes)
                    rest = rest.dropFirst()
                }
                pictures += 1
            }
            result += packet
        }
        for next in rest { write(next.bytes) }
        return result
    }

    private func firstStream(of packet: [UInt8]) -> Int {
        let start = 5 + 12 + (Int(packet[15] & 0x0F) << 8 | Int(packet[16]))
        return Int(packet[start + 1] & 0x1F) << 8 | Int(packet[start + 2])
    }

    /// Returns a packet with a program map that also lists the stream of the sections.
    private func announcing(_ packet: [UInt8]) -> [UInt8] {
        let length = Int(packet[6] & 0x0F) << 8 | Int(packet[7])
        var section = Array(packet[5..<5 + 3 + length - 4])
        if registers {
            let descriptor: [UInt8] = [0x05, 4] + Array("CUEI".utf8)
            let count = (Int(section[10] & 0x0F) << 8 | Int(section[11])) + descriptor.count
            section[10] = 0xF0 | UInt8(count >> 8)
            section[11] = UInt8(count & 0xFF)
            section.insert(contentsOf: descriptor, at: 12)
        }
        section += [0x86, 0xE0 | UInt8(identifier >> 8), UInt8(identifier & 0xFF), 0xF0, 0]
        let total = section.count + 4 - 3
        section[1] = section[1] & 0xF0 | UInt8(total >> 8)
        section[2] = UInt8(total & 0xFF)
        let body = packet[..<5] + section + SpliceSection.checksum(section)
        return body + [UInt8](repeating: 0xFF, count: Self.size - body.count)
    }
}
