import TestSupport

/// The mutants of a transport stream.
struct TransportMutants {
    /// One mutant: its kind, a description of the change, and the edit that makes it.
    typealias Made = (operation: Mutant.Operation, detail: String, edit: FileEdit)

    private let stream: TransportPackets
    private let mapIdentifiers: Set<Int>
    /// The PIDs of the streams that carry video or audio; the other streams carry metadata.
    private let media: Set<Int>

    init(_ bytes: [UInt8]) {
        stream = TransportPackets(bytes)
        let tables = Self.tables(of: stream)
        mapIdentifiers = tables.maps
        media = tables.media
    }

    /// Every possible removal of packets or of their contents, and some harmless changes.
    var all: [Made] {
        var made: [Made] = []
        for packet in 0..<stream.count { made += single(packet) }
        for identifier in stream.identifiers where media.contains(identifier) {
            made += runs(of: identifier) + units(of: identifier)
        }
        return made + harmless
    }

    private func single(_ packet: Int) -> [Made] {
        let identifier = stream.identifier(of: packet)
        let range = packet * TransportPackets.size..<(packet + 1) * TransportPackets.size
        let detail = "packet \(packet), PID \(identifier)"
        let isTable = identifier == 0 || mapIdentifiers.contains(identifier)
        if isTable {
            let isFirst = stream.places(of: identifier).first == packet
            let operation: Mutant.Operation = isFirst ? .firstTableLost : .tablePacketLost
            return [
                (operation, "\(detail), removed", .remove([range])),
                (operation, "\(detail), zeroed", .zero([range])),
            ]
        }
        if media.contains(identifier) {
            return [
                (.packetGone, detail, .remove([range])), (.packetZeroed, detail, .zero([range])),
            ]
        }
        // Losing a service description table or null packets does not lose any media.
        guard identifier != 0x1FFF, identifier != 17 else { return [] }
        return [
            (.dataPacketGone, detail, .remove([range])),
            (.dataPacketZeroed, detail, .zero([range])),
        ]
    }

    private func runs(of identifier: Int) -> [Made] {
        let places = stream.places(of: identifier)
        return stride(from: 0, to: places.count - 15, by: 16).flatMap { first -> [Made] in
            let ranges = places[first..<first + 16].map(range)
            let detail = "PID \(identifier), from its packet \(first)"
            return [
                (.sixteenPacketsGone, detail, .remove(ranges)),
                (.sixteenPacketsZeroed, detail, .zero(ranges)),
            ]
        }
    }

    private func units(of identifier: Int) -> [Made] {
        let places = stream.places(of: identifier)
        let starts = places.indices.filter { stream.startsUnit(places[$0]) }
        return starts.enumerated().flatMap { number, start -> [Made] in
            let end = number + 1 < starts.count ? starts[number + 1] : places.count
            let packets = Array(places[start..<end])
            let detail = "PID \(identifier), PES \(number) of \(starts.count)"
            return [
                (.unitGone, detail, .remove(packets.map(range))),
                (.unitGoneCleanly, detail, cleanly(packets, identifier)),
                (.unitZeroed, detail, .zero(packets.compactMap(payload))),
            ]
        }
    }

    /// Removes packets of a stream, and renumbers the stream's following packets.
    private func cleanly(_ packets: [Int], _ identifier: Int) -> FileEdit {
        let gone = Set(packets)
        return .rewrite { bytes in
            var stream = TransportPackets(TransportPackets(bytes).without(gone))
            var counter: UInt8?
            for packet in stream.places(of: identifier) {
                let place = packet * TransportPackets.size + 3
                guard stream.bytes[place] & 0x10 != 0 else { continue }
                let next = counter.map { ($0 + 1) & 0xF } ?? stream.bytes[place] & 0xF
                stream.bytes[place] = stream.bytes[place] & 0xF0 | next
                counter = next
            }
            return stream.bytes
        }
    }

