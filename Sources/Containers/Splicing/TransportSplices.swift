/// Gathers the splice_info_sections of a transport stream.
struct TransportSplices {
    /// A splice_info_section, with the time at which it arrived.
    struct Section {
        var identifier: Int
        var bytes: [UInt8]
        /// The 33-bit presentation time (90 kHz) of the last media before the section.
        ///
        /// For sections before the first media, it is the time of the first media. It is `nil` when
        /// the stream contains no media.
        var arrival: Int64?
    }

    /// A stream of sections.
    private struct Stream {
        let identifier: Int
        var assembler = SectionAssembler()
        /// The value of `now` when the last section started.
        var start: Int64?
    }

    /// The maximum number of streams with splice messages that are read from a program.
    private static let mostStreams = 16
    private static let packetsAtOnce = 1024
    private static let mostSections = 4096

    private(set) var sections: [Section] = []
    private(set) var isTruncated = false
    private let clock: Int?
    private var streams: [Stream]
    private var now: Int64?

    /// Reads the sections.
    ///
    /// - Parameters:
    ///   - program: The program whose streams contain the sections.
    ///   - media: The whole transport stream, which starts at the start of a packet.
    /// - Throws: `ContainerInputError` when the bytes cannot be read.
    init(_ program: TransportProgram, in media: any ContainerInput) throws(ContainerInputError) {
        clock = program.clock
        streams = program.splices.prefix(Self.mostStreams).map { Stream(identifier: $0) }
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
        for stream in streams { addIncomplete(stream.assembler.pending, of: stream) }
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
        for index in streams.indices where streams[index].identifier == packet.identifier {
            let found = streams[index].assembler.take(packet, in: bytes)
            addIncomplete(streams[index].assembler.cutOff, of: streams[index])
            if packet.startsUnit { streams[index].start = now }
            for section in found where section.first == 0xFC || Self.isDamaged(section) {
                add(section, of: packet.identifier, at: now)
            }
            return
        }
    }

    /// Returns whether a section with the identifier of another table is damaged.
    ///
    /// An intact section of another table is not a splice message. Some multiplexers write zeros as
    /// stuffing. The zeros have the form of sections without contents.
    private static func isDamaged(_ section: [UInt8]) -> Bool {
        section.count > TableSection.leadCount && CyclicRedundancy.section(section.span) != 0
    }

    /// Adds the start of a section whose rest is missing, although no packet is lost.
    ///
    /// The identifier of the table may be damaged, too. Zeros are stuffing.
    private mutating func addIncomplete(_ section: [UInt8], of stream: Stream) {
        guard section.contains(where: { $0 != 0 }) else { return }
        add(section, of: stream.identifier, at: stream.start ?? now)
    }

    private mutating func add(_ section: [UInt8], of identifier: Int, at arrival: Int64?) {
        guard sections.count < Self.mostSections else {
            isTruncated = true
            return
        }
        sections.append(Section(identifier: identifier, bytes: section, arrival: arrival))
    }
}
