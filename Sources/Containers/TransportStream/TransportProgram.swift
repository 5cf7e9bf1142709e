/// The first program map of a transport stream.
///
/// It is parsed here because libavformat recognizes SCTE 35 only with a `CUEI` registration, and
/// otherwise treats SCTE 35 as audio.
///
/// Reference: ISO/IEC 13818-1, sections 2.4.4.3 (PAT) and 2.4.4.8 (PMT); ANSI/SCTE 35 2023, section
/// 8 (PMT Descriptors).
struct TransportProgram {
    /// The announced streams.
    private(set) var streams: [ProgramStream] = []

    private static let packetsAtOnce = 64
    private static let mostPackets = 1 << 14

    /// The packet identifiers of splice_info_sections.
    var splices: [Int] { streams.filter { $0.content == .splices }.map(\.identifier) }

    /// The packet identifier of the video stream, or else of the audio stream.
    ///
    /// Sections carry no presentation times, so the times of this stream apply to them.
    var clock: Int? {
        let clock = streams.first { $0.kind == .video } ?? streams.first { $0.kind == .audio }
        return clock?.identifier
    }

    /// Parses the tables at the start of a stream.
    ///
    /// If there are no tables, the program has no streams.
    ///
    /// - Parameters:
    ///   - prefix: The initialization section; may be empty.
    ///   - media: The stream.
    init(prefix: [UInt8], media: any ContainerInput) {
        var reader = ProgramTableReader()
        if let first = Self.take(prefix, &reader) {
            streams = first
            return
        }
        var offset: Int64 = 0
        for _ in 0..<Self.mostPackets / Self.packetsAtOnce {
            let count = TransportPacket.size * Self.packetsAtOnce
            guard let bytes = try? media.bytes(at: offset, count: count) else { return }
            if let first = Self.take(bytes, &reader) {
                streams = first
                return
            }
            guard bytes.count == count else { return }
            offset += Int64(count)
        }
    }

    /// Returns the stream with a packet identifier; `nil` when the program has no such stream.
    func stream(_ identifier: Int) -> ProgramStream? {
        streams.first { $0.identifier == identifier }
    }

    private static func take(
        _ bytes: [UInt8], _ reader: inout ProgramTableReader
    ) -> [ProgramStream]? {
        for start in stride(from: 0, to: bytes.count, by: TransportPacket.size) {
            guard let packet = TransportPacket(sound: bytes.span, at: start) else { continue }
            reader.take(packet, in: bytes.span)
            if let first = reader.first { return first }
        }
        return nil
    }
}
