/// Gathers the splice_info_sections of a transport stream.
struct TransportSplices {
    /// One section.
    struct Section {
        var identifier: Int
        var bytes: [UInt8]
        /// The 33-bit presentation time (90 kHz) of the last media before the section.
        ///
        /// For sections before the first media, it is the time of that media. It is `nil` when the
        /// stream contains no media.
        var arrival: Int64?
    }

    /// The maximum number of streams with splice messages that are read from a program.
    private static let mostStreams = 16
    private static let packetsAtOnce = 1024
    private static let mostSections = 4096

    private(set) var sections: [Section] = []
    private(set) var isTruncated = false
    private let clock: Int?
    private var assemblers: [(identifier: Int, assembler: SectionAssembler)]
    private var now: Int64?

    /// Reads the sections.
    ///
    /// - Parameters:
    ///   - program: The program whose streams contain the sections.
    ///   - media: The whole transport stream, which starts at the start of a packet.
    /// - Throws: `ContainerInputError` when the bytes cannot be read.
    init(_ program: TransportProgram, in media: any ContainerInput) throws(ContainerInputError) {
        clock = program.clock
        assemblers = program.splices.prefix(Self.mostStreams).map { ($0, SectionAssembler()) }
        let count = TransportPacket.size * Self.packetsAtOnce
        var offset: Int64 = 0
        while true {
            let bytes = try media.bytes(at: offset, count: count)
            for start in stride(from: 0, to: bytes.count, by: TransportPacket.size) {
                if let packet = TransportPacket(sound: bytes.span, at: start) {
                    take(packet, bytes.span)
                }
            }
            offset += Int64(bytes.count)
            if bytes.count < count { break }
        }
    }

    private mutating func take(_ packet: TransportPacket, _ bytes: Span<UInt8>) {
        if packet.identifier == clock {
            guard packet.startsUnit, let time = packet.presentationTime(in: bytes) else { return }
            // Sections before the first media get the presentation time of that media.
            if now == nil {
                for index in sections.indices { sections[index].arrival = time }
            }
            now = time
            return
        }
        for index in assemblers.indices where assemblers[index].identifier == packet.identifier {
            for section in assemblers[index].assembler.take(packet, in: bytes)
            where section.first == 0xFC {
                guard sections.count < Self.mostSections else {
                    isTruncated = true
                    return
                }
                sections.append(
                    Section(identifier: packet.identifier, bytes: section, arrival: now))
            }
            return
        }
    }
}
