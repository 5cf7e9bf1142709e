import Formats

/// One elementary stream that a program map lists.
///
/// Reference: ISO/IEC 13818-1, table 2-34 (stream types); Apple, HLS Authoring Specification; ETSI
/// EN 300 468, section 6 (descriptors); ATSC A/52, annex G (E-AC-3).
struct ProgramStream: Equatable, Sendable {
    /// The packet identifier of the stream.
    var identifier: Int
    /// The stream type.
    var type: UInt8
    /// The descriptors of the stream, each with its tag and its contents.
    var descriptors: [Descriptor]
    /// The codec of audio whose frames are in a stream that announces no audio; `nil` otherwise.
    var unannouncedAudio: String?

    struct Descriptor: Equatable, Sendable {
        var tag: UInt8
        var bytes: [UInt8]
    }

    /// The content of a stream.
    enum Content: Equatable, Sendable {
        case video(String, Codec?)
        case audio(String, Codec?)
        case timedMetadata
        case splices
        /// Any other content, with its name.
        case other(String)
    }

    /// The content of the stream, according to its stream type and its descriptors.
    var content: Content {
        if let known = Self.contents[type] { return known }
        if let described { return described }
        if let unannouncedAudio { return .audio(unannouncedAudio, nil) }
        return .other(Self.otherNames[type] ?? "a stream of an unknown type")
    }

    /// The kind of track that the stream contains.
    var kind: TrackDescription.Kind {
        switch content {
        case .video: .video
        case .audio: .audio
        case .timedMetadata: .timedMetadata
        case .splices, .other: .other
        }
    }

    /// Whether the stream type is a type for encrypted samples.
    var isEncrypted: Bool { Self.encryptedTypes.contains(type) }

    /// A description of the stream, with its type and packet identifier.
    var text: String {
        let name =
            switch content {
            case .video(let name, _), .audio(let name, _), .other(let name): name
            case .timedMetadata: "timed metadata"
            case .splices: "SCTE 35"
            }
        return "\(name) (stream type 0x\(hex(Int(type), 2)), PID 0x\(hex(identifier, 3)))"
    }

    private static let contents: [UInt8: Content] = [
        0x01: .video("MPEG-1 video", nil), 0x02: .video("MPEG-2 video", .mpeg2Video),
        0x03: .audio("MPEG audio", .mpegAudio), 0x04: .audio("MPEG audio", .mpegAudio),
        0x0F: .audio("AAC", .aac), 0x10: .video("MPEG-4 video", nil),
        0x11: .audio("AAC in LATM", nil),
        0x15: .timedMetadata, 0x1B: .video("H.264", .h264), 0x1C: .audio("AAC", nil),
        0x21: .video("JPEG 2000", nil), 0x24: .video("HEVC", .hevc),
        0x2D: .audio("MPEG-H audio", nil), 0x2E: .audio("MPEG-H audio", nil),
        0x33: .video("VVC", nil), 0x42: .video("AVS video", nil), 0x81: .audio("AC-3", .ac3),
        0x86: .splices, 0x87: .audio("E-AC-3", .eac3), 0x8A: .audio("DTS", nil),
        0xC1: .audio("encrypted AC-3", .ac3), 0xC2: .audio("encrypted E-AC-3", .eac3),
        0xCF: .audio("encrypted AAC", .aac), 0xDB: .video("encrypted H.264", .h264),
        0xEA: .video("VC-1", nil),
    ]

    /// The stream types of encrypted AC-3, E-AC-3, AAC and H.264.
    ///
    /// Reference: Apple's MPEG-2 Stream Encryption Format for HLS, section 2.2.
    static let encryptedTypes: [UInt8] = [0xC1, 0xC2, 0xCF, 0xDB]

    private static let otherNames: [UInt8: String] = [
        0x05: "private sections", 0x06: "private data", 0x0B: "DSM-CC", 0x0C: "DSM-CC",
        0x0D: "DSM-CC", 0x1F: "an SVC layer", 0x20: "an MVC view", 0x25: "an HEVC layer",
    ]

    private static let registrations: [(name: String, content: Content)] = [
        ("AC-3", .audio("AC-3", .ac3)), ("EAC3", .audio("E-AC-3", .eac3)),
        ("AC-4", .audio("AC-4", nil)), ("Opus", .audio("Opus", nil)),
        ("DTS1", .audio("DTS", nil)), ("DTS2", .audio("DTS", nil)), ("DTS3", .audio("DTS", nil)),
        ("BSSD", .audio("SMPTE 302M", nil)), ("HEVC", .video("HEVC", .hevc)),
        ("VC-1", .video("VC-1", nil)), ("ID3 ", .timedMetadata), ("CUEI", .splices),
    ]

    /// The content that the descriptors state; `nil` when they do not state any.
    private var described: Content? {
        for descriptor in descriptors {
            switch descriptor.tag {
            case 0x05:
                let name = descriptor.bytes.prefix(4)
                let known = Self.registrations.first { name.elementsEqual($0.name.utf8) }
                if let known { return known.content }
            case 0x26 where descriptor.bytes.dropFirst(2).starts(with: Array("ID3 ".utf8)):
                return .timedMetadata
            case 0x56: return .other("teletext")
            case 0x59: return .other("DVB subtitles")
            case 0x6A: return .audio("AC-3", .ac3)
            case 0x7A: return .audio("E-AC-3", .eac3)
            case 0x7B: return .audio("DTS", nil)
            case 0x7C: return .audio("AAC", nil)
            case 0x7F where descriptor.bytes.first == 0x15: return .audio("AC-4", nil)
            default: continue
            }
        }
        return nil
    }

    private func hex(_ number: Int, _ digits: Int) -> String {
        Hexadecimal.text(number, digits: digits, uppercase: true)
    }
}

extension ProgramStream {
    private static let mostStreams = 256

    /// Reads the streams of a program map section.
    ///
    /// Reference: ISO/IEC 13818-1, section 2.4.4.8.
    static func list(of map: [UInt8]) -> [ProgramStream] {
        let bytes = map.span
        var walk = ProgramMapWalk(bytes)
        var streams: [ProgramStream] = []
        while streams.count < mostStreams, let entry = walk.next(of: bytes) {
            let places = DescriptorPlace.all(in: entry.descriptors, of: bytes)
            streams.append(
                ProgramStream(
                    identifier: entry.identifier, type: entry.type,
                    descriptors: places.map {
                        Descriptor(tag: $0.tag, bytes: Array(map[$0.contents]))
                    }))
        }
        return streams
    }
}
