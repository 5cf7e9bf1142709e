import VirtualTime

/// Cuts a part out of a transport stream, at the starts of PES packets.
///
/// Each part begins with the tables of the segment. A PES packet is not divided. Therefore, in a
/// stream without video, the parts last only approximately as long as declared.
///
/// Reference: ISO/IEC 13818-1, sections 2.4.3.3 (continuity_counter) and 2.4.4 (tables).
struct TransportCut {
    private let cut: MediaCut

    init(_ cut: MediaCut) { self.cut = cut }

    func applied(to bytes: [UInt8]) throws(ContainerError) -> [UInt8] {
        let tables = Tables(bytes)
        guard let lead = tables.lead else {
            throw ContainerError(.malformed(.mpegTS, "no table of streams, so it cannot be cut"))
        }
        var result = tables.packets(number: cut.index)
        var start: Int64?
        /// Whether the current PES packet belongs to the part, by packet identifier.
        var isTaken: [Int: Bool] = [:]
        var place = 0
        while place + TransportPacket.size <= bytes.count {
            guard let packet = TransportPacket(sound: bytes.span, at: place) else {
                throw ContainerError(
                    .malformed(.mpegTS, "no sound packet, where it could be cut"),
                    offset: Int64(place))
            }
            place += TransportPacket.size
            guard packet.identifier != TransportPacket.nullIdentifier,
                !tables.identifiers.contains(packet.identifier)
            else { continue }
            if packet.startsUnit {
                if let time = Self.decodeTime(of: packet, in: bytes.span) {
                    if start == nil, packet.identifier == lead { start = time }
                    isTaken[packet.identifier] = cut.contains(Self.distance(start, time))
                } else {
                    isTaken[packet.identifier] = isTaken[lead] ?? (cut.index == 0)
                }
            }
            let isOwn = isTaken[packet.identifier] ?? isTaken[lead] ?? (cut.index == 0)
            guard isOwn else { continue }
            result += bytes[packet.start..<packet.start + TransportPacket.size]
        }
        return result
    }

    /// Returns the time from the first frame to another frame; zero when there is no first frame.
    private static func distance(_ start: Int64?, _ time: Int64) -> MediaTime {
        guard let start else { return .zero }
        var counts = (time - start) % MediaShift.systemWrap
        if counts > MediaShift.systemWrap / 2 { counts -= MediaShift.systemWrap }
        if counts < -MediaShift.systemWrap / 2 { counts += MediaShift.systemWrap }
        return MediaTime(counts, timescale: MediaShift.systemClock)
    }

    /// Returns the decode time of a PES packet, or else its presentation time.
    private static func decodeTime(of packet: TransportPacket, in bytes: Span<UInt8>) -> Int64? {
        guard let header = ElementaryHeader(bytes, in: packet.payload),
            let time = header.presentationTime
        else { return nil }
        let start = packet.payload.lowerBound
        guard bytes[start + 7] & 0xC0 == 0xC0, packet.payload.count >= 19 else { return time }
        return ElementaryHeader.time(bytes, at: start + 14)
    }
}

extension TransportCut {
    /// The program association table of a segment, and its program map tables.
    private struct Tables {
        /// The packet identifiers of the tables.
        private(set) var identifiers: Set<Int> = [ProgramTableReader.association]
        /// The packet identifier of the stream whose frames determine the boundaries of parts.
        ///
        /// A video stream is preferred. The property is `nil` when there are no streams.
        let lead: Int?
        /// The packets of the first copy of each table.
        private var copies: [(identifier: Int, packets: [[UInt8]])] = []

        init(_ bytes: [UInt8]) {
            var reader = ProgramTableReader()
            var places: [(identifier: Int, startsUnit: Bool, bytes: Range<Int>)] = []
            var start = 0
            while let packet = TransportPacket(sound: bytes.span, at: start) {
                reader.take(packet, in: bytes.span)
                start += TransportPacket.size
                let identifier = packet.identifier
                guard
                    identifier == ProgramTableReader.association
                        || reader.mapIdentifiers.contains(identifier)
                else { continue }
                places.append(
                    (identifier, packet.startsUnit, packet.start..<start))
            }
            identifiers.formUnion(reader.mapIdentifiers)
            lead =
                (reader.streams.first { $0.kind == .video }
                ?? reader.streams.first { $0.kind == .audio })?.identifier
            for identifier in [ProgramTableReader.association] + reader.mapIdentifiers {
                let own = places.filter { $0.identifier == identifier }
                guard let first = own.firstIndex(where: \.startsUnit) else { continue }
                let rest = own[(first + 1)...].prefix { !$0.startsUnit }
                copies.append(
                    (identifier, ([own[first]] + rest).map { Array(bytes[$0.bytes]) }))
            }
        }

        /// Returns the packets of all tables for the part with the given index, counted from zero.
        ///
        /// The continuity counters continue from the tables of the previous part.
        func packets(number: Int) -> [UInt8] {
            var result: [UInt8] = []
            for (_, packets) in copies {
                for packet in packets {
                    let counter = Int(packet[3] & 0x0F) + number * packets.count
                    result += packet[..<3] + [packet[3] & 0xF0 | UInt8(counter & 0x0F)]
                    result += packet[4...]
                }
            }
            return result
        }
    }
}
