import Containers

extension TransportPacket {
    /// Shortens the payload and adds stuffing before it.
    ///
    /// The continuity counter does not change. If no payload is left, the caller must renumber the
    /// packets, because packets without a payload are not counted.
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
