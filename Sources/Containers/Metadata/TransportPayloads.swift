/// Reads the elementary packets of one stream straight out of a transport stream.
///
/// libavformat takes every stream of type 0x15 for one with access unit headers and drops five
/// bytes of each packet, which in HLS are the start of the ID3 tag.
///
/// Reference: ISO/IEC 13818-1, 2.4.3.2 (transport packets) and 2.4.3.6 (PES packets).
struct TransportPayloads {
    /// One elementary packet.
    struct Payload {
        /// The presentation time in 33 bits of 90 kHz; `nil` when there is none.
        var pts: Int64?
        var bytes: [UInt8]
    }

    private static let packetSize = 188
    private static let packetsAtOnce = 1024
    private static let largestPayload = 1 << 20
    private static let mostPayloads = 4096

    private let identifier: Int
    private var current: [UInt8] = []
    private(set) var payloads: [Payload] = []
    private(set) var isTruncated = false

    /// Reads the packets of a stream.
    ///
    /// - Parameters:
    ///   - identifier: The packet identifier of the stream.
    ///   - input: The whole transport stream, its packets aligned to its start.
    /// - Throws: `ContainerInputError` when the bytes cannot be read.
    init(
        identifier: Int, in input: any ContainerInput
    ) throws(ContainerInputError) {
        self.identifier = identifier
        var offset: Int64 = 0
        while true {
            let bytes = try input.bytes(
                at: offset, count: Self.packetSize * Self.packetsAtOnce)
            for start in stride(from: 0, to: bytes.count - Self.packetSize + 1, by: Self.packetSize)
            {
                take(bytes.span.extracting(start..<start + Self.packetSize))
            }
            offset += Int64(bytes.count)
            if bytes.count < Self.packetSize * Self.packetsAtOnce { break }
        }
        finishPayload()
    }

    private mutating func take(_ packet: Span<UInt8>) {
        guard packet[0] == 0x47 else { return }
        guard Int(packet[1] & 0x1F) << 8 | Int(packet[2]) == identifier else { return }
        var index = 4
        if packet[3] & 0x20 != 0 { index += 1 + Int(packet[4]) }
        guard packet[3] & 0x10 != 0, index < packet.count else { return }
        if packet[1] & 0x40 != 0 {
            finishPayload()
        } else if current.isEmpty {
            return
        }
        guard current.count < Self.largestPayload else {
            isTruncated = true
            return
        }
        for place in index..<packet.count { current.append(packet[place]) }
    }

    private mutating func finishPayload() {
        defer { current.removeAll(keepingCapacity: true) }
        guard current.count >= 9, current.starts(with: [0, 0, 1]) else { return }
        guard payloads.count < Self.mostPayloads else {
            isTruncated = true
            return
        }
        let header = 9 + Int(current[8])
        let length = Int(current.span.unsigned(at: 4, count: 2))
        let end = length > 0 ? min(current.count, 6 + length) : current.count
        guard header <= end else { return }
        var pts: Int64?
        if current[7] & 0x80 != 0, header >= 14 {
            let bits = current.span.unsigned(at: 9, count: 5)
            let high = bits >> 3 & 0x1_C000_0000
            let middle = bits >> 2 & 0x3FFF_8000
            pts = Int64(high | middle | bits >> 1 & 0x7FFF)
        }
        payloads.append(Payload(pts: pts, bytes: Array(current[header..<end])))
    }
}
