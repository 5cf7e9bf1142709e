/// A writer of MPEG-TS packets, for tests that require exact counts of all contents.
struct TransportStreamWriter {
    enum StreamType: UInt8 {
        case privateData = 0x06
        case aac = 0x0F
        case metadata = 0x15
        case h264 = 0x1B
        case vvc = 0x33
        case ac3 = 0x81
        case splices = 0x86
        case enhancedAC3 = 0x87
        case encryptedEnhancedAC3 = 0xC2
        case encryptedAAC = 0xCF
    }

    private(set) var bytes: [UInt8] = []
    private var counters: [UInt16: UInt8] = [:]
    private var types: [UInt16: StreamType] = [:]

    /// Creates a writer, and writes the tables that announce the streams.
    ///
    /// - Parameters:
    ///   - streams: The elementary streams.
    ///   - describesMetadata: Whether a descriptor declares metadata as ID3.
    ///   - registration: The four characters of a registration descriptor for all other streams;
    ///     `nil` when they have none.
    init(
        _ streams: [(pid: UInt16, type: StreamType)], describesMetadata: Bool = true,
        registration: String? = nil
    ) {
        section(
            pid: 0,
            table: Self.table(0x00, id: 1, body: [0x00, 0x01, 0xE0 | 0x10, 0x00]))
        let first = streams.first?.pid ?? 0x1FFF
        var body: [UInt8] = [0xE0 | UInt8(first >> 8), UInt8(first & 0xFF), 0xF0, 0x00]
        for stream in streams {
            types[stream.pid] = stream.type
            body += [stream.type.rawValue, 0xE0 | UInt8(stream.pid >> 8), UInt8(stream.pid & 0xFF)]
            guard stream.type == .metadata, describesMetadata else {
                let name = Array((registration ?? "").utf8)
                let descriptor = name.isEmpty ? [] : [0x05, UInt8(name.count)] + name
                body += [0xF0, UInt8(descriptor.count)] + descriptor
                continue
            }
            let name = Array("ID3 ".utf8)
            let descriptor = [0x26, 0x0D, 0xFF, 0xFF] + name + [0xFF] + name + [0x00, 0x0F]
            body += [0xF0, UInt8(descriptor.count)] + descriptor
        }
        section(pid: 0x1000, table: Self.table(0x02, id: 1, body: body))
    }

    /// Adds one PES packet, with a presentation time in ticks of 90 kHz if one is given.
    mutating func packet(pid: UInt16, pts: Int64?, payload: [UInt8]) {
        var time: [UInt8] = []
        if let pts {
            time.append(0x21 | UInt8(pts >> 29 & 0x0E))
            time.append(UInt8(pts >> 22 & 0xFF))
            time.append(0x01 | UInt8(pts >> 14 & 0xFE))
            time.append(UInt8(pts >> 7 & 0xFF))
            time.append(0x01 | UInt8(pts << 1 & 0xFE))
        }
        let count = payload.count + 3 + time.count
        let stream: UInt8 = types[pid] == .metadata ? 0xBD : 0xC0
        var packet: [UInt8] = [0, 0, 1, stream, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        packet += [0x80, time.isEmpty ? 0x00 : 0x80, UInt8(time.count)]
        split(packet + time + payload, pid: pid)
    }

    /// Returns E-AC-3 in stereo at 48 kHz, with correct headers and payload that is never decoded.
    static func enhancedAC3(frames: Int, size: Int = 128) -> [UInt8] {
        let words = size / 2 - 1
        let header: [UInt8] = [
            0x0B, 0x77, UInt8(words >> 8), UInt8(words & 0xFF), 0x34, 0x80, 0x00, 0x00,
        ]
        let frame = header + [UInt8](repeating: 0x11, count: size - header.count)
        return (0..<frames).flatMap { _ in frame }
    }

    /// Returns AAC with correct headers and payload that is never decoded.
    static func adts(frames: Int, size: Int = 64) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<frames {
            bytes += [
                0xFF, 0xF1, 0x4C, 0x80, UInt8(size >> 3), UInt8(size << 5 & 0xE0) | 0x1F, 0xFC,
            ]
            bytes += [UInt8](repeating: 0x21, count: size - 7)
        }
        return bytes
    }

    /// Returns Opus packets of 20 ms with their control headers, and payload that is never decoded.
    static func opus(packets: Int, size: Int = 40) -> [UInt8] {
        let packet: [UInt8] =
            [0x7F, 0xE0, UInt8(size), 0xF8] + [UInt8](repeating: 0x55, count: size - 1)
        return (0..<packets).flatMap { _ in packet }
    }

    private mutating func section(pid: UInt16, table: [UInt8]) {
        split([0] + table, pid: pid, padsWithStuffing: true)
    }

    private mutating func split(_ data: [UInt8], pid: UInt16, padsWithStuffing: Bool = false) {
        var rest = data[...]
        var isFirst = true
        while !rest.isEmpty {
            let counter = counters[pid, default: 0]
            counters[pid] = (counter + 1) & 0x0F
            let part = rest.prefix(184)
            rest = rest.dropFirst(part.count)
            let missing = 184 - part.count
            let adapts = missing > 0 && !padsWithStuffing
            bytes += [0x47, (isFirst ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xFF)]
            bytes.append((adapts ? 0x30 : 0x10) | counter)
            if adapts {
                bytes.append(UInt8(missing - 1))
                if missing > 1 { bytes += [0x00] + [UInt8](repeating: 0xFF, count: missing - 2) }
            }
            bytes += part
            if padsWithStuffing { bytes += [UInt8](repeating: 0xFF, count: missing) }
            isFirst = false
        }
    }

    private static func table(_ table: UInt8, id: UInt16, body: [UInt8]) -> [UInt8] {
        let count = body.count + 9
        var bytes: [UInt8] = [table, 0xB0 | UInt8(count >> 8), UInt8(count & 0xFF)]
        bytes += [UInt8(id >> 8), UInt8(id & 0xFF), 0xC1, 0x00, 0x00]
        bytes += body
        var remainder: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            remainder ^= UInt32(byte) << 24
            for _ in 0..<8 {
                remainder =
                    remainder & 0x8000_0000 != 0 ? remainder << 1 ^ 0x04C1_1DB7 : remainder << 1
            }
        }
        return bytes + (0..<4).map { UInt8(remainder >> UInt32(24 - 8 * $0) & 0xFF) }
    }
}
