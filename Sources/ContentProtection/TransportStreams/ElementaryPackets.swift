import Containers

/// The packets of one elementary stream (PES packets) within a segment.
///
/// Reference: ISO/IEC 13818-1, section 2.4.3.6.
struct ElementaryPackets {
    /// One PES packet, as offsets in the stream's payload.
    private struct Unit {
        /// The start of the packet, including its header.
        var start: Int
        /// The range of the packet's contents.
        var contents: Range<Int>
        /// The start of the next packet.
        var end: Int
        /// The indices of the transport packets that carry the PES packet.
        var carriers: Range<Int>
    }

    private var carriers: [TransportPacket]
    private var units: [Unit] = []
    /// The headers and contents of all PES packets, as the transport packets carry them.
    private let payload: [UInt8]

    /// The contents of all PES packets, concatenated.
    private(set) var contents: [UInt8] = []

    /// Collects the payload of a stream's transport packets.
    ///
    /// Payload before the first start of a PES packet continues a packet of an earlier segment. It
    /// is not collected and remains unchanged.
    ///
    /// - Throws: `DecryptionError` when the payload does not consist of PES packets.
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
            throw DecryptionError(.malformed("no PES packet"), offset: place)
        }
        let first = range.lowerBound + header.headerCount
        let last = range.lowerBound + min(header.byteCount ?? range.count, range.count)
        guard first <= last else {
            throw DecryptionError(.truncated("a PES packet"), offset: place)
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
    ///   - contents: The new contents, at most as long as the old ones.
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

    /// Distributes new contents over transport packets, and adds packets as needed.
    ///
    /// The new contents may be longer than the old ones. The number of added packets is a multiple
    /// of sixteen, so that the continuity counters of the next segment remain correct.
    ///
    /// - Parameters:
    ///   - contents: The new contents.
    ///   - inserted: The positions in the old contents before which a byte was inserted, in order.
    ///   - bytes: The transport stream.
    ///   - packets: Receives the new packets, by the positions of the packets that they replace.
    /// - Throws: `DecryptionError` when a PES packet is distributed over more transport packets
    ///   than it has bytes.
    func carry(
        _ contents: [UInt8], inserted: [Int], of bytes: [UInt8], into packets: inout [Int: [UInt8]]
    ) throws(DecryptionError) {
        var growths: [Int] = []
        var added: [Int] = []
        var (old, next) = (0, 0)
        for unit in units {
            old += unit.contents.count
            let growth = inserted[next...].prefix { $0 < old }.count
            next += growth
            growths.append(growth)
            added.append(
                (growth + TransportPacket.size - 5) / (TransportPacket.size - 4))
        }
        let sum = added.reduce(0, +)
        if sum % 16 > 0, let place = added.lastIndex(where: { $0 > 0 }) {
            added[place] += 16 - sum % 16
        }
        var new = 0
        var shift = 0
        for (place, unit) in units.enumerated() {
            var packet = Array(payload[unit.start..<unit.contents.lowerBound])
            let length = packet.span.unsigned(at: 4, count: 2)
            let grown = length + UInt64(growths[place])
            if length > 0 { packet.setNumber(grown > 0xFFFF ? 0 : grown, at: 4, count: 2) }
            let count = unit.contents.count + growths[place]
            packet += contents[new..<new + count]
            new += count
            packet += payload[unit.contents.upperBound..<unit.end]
            guard packet.count >= unit.carriers.count + added[place] else {
                throw DecryptionError(
                    .malformed("a PES packet in too many transport packets"),
                    offset: carriers[unit.carriers.lowerBound].start)
            }
            carry(packet, over: unit.carriers, added: added[place], &shift, of: bytes, &packets)
        }
        renumberEmpty(of: bytes, &packets)
    }

    /// Distributes a PES packet over its transport packets and additional ones.
    ///
    /// The additional transport packets follow the last transport packet of the PES packet.
    private func carry(
        _ packet: [UInt8], over range: Range<Int>, added: Int, _ shift: inout Int,
        of bytes: [UInt8], _ packets: inout [Int: [UInt8]]
    ) {
        var index = 0
        for place in range {
            let carrier = carriers[place]
            // At least one byte must be left for each of the following packets.
            let following = range.upperBound - place - 1 + added
            let count = min(carrier.payload.count, packet.count - index - following)
            var whole = Array(bytes[carrier.start..<carrier.start + TransportPacket.size])
            if count < carrier.payload.count, var own = TransportPacket(whole.span, at: 0) {
                own.shrinkPayload(to: count, in: &whole)
            }
            whole.replaceSubrange(
                (TransportPacket.size - count)..., with: packet[index..<index + count])
            whole[3] = whole[3] & 0xF0 | UInt8((Int(whole[3]) + shift) & 0x0F)
            index += count
            packets[carrier.start] = whole
        }
        guard let last = carriers[range].last else { return }
        for place in 0..<added {
            let count = min(TransportPacket.size - 4, packet.count - index - (added - place - 1))
            shift += 1
            let counter = UInt8((Int(last.counter) + shift) & 0x0F)
            var whole: [UInt8] = [
                0x47, bytes[last.start + 1] & 0x1F, bytes[last.start + 2], 0x10 | counter,
            ]
            let stuffing = TransportPacket.size - 4 - count
            if stuffing > 0 {
                whole[3] |= 0x20
                whole.append(UInt8(stuffing - 1))
                if stuffing > 1 { whole.append(0) }
                whole += [UInt8](repeating: 0xFF, count: max(0, stuffing - 2))
            }
            whole += packet[index..<index + count]
            index += count
            packets[last.start, default: []] += whole
        }
    }

    /// Gives each packet without a payload the continuity counter of the previous packet.
    private func renumberEmpty(of bytes: [UInt8], _ packets: inout [Int: [UInt8]]) {
        guard let first = carriers.first else { return }
        var counter: UInt8?
        for start in stride(
            from: first.start, through: bytes.count - TransportPacket.size,
            by: TransportPacket.size)
        {
            guard let packet = TransportPacket(bytes.span, at: start),
                packet.identifier == first.identifier
            else { continue }
            if let changed = packets[start] {
                counter = changed[changed.count - TransportPacket.size + 3] & 0x0F
            } else if packet.payload.isEmpty, let counter {
                var whole = Array(bytes[start..<start + TransportPacket.size])
                whole[3] = whole[3] & 0xF0 | counter
                packets[start] = whole
            }
        }
    }

    private mutating func distribute(
        _ packet: [UInt8], over range: Range<Int>, in bytes: inout [UInt8],
        emptied: inout Set<Int>
    ) {
        var index = 0
        for carrier in range {
            let left = packet.count - index
            // If there are enough bytes, at least one is left for each of the following packets, so
            // that none becomes empty.
            let spare = max(left - (range.upperBound - carrier - 1), min(left, 1))
            let count = min(carriers[carrier].payload.count, spare)
            carriers[carrier].shrinkPayload(to: count, in: &bytes)
            if count == 0 { emptied.insert(carriers[carrier].start) }
            bytes.replaceSubrange(
                carriers[carrier].payload, with: packet[index..<index + count])
            index += count
        }
    }

    /// Closes the gaps that emptied packets leave in the continuity counters.
    ///
    /// The counters count only packets with a payload.
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
