import Containers

/// Encrypts the samples of a transport stream: H.264, AAC and AC-3.
///
/// Encryption can lengthen a NAL unit, which then needs additional packets. The number of packets
/// that are added to a stream is a multiple of sixteen, so that the continuity counters of the next
/// segment remain correct. Metadata streams stay clear.
///
/// Reference: Apple, MPEG-2 Stream Encryption Format for HTTP Live Streaming.
package enum TransportStreamEncryptor {
    /// The stream types that stay clear: sections, metadata and splice information.
    private static let clearTypes: Set<UInt8> = [0x05, 0x0D, 0x15, 0x86]

    /// Encrypts a segment.
    ///
    /// - Parameters:
    ///   - bytes: The clear segment; bytes after its last complete packet remain unchanged.
    ///   - key: The key, 16 bytes.
    ///   - vector: The initialization vector, 16 bytes.
    /// - Returns: The encrypted segment.
    /// - Throws: `DecryptionError` when the bytes are not a transport stream, or have a stream that
    ///   cannot be encrypted.
    package static func encrypt(
        _ bytes: consuming [UInt8], key: [UInt8], vector: [UInt8]
    ) throws(DecryptionError) -> [UInt8] {
        let bytes = consume bytes
        var packets: [TransportPacket] = []
        for start in stride(
            from: 0, through: bytes.count - TransportPacket.size, by: TransportPacket.size)
        {
            guard let packet = TransportPacket(bytes.span, at: start) else {
                throw DecryptionError(.malformed("no transport packet"), offset: start)
            }
            packets.append(packet)
        }
        let maps = try ProgramMaps(bytes, packets)
        var changed: [Int: [UInt8]] = [:]
        var setups: [Int: [UInt8]] = [:]
        var cipher = try SampleCipher(key: key, vector: vector, .encrypt)
        for (identifier, type) in maps.streams.sorted(by: { $0.key < $1.key })
        where !clearTypes.contains(type) {
            guard let content = ProgramTables.Content(clearType: type) else {
                throw DecryptionError(
                    .unsupportedMethod("SAMPLE-AES for a stream of type \(type)"))
            }
            let carriers = packets.filter {
                $0.identifier == identifier && !$0.payload.isEmpty
            }
            for (packet, next) in zip(carriers, carriers.dropFirst()) {
                guard packet.counter != next.counter, !packet.isScrambled else {
                    throw DecryptionError(
                        .malformed("a repeated or scrambled packet"), offset: packet.start)
                }
            }
            let stream = try ElementaryPackets(in: bytes, carriers: carriers)
            setups[identifier] = setup(of: content, stream.contents)
            let (secret, inserted) = try encrypt(stream.contents, content, with: &cipher)
            try stream.carry(secret, inserted: inserted, of: bytes, into: &changed)
        }
        for (start, packet) in try maps.announcing(setups, in: bytes) { changed[start] = packet }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 4096)
        for packet in packets {
            result +=
                changed[packet.start]
                ?? Array(bytes[packet.start..<packet.start + TransportPacket.size])
        }
        return result + bytes[(packets.count * TransportPacket.size)...]
    }

    private static func encrypt(
        _ stream: [UInt8], _ content: ProgramTables.Content, with cipher: inout SampleCipher
    ) throws(DecryptionError) -> ([UInt8], inserted: [Int]) {
        let codec: AudioCodec
        switch content {
        case .video:
            let units = try EncryptedUnits(encrypting: stream, with: &cipher)
            return (units.bytes, units.inserted)
        case .aac: codec = .aac
        case .ac3: codec = .ac3
        case .enhancedAC3: throw DecryptionError(.unsupportedMethod("SAMPLE-AES for E-AC-3"))
        }
        var frames = stream
        var index = 0
        while index < frames.count {
            guard let frame = AudioFrame(codec, at: index, in: frames),
                frame.byteCount <= frames.count - index
            else { throw DecryptionError(.malformed("no audio frame"), offset: index) }
            let end = index + frame.byteCount
            if frame.byteCount > frame.leaderCount {
                try cipher.apply(to: &frames, in: index + frame.leaderCount..<end)
            }
            index = end
        }
        return (frames, [])
    }

    /// Returns the descriptor of an audio stream's setup, which the stream's first bytes contain.
    private static func setup(
        of content: ProgramTables.Content, _ stream: [UInt8]
    ) -> [UInt8] {
        let type: String
        let data: [UInt8]
        switch content {
        case .aac:
            guard stream.count >= 4 else { return [] }
            // The audio configuration has two bytes: object type, frequency, channels.
            let object = UInt16(stream[2] >> 6) + 1
            let frequency = UInt16(stream[2] >> 2 & 0x0F)
            let channels = UInt16(stream[2] & 1) << 2 | UInt16(stream[3] >> 6)
            let value = object << 11 | frequency << 7 | channels << 3
            (type, data) = ("zaac", [UInt8(value >> 8), UInt8(value & 0xFF)])
        case .ac3: (type, data) = ("zac3", Array(stream.prefix(10)))
        case .video, .enhancedAC3: return []
        }
        let contents =
            Array("apad".utf8) + Array(type.utf8) + [0, 0, 1, UInt8(data.count)] + data
        return [0x05, UInt8(contents.count)] + contents
    }
}