    /// Returns the bytes of a packet after its header, adaptation field and PES header.
    private func payload(_ packet: Int) -> Range<Int>? {
        let start = packet * TransportPackets.size
        let bytes = stream.bytes
        guard bytes[start + 3] & 0x10 != 0 else { return nil }
        var place = start + 4
        if bytes[start + 3] & 0x20 != 0 { place += 1 + Int(bytes[start + 4]) }
        let end = start + TransportPackets.size
        if stream.startsUnit(packet), place + 9 < end { place += 9 + Int(bytes[place + 8]) }
        return place < end ? place..<end : nil
    }

    private func range(_ packet: Int) -> Range<Int> {
        packet * TransportPackets.size..<(packet + 1) * TransportPackets.size
    }

    // MARK: Harmless changes

    private var harmless: [Made] {
        let step = max(1, stream.count / 8)
        let null: [UInt8] = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
        var made: [Made] = stride(from: 0, to: stream.count, by: step).map { packet in
            (.nullPackets, "before packet \(packet)", insert([null, null], before: packet))
        }
        let tables = (0..<stream.count).filter {
            let identifier = stream.identifier(of: $0)
            return identifier == 0 || mapIdentifiers.contains(identifier)
        }.prefix(2).map { Array(stream.bytes[range($0)]) }
        let tableIdentifiers = mapIdentifiers.union([0])
        for packet in stride(from: step / 2 + 2, to: stream.count, by: step) {
            let edit = insert(tables, before: packet)
            made.append(
                (
                    .repeatedTables, "before packet \(packet)",
                    .rewrite { Self.renumbered(edit.applied(to: $0) ?? [], tableIdentifiers) }
                ))
        }
        for packet in stride(from: step / 3 + 2, to: stream.count, by: step)
        where stream.bytes[packet * TransportPackets.size + 3] & 0x30 == 0x10 {
            let copy = Array(stream.bytes[range(packet)])
            made.append(
                (.repeatedPacket, "packet \(packet)", insert([copy], before: packet + 1)))
        }
        return made
    }

    private func insert(_ packets: [[UInt8]], before packet: Int) -> FileEdit {
        let place = packet * TransportPackets.size
        return .rewrite { $0[..<place] + packets.flatMap(\.self) + $0[place...] }
    }

    private static func renumbered(_ bytes: [UInt8], _ identifiers: Set<Int>) -> [UInt8] {
        var stream = TransportPackets(bytes)
        for identifier in identifiers {
            for (number, packet) in stream.places(of: identifier).enumerated() {
                let place = packet * TransportPackets.size + 3
                stream.bytes[place] = stream.bytes[place] & 0xF0 | UInt8(number & 0xF)
            }
        }
        return stream.bytes
    }

    /// Reads the identifiers of the program maps, and of the audio and video streams in the maps.
    private static func tables(
        of stream: TransportPackets
    ) -> (maps: Set<Int>, media: Set<Int>) {
        var maps: Set<Int> = []
        var media: Set<Int> = []
        let bytes = stream.bytes
        if let first = stream.places(of: 0).first {
            let place = first * TransportPackets.size + 5
            maps.insert(Int(bytes[place + 10] & 0x1F) << 8 | Int(bytes[place + 11]))
        }
        for map in maps {
            guard let first = stream.places(of: map).first else { continue }
            let table = first * TransportPackets.size + 5
            let end = table + 3 + (Int(bytes[table + 1] & 0xF) << 8 | Int(bytes[table + 2])) - 4
            var place = table + 12 + (Int(bytes[table + 10] & 0xF) << 8 | Int(bytes[table + 11]))
            while place + 5 <= end {
                let type = bytes[place]
                if [0x03, 0x04, 0x0F, 0x1B, 0x24, 0x81, 0x87].contains(type) {
                    media.insert(Int(bytes[place + 1] & 0x1F) << 8 | Int(bytes[place + 2]))
                }
                place += 5 + (Int(bytes[place + 3] & 0xF) << 8 | Int(bytes[place + 4]))
            }
        }
        return (maps, media)
    }
}
