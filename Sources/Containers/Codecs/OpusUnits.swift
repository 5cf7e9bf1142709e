import VirtualTime

/// The Opus packets in a PES packet of a transport stream, each of which follows a control header.
///
/// Reference: Xiph.Org, OpusTS, section "Opus control header".
enum OpusUnits {
    /// Counts the packets in a PES packet and adds up their durations.
    ///
    /// - Returns: The count. If the bytes are not whole packets with their headers, the duration is
    ///   zero, which means that it is unknown.
    static func count(in bytes: Span<UInt8>) -> AudioFrameCount {
        var count = AudioFrameCount()
        var index = 0
        while index < bytes.count {
            guard let packet = packet(in: bytes, after: &index) else {
                return AudioFrameCount(frames: 1)
            }
            count.frames += 1
            count.duration += MediaTime(Int64(packet.sampleCount), timescale: 48_000)
        }
        return count
    }

    /// Reads the control header and the packet at an index, and moves the index to their end.
    ///
    /// - Returns: The header of the packet; `nil` when the packet is incomplete or invalid.
    private static func packet(
        in bytes: Span<UInt8>, after index: inout Int
    ) -> OpusPacketHeader? {
        guard bytes.count - index > 2, bytes[index] == 0x7F, bytes[index + 1] & 0xE0 == 0xE0 else {
            return nil
        }
        let flags = bytes[index + 1]
        index += 2
        var size = 0
        while index < bytes.count {
            size += Int(bytes[index])
            index += 1
            if bytes[index - 1] != 0xFF { break }
        }
        // The numbers of samples to be trimmed at the start and at the end have two bytes each.
        if flags & 0x10 != 0 { index += 2 }
        if flags & 0x08 != 0 { index += 2 }
        if flags & 0x04 != 0, index < bytes.count { index += 1 + Int(bytes[index]) }
        guard size > 0, index <= bytes.count - size else { return nil }
        defer { index += size }
        return OpusPacketHeader(bytes.extracting(index..<index + size))
    }
}
