/// Adds a time to the timestamps of a transport stream: PCR, PTS, DTS and splice times.
///
/// Reference: ISO/IEC 13818-1, sections 2.4.3.4 (PCR) and 2.4.3.6 (PTS, DTS); SCTE 35, section 9.6
/// (pts_adjustment).
struct TransportShift {
    private static let spliceTable: UInt8 = 0xFC

    private let shift: MediaShift

    init(_ shift: MediaShift) { self.shift = shift }

    func applied(to bytes: [UInt8]) throws(ContainerError) -> [UInt8] {
        let splices = Self.spliceStreams(of: bytes)
        var result = bytes
        var start = 0
        while start + TransportPacket.size <= bytes.count {
            guard let packet = TransportPacket(sound: bytes.span, at: start) else {
                throw ContainerError(
                    .malformed(.mpegTS, "no sound packet, whose timestamps could be moved"),
                    offset: Int64(start))
            }
            if let count = shift.counters[packet.identifier] {
                result[start + 3] =
                    bytes[start + 3] & 0xF0 | (packet.counter &+ count) & 0x0F
            }
            moveClock(of: packet, in: &result)
            if splices.contains(packet.identifier) {
                try moveSplice(in: packet, of: &result)
            } else if packet.startsUnit {
                try moveTimes(of: packet, in: &result)
            }
            start += TransportPacket.size
        }
        return result
    }

    // MARK: Programme clock

    private func moveClock(of packet: TransportPacket, in bytes: inout [UInt8]) {
        let start = packet.start
        guard packet.hasField, bytes[start + 4] > 0 else { return }
        let end = min(start + 5 + Int(bytes[start + 4]), start + TransportPacket.size)
        let flags = bytes[start + 5]
        var place = start + 6
        for flag: UInt8 in [0x10, 0x08] where flags & flag != 0 {
            guard place + 6 <= end else { return }
            let field = bytes.span.unsigned(at: place, count: 6)
            let base = UInt64(shift.moved(Int64(field >> 15)))
            bytes.setNumber(base << 15 | field & 0x7FFF, at: place, count: 6)
            place += 6
        }
    }

    // MARK: Times of PES packets

    private func moveTimes(
        of packet: TransportPacket, in bytes: inout [UInt8]
    ) throws(ContainerError) {
        let start = packet.payload.lowerBound
        guard packet.payload.count >= 9, bytes[start] == 0, bytes[start + 1] == 0,
            bytes[start + 2] == 1, Self.hasOptionalFields(stream: bytes[start + 3])
        else { return }
        let flags = bytes[start + 7] >> 6
        let count = flags == 3 ? 2 : flags == 2 ? 1 : 0
        guard start + 9 + 5 * count <= packet.payload.upperBound else {
            throw ContainerError(
                .malformed(.mpegTS, "a timestamp that two packets share"),
                offset: Int64(packet.start))
        }
        for place in 0..<count { moveTime(at: start + 9 + 5 * place, in: &bytes) }
    }

    private func moveTime(at place: Int, in bytes: inout [UInt8]) {
        let time = UInt64(shift.moved(ElementaryHeader.time(bytes.span, at: place)))
        bytes[place] = bytes[place] & 0xF1 | UInt8(time >> 29 & 0x0E)
        bytes[place + 1] = UInt8(truncatingIfNeeded: time >> 22)
        bytes[place + 2] = bytes[place + 2] & 0x01 | UInt8(time >> 14 & 0xFE)
        bytes[place + 3] = UInt8(truncatingIfNeeded: time >> 7)
        bytes[place + 4] = bytes[place + 4] & 0x01 | UInt8(time << 1 & 0xFE)
    }

    /// Returns whether the PES packets of a stream have the optional header fields.
    ///
    /// Reference: ISO/IEC 13818-1, section 2.4.3.7 (stream_id).
    private static func hasOptionalFields(stream: UInt8) -> Bool {
        switch stream {
        case 0xBC, 0xBE, 0xBF, 0xF0, 0xF1, 0xF2, 0xF8, 0xFF: false
        default: true
        }
    }

    // MARK: Splices

    /// Returns the packet identifiers of the streams that contain splice messages.
    private static func spliceStreams(of bytes: [UInt8]) -> Set<Int> {
        var tables = ProgramTableReader()
        var start = 0
        while let packet = TransportPacket(sound: bytes.span, at: start) {
            tables.take(packet, in: bytes.span)
            start += TransportPacket.size
        }
        return Set(tables.streams.filter { $0.content == .splices }.map(\.identifier))
    }

    private func moveSplice(
        in packet: TransportPacket, of bytes: inout [UInt8]
    ) throws(ContainerError) {
        guard packet.startsUnit, let first = packet.payload.first else { return }
        let start = first + 1 + Int(bytes[first])
        guard start < packet.payload.upperBound, bytes[start] == Self.spliceTable else { return }
        guard let count = TableSection.byteCount(bytes.span, at: start), count >= 13,
            start + count <= packet.payload.upperBound
        else {
            throw ContainerError(
                .malformed(.mpegTS, "a splice that several packets share cannot be moved"),
                offset: Int64(packet.start))
        }
        // The low 33 bits of these five bytes are the adjustment of times (pts_adjustment); the
        // high bits are encryption flags.
        let field = bytes.span.unsigned(at: start + 4, count: 5)
        let time = UInt64(shift.moved(Int64(field & 0x1_FFFF_FFFF)))
        bytes.setNumber(field & ~0x1_FFFF_FFFF | time, at: start + 4, count: 5)
        let end = start + count - 4
        let sum = CyclicRedundancy.section(bytes.span.extracting(start..<end))
        bytes.setNumber(UInt64(sum), at: end, count: 4)
    }
}
