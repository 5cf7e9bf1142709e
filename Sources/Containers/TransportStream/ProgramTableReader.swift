/// Collects the streams that the tables of a transport stream announce, packet by packet.
///
/// Reference: ISO/IEC 13818-1, sections 2.4.4.3 (PAT) and 2.4.4.8 (PMT).
struct ProgramTableReader: Equatable {
    /// The packet identifier of the program association table.
    static let association = 0

    private static let mostMaps = 64
    private static let mostStreams = 1024

    private struct Map: Equatable {
        var identifier: Int
        var assembler = SectionAssembler()
        var last: [UInt8] = []
    }

    private var table = SectionAssembler()
    private var maps: [Map] = []

    /// The announced streams, in the order of the maps; a later map adds to an earlier one.
    private(set) var streams: [ProgramStream] = []

    /// The streams of the first map; `nil` until that map is complete.
    private(set) var first: [ProgramStream]?

    /// The number of times that a program map was new or had changed.
    private var changes = 0
    /// Whether any program map has descriptors for the whole program.
    private var hasProgramDescriptors = false

    /// Whether a single program map, which never changed, announces all streams.
    ///
    /// The map must not have descriptors for the whole program.
    var isPlain: Bool {
        maps.count == 1 && changes == 1 && !hasProgramDescriptors && streams == first
    }

    /// The packet identifiers of program maps.
    var mapIdentifiers: [Int] { maps.map(\.identifier) }

    /// Reads a packet of a program table; ignores all other packets.
    mutating func take(_ packet: TransportPacket, in bytes: Span<UInt8>) {
        if packet.identifier == Self.association {
            for section in table.take(packet, in: bytes) { list(section) }
            return
        }
        guard let index = maps.firstIndex(where: { $0.identifier == packet.identifier }) else {
            return
        }
        for section in maps[index].assembler.take(packet, in: bytes)
        where section.first == 0x02 && section != maps[index].last {
            guard CyclicRedundancy.section(section.span) == 0 else { continue }
            maps[index].last = section
            changes += 1
            let descriptors = section.span.unsigned(at: 10, count: 2) & 0x0FFF
            hasProgramDescriptors = hasProgramDescriptors || descriptors > 0
            add(ProgramStream.list(of: section))
        }
    }

    private mutating func add(_ announced: [ProgramStream]) {
        if first == nil { first = announced }
        for stream in announced where !streams.contains(stream) {
            guard streams.count < Self.mostStreams else { return }
            streams.append(stream)
        }
    }

    private mutating func list(_ section: [UInt8]) {
        guard section.first == 0x00, section.count >= 12 else { return }
        for identifier in TableSection.maps(inAssociation: section.span) {
            guard maps.count < Self.mostMaps,
                !maps.contains(where: { $0.identifier == identifier })
            else { continue }
            maps.append(Map(identifier: identifier))
        }
    }
}
