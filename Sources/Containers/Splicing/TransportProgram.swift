/// What the tables of a transport stream say of messages to splicers.
///
/// libavformat knows such a stream only where a registration says `CUEI`, and takes it for audio
/// otherwise.
///
/// Reference: ISO/IEC 13818-1, sections 2.4.4.3 (PAT) and 2.4.4.8 (PMT); ANSI/SCTE 35 2023,
/// section 8 (PMT Descriptors).
struct TransportProgram {
    /// The packet identifiers of splice_info_sections.
    private(set) var splices: [Int] = []
    /// The stream whose times say when a section arrives: video where there is any.
    private(set) var clock: Int?

    private static let packetsAtOnce = 64
    private static let mostPackets = 1024
    private static let video: Set<UInt8> = [0x01, 0x02, 0x10, 0x1B, 0x24, 0xDB]
    private static let audio: Set<UInt8> = [0x03, 0x04, 0x0F, 0x11, 0x81, 0x87, 0xCF, 0xC1, 0xC2]

    /// Reads the tables at the start of a stream; without any there is nothing to be found.
    ///
    /// - Parameters:
    ///   - prefix: The initialization section; empty when there is none.
    ///   - media: The stream.
    init(prefix: [UInt8], media: any ContainerInput) {
        var reading = Reading()
        if reading.take(prefix), let map = reading.map {
            read(map)
            return
        }
        var offset: Int64 = 0
        for _ in 0..<Self.mostPackets / Self.packetsAtOnce {
            let count = TransportPacket.size * Self.packetsAtOnce
            guard let bytes = try? media.bytes(at: offset, count: count) else { return }
            if reading.take(bytes), let map = reading.map {
                read(map)
                return
            }
            guard bytes.count == count else { return }
            offset += Int64(count)
        }
    }

    private mutating func read(_ map: [UInt8]) {
        guard map.count >= 16 else { return }
        let end = map.count - 4
        var index = 12 + Int(map.span.unsigned(at: 10, count: 2) & 0x0FFF)
        var sound: Int?
        while index + 5 <= end {
            let type = map[index]
            let identifier = Int(map.span.unsigned(at: index + 1, count: 2) & 0x1FFF)
            if type == 0x86 { splices.append(identifier) }
            if clock == nil, Self.video.contains(type) { clock = identifier }
            if sound == nil, Self.audio.contains(type) { sound = identifier }
            index += 5 + Int(map.span.unsigned(at: index + 3, count: 2) & 0x0FFF)
        }
        clock = clock ?? sound
    }

    /// Looks for the first map of a program.
    private struct Reading {
        private var table = SectionAssembler()
        private var programs: [Int: SectionAssembler] = [:]
        private(set) var map: [UInt8]?

        /// Takes packets; returns whether the map was among them.
        mutating func take(_ bytes: [UInt8]) -> Bool {
            for start in stride(from: 0, to: bytes.count, by: TransportPacket.size) {
                guard let packet = TransportPacket(bytes.span, at: start) else { continue }
                if packet.identifier == 0 {
                    for section in table.take(packet, in: bytes.span) { list(section) }
                } else if var assembler = programs[packet.identifier] {
                    let sections = assembler.take(packet, in: bytes.span)
                    programs[packet.identifier] = assembler
                    map = sections.first { $0.first == 0x02 && SectionChecksum.of($0) == 0 }
                    if map != nil { return true }
                }
            }
            return false
        }

        private mutating func list(_ section: [UInt8]) {
            guard section.first == 0x00, section.count >= 12 else { return }
            for index in stride(from: 8, to: section.count - 7, by: 4)
            where section.span.unsigned(at: index, count: 2) != 0 {
                let identifier = Int(section.span.unsigned(at: index + 2, count: 2) & 0x1FFF)
                if programs[identifier] == nil { programs[identifier] = SectionAssembler() }
            }
        }
    }
}