extension ProgramTables.Content {
    /// Creates the kind of encrypted stream for a clear stream type; `nil` if there is none.
    fileprivate init?(clearType: UInt8) {
        let all: [ProgramTables.Content] = [.video, .aac, .ac3, .enhancedAC3]
        guard let found = all.first(where: { $0.clearType == clearType }) else { return nil }
        self = found
    }
}

/// The program maps of a clear transport stream; each map must fit in one packet.
private struct ProgramMaps {
    /// The stream types by packet identifier.
    private(set) var streams: [Int: UInt8] = [:]
    private var places: [(packet: TransportPacket, section: Range<Int>)] = []

    private static let privateNames: [UInt8: String] = [0x1B: "zavc", 0x0F: "aacd", 0x81: "ac3d"]

    init(_ bytes: [UInt8], _ packets: [TransportPacket]) throws(DecryptionError) {
        var identifiers: Set<Int> = []
        for packet in packets where packet.identifier == 0 && packet.startsUnit {
            let section = try Self.section(of: packet, in: bytes)
            identifiers.formUnion(TableSection.maps(inAssociation: bytes[section].span))
        }
        for packet in packets where identifiers.contains(packet.identifier) {
            guard packet.startsUnit else { throw Self.unusual(packet) }
            let section = try Self.section(of: packet, in: bytes)
            guard bytes[section.lowerBound] == 0x02 else { continue }
            places.append((packet, section))
            let table = Array(bytes[section])
            var walk = ProgramMapWalk(table.span)
            while let entry = walk.next(of: table.span) { streams[entry.identifier] = entry.type }
            guard walk.fault == nil else { throw Self.unusual(packet) }
        }
        guard !places.isEmpty else { throw DecryptionError(.malformed("no program map")) }
    }

    private static func unusual(_ packet: TransportPacket) -> DecryptionError {
        DecryptionError(.malformed("a table that one packet does not hold"), offset: packet.start)
    }

    private static func section(
        of packet: TransportPacket, in bytes: [UInt8]
    ) throws(DecryptionError) -> Range<Int> {
        guard let pointer = packet.payload.first.map({ Int(bytes[$0]) }),
            let count = TableSection.byteCount(
                bytes.span, at: packet.payload.lowerBound + 1 + pointer),
            case let start = packet.payload.lowerBound + 1 + pointer,
            start + count <= packet.payload.upperBound
        else { throw unusual(packet) }
        return start..<start + count
    }

    /// Returns the program map packets, rewritten to announce encrypted streams.
    func announcing(
        _ setups: [Int: [UInt8]], in bytes: [UInt8]
    ) throws(DecryptionError) -> [(start: Int, packet: [UInt8])] {
        var result: [(start: Int, packet: [UInt8])] = []
        for (packet, section) in places {
            let table = Array(bytes[section])
            var walk = ProgramMapWalk(table.span)
            var new = Array(table[..<walk.index])
            while let entry = walk.next(of: table.span) {
                var head = Array(table[entry.start..<entry.descriptors.lowerBound])
                var descriptors = Array(table[entry.descriptors])
                if let name = Self.privateNames[entry.type],
                    let content = ProgramTables.Content(clearType: entry.type)
                {
                    head[0] = content.rawValue
                    descriptors =
                        [0x0F, 4] + Array(name.utf8) + (setups[entry.identifier] ?? [])
                        + descriptors
                    head[3] = head[3] & 0xF0 | UInt8(descriptors.count >> 8)
                    head[4] = UInt8(descriptors.count & 0xFF)
                }
                new += head + descriptors
            }
            let count = new.count + 4 - TableSection.leadCount
            new[1] = new[1] & 0xF0 | UInt8(count >> 8)
            new[2] = UInt8(count & 0xFF)
            let sum = CyclicRedundancy.section(new.span)
            new += [0, 0, 0, 0]
            new.setNumber(UInt64(sum), at: new.count - 4, count: 4)
            let room = packet.payload.count - 1
            guard new.count <= room else { throw Self.unusual(packet) }
            result.append(
                (
                    packet.start,
                    Array(bytes[packet.start..<packet.payload.lowerBound]) + [0] + new
                        + [UInt8](repeating: 0xFF, count: room - new.count)
                ))
        }
        return result
    }
}
