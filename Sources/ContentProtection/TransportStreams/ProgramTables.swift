import Containers

/// The tables of a transport stream that describe the encrypted streams.
///
/// Reference: ISO/IEC 13818-1, sections 2.4.4.3 (PAT) and 2.4.4.8 (PMT); Apple, MPEG-2 Stream
/// Encryption Format for HTTP Live Streaming, section 3.
struct ProgramTables {
    /// The kind of an encrypted stream; the raw value is its stream type.
    enum Content: UInt8 {
        case video = 0xDB
        case aac = 0xCF
        case ac3 = 0xC1
        case enhancedAC3 = 0xC2

        /// The stream type that the same stream has without encryption.
        var clearType: UInt8 {
            switch self {
            case .video: 0x1B
            case .aac: 0x0F
            case .ac3: 0x81
            case .enhancedAC3: 0x87
            }
        }

        /// The descriptor by which demuxers identify the clear stream; empty when it is not needed.
        ///
        /// It is needed when the stream type does not identify the codec.
        var clearDescriptor: [UInt8] {
            switch self {
            case .video, .aac: []
            case .ac3: [0x05, 4] + Array("AC-3".utf8)
            case .enhancedAC3: [0x05, 4] + Array("EAC3".utf8)
            }
        }
    }

    /// The encrypted streams by packet identifier.
    private(set) var contents: [Int: Content] = [:]

    private static let privateNames = ["zavc", "aacd", "ac3d", "ec3d", "apad"].map {
        Array($0.utf8)
    }

    /// Parses the tables, and rewrites them in place so that they describe clear streams.
    ///
    /// - Throws: `DecryptionError` when a program map with a correct checksum is malformed.
    init(clearing bytes: inout [UInt8], packets: [TransportPacket]) throws(DecryptionError) {
        var maps: Set<Int> = []
        for section in Self.sections(of: [0], in: bytes, packets) where section.tableID == 0x00 {
            maps.formUnion(TableSection.maps(inAssociation: section.bytes.span))
        }
        for section in Self.sections(of: maps, in: bytes, packets) where section.tableID == 0x02 {
            let table = try clear(section)
            for (place, byte) in zip(section.places, table) { bytes[place] = byte }
        }
    }

    /// Returns a section rewritten for clear streams, padded to the length of the original.
    private mutating func clear(_ section: Section) throws(DecryptionError) -> [UInt8] {
        let table = section.bytes
        let place = section.places.first ?? 0
        var walk = ProgramMapWalk(table.span)
        var result = Array(table[..<walk.index])
        while walk.fault == nil, let entry = walk.next(of: table.span), walk.fault == nil {
            var head = Array(table[entry.start..<entry.descriptors.lowerBound])
            var descriptors = Array(table[entry.descriptors])
            if let content = Content(rawValue: entry.type) {
                contents[entry.identifier] = content
                head[0] = content.clearType
                descriptors = Self.clearDescriptors(descriptors, of: content)
                head[3] = head[3] & 0xF0 | UInt8(descriptors.count >> 8)
                head[4] = UInt8(descriptors.count & 0xFF)
            }
            result += head + descriptors
        }
        if let fault = walk.fault { throw DecryptionError(.malformed(fault.text), offset: place) }
        let count = result.count + 4 - 3
        result[1] = result[1] & 0xF0 | UInt8(count >> 8)
        result[2] = UInt8(count & 0xFF)
        let sum = CyclicRedundancy.section(result.span)
        result += [0, 0, 0, 0]
        result.setNumber(UInt64(sum), at: result.count - 4, count: 4)
        return result + [UInt8](repeating: 0xFF, count: table.count - result.count)
    }

    /// Returns the descriptors of the clear stream.
    ///
    /// Descriptors of the encryption are left out, and the clear descriptor is added if it fits.
    private static func clearDescriptors(_ bytes: [UInt8], of content: Content) -> [UInt8] {
        var result: [UInt8] = []
        for place in DescriptorPlace.all(in: bytes.indices, of: bytes.span) {
            let isPrivate =
                [0x05, 0x0F].contains(place.tag)
                && privateNames.contains { bytes[place.contents].starts(with: $0) }
            if !isPrivate { result += bytes[place.whole] }
        }
        let addition = content.clearDescriptor
        let hasRoom = result.count + addition.count <= bytes.count
        return hasRoom ? result + addition : result
    }
}

extension ProgramTables {
    /// One section of a table, and the position of each of its bytes in the stream.
    struct Section {
        let bytes: [UInt8]
        let places: [Int]

        var tableID: UInt8 { bytes[0] }
    }

    /// Returns the sections that have a given packet identifier and a correct checksum.
    ///
    /// A section extends over the packets from its start to the start of the next section.
    private static func sections(
        of identifiers: Set<Int>, in bytes: [UInt8], _ packets: [TransportPacket]
    ) -> [Section] {
        var result: [Section] = []
        for identifier in identifiers.sorted() {
            var run: [Int] = []
            for packet in packets where packet.identifier == identifier && !packet.payload.isEmpty {
                if packet.startsUnit {
                    result += sections(in: run, of: bytes)
                    let skipped = 1 + Int(bytes[packet.payload.lowerBound])
                    run = Array(packet.payload.dropFirst(skipped))
                } else if !run.isEmpty {
                    run += packet.payload
                }
            }
            result += sections(in: run, of: bytes)
        }
        return result
    }

    private static func sections(in run: [Int], of bytes: [UInt8]) -> [Section] {
        var result: [Section] = []
        var rest = run[...]
        while let first = rest.first, bytes[first] != 0xFF {
            let lead = rest.prefix(TableSection.leadCount).map { bytes[$0] }
            guard let count = TableSection.byteCount(lead.span, at: 0), count >= 12,
                count <= rest.count
            else { break }
            let places = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            let section = Section(bytes: places.map { bytes[$0] }, places: places)
            if CyclicRedundancy.section(section.bytes.span) == 0 { result.append(section) }
        }
        return result
    }
}

extension ProgramMapWalk.Fault {
    fileprivate var text: String {
        switch self {
        case .short: "a short program map"
        case .cutEntry: "a cut stream description"
        case .longDescriptors: "descriptors outside the program map"
        }
    }
}
