import Containers

/// The elementary packets of one stream within a segment.
///
/// Reference: ISO/IEC 13818-1, section 2.4.3.6.
struct ElementaryPackets {
    /// One elementary packet, as offsets in the stream's payload.
    private struct Unit {
        /// The start of the packet, including its header.
        var start: Int
        /// The range of its contents.
        var contents: Range<Int>
        /// The start of the next packet.
        var end: Int
        /// The transport packets that carry it.
        var carriers: Range<Int>
    }

    private var carriers: [TransportPacket]
    private var units: [Unit] = []
    /// Headers and contents, as carried by the transport packets.
    private let payload: [UInt8]

    /// The contents of all elementary packets, concatenated.
    private(set) var contents: [UInt8] = []

    /// Collects the payload of a stream's transport packets.
    ///
    /// Bytes before the first start of an elementary packet belong to another segment and remain
    /// unchanged.
    ///
    /// - Throws: `DecryptionError` when the payload does not consist of elementary packets.
    init(in bytes: [UInt8], carriers: [TransportPacket]) throws(DecryptionError) {
        let carriers = Array(carriers.drop { !$0.startsUnit })
        var payload: [UInt8] = []
        payload.reserveCapacity(carriers.count * TransportPacket.size)
        var starts: [(payload: Int, carrier: Int)] = []
        for (index, carrier) in carriers.enumerated() {
            if carrier.startsUnit { starts.append((payload.count, index)) }
            payload += bytes[carrier.payload]
        }
        self.carriers = carriers
        self.payload = payload
        contents.reserveCapacity(payload.count)
        for (index, start) in starts.enumerated() {
            let hasNext = index + 1 < starts.count
            let end = hasNext ? starts[index + 1].payload : payload.count
            let last = hasNext ? starts[index + 1].carrier : carriers.count
            let unit = try Self.unit(
                in: payload, start.payload..<end, carriers: start.carrier..<last,
                place: carriers[start.carrier].start)
            contents += payload[unit.contents]
            units.append(unit)
        }
    }

    private static func unit(
        in payload: [UInt8], _ range: Range<Int>, carriers: Range<Int>, place: Int
    ) throws(DecryptionError) -> Unit {
        guard let header = ElementaryHeader(payload.span, in: range) else {
            throw DecryptionError(.malformed("no elementary packet"), offset: place)
        }
        let first = range.lowerBound + header.headerCount
        let last = range.lowerBound + min(header.byteCount ?? range.count, range.count)
        guard first <= last else {
            throw DecryptionError(.truncated("an elementary packet"), offset: place)
        }
        return Unit(
            start: range.lowerBound, contents: first..<last, end: range.upperBound,
            carriers: carriers)
    }

    /// Returns the position of the transport packet that carries a byte of the contents.
    func place(ofContent index: Int) -> Int {
        var rest = index
        for unit in units {
            guard rest >= unit.contents.count else {
                rest += unit.contents.lowerBound - unit.start
                for carrier in carriers[unit.carriers] {
                    if rest < carrier.payload.count { return carrier.start }
                    rest -= carrier.payload.count
                }
                break
            }
            rest -= unit.contents.count
        }
        return carriers.last?.start ?? 0
    }

    /// Replaces the contents.
    ///
    /// - Parameters:
    ///   - contents: The new contents, no longer than before.
    ///   - removed: The positions of removed bytes in the old contents, in order.
    ///   - bytes: The transport stream.
    mutating func replace(
        with contents: [UInt8], without removed: [Int], in bytes: inout [UInt8]
    ) {
        var emptied: Set<Int> = []
        var old = 0
        var new = 0
        var next = 0
        for unit in units {
            old += unit.contents.count
            let count = removed[next...].prefix { $0 < old }.count
            next += count
            var packet = Array(payload[unit.start..<unit.contents.lowerBound])
            let length = packet.span.unsigned(at: 4, count: 2)
            if length > 0 { packet.setNumber(length - UInt64(count), at: 4, count: 2) }
            packet += contents[new..<new + unit.contents.count - count]
            packet += payload[unit.contents.upperBound..<unit.end]
            new += unit.contents.count - count
            distribute(packet, over: unit.carriers, in: &bytes, emptied: &emptied)
        }
        if !emptied.isEmpty { renumber(in: &bytes, emptied) }
    }

    private mutating func distribute(
        _ packet: [UInt8], over range: Range<Int>, in bytes: inout [UInt8],
        emptied: inout Set<Int>
    ) {
        var index = 0
        for carrier in range {
            let left = packet.count - index
            // Each of the following packets keeps a byte, so that none becomes empty.
            let spare = max(left - (range.upperBound - carrier - 1), min(left, 1))
            let count = min(carriers[carrier].payload.count, spare)
            carriers[carrier].shrinkPayload(to: count, in: &bytes)
            if count == 0 { emptied.insert(carriers[carrier].start) }
            bytes.replaceSubrange(
                carriers[carrier].payload, with: packet[index..<index + count])
            index += count
        }
    }

    /// Closes the gaps in the continuity counters, which count payloads.
    private func renumber(in bytes: inout [UInt8], _ emptied: Set<Int>) {
        guard let identifier = carriers.first?.identifier else { return }
        var shift: UInt8 = 0
        for start in stride(
            from: 0, through: bytes.count - TransportPacket.size, by: TransportPacket.size)
        where Int(bytes.span.unsigned(at: start + 1, count: 2) & 0x1FFF) == identifier {
            if emptied.contains(start) { shift &+= 1 }
            bytes[start + 3] = bytes[start + 3] & 0xF0 | (bytes[start + 3] &- shift) & 0x0F
        }
    }
}
