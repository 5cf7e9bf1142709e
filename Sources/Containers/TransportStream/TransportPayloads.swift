/// Reads the PES packets of one stream directly from a transport stream.
///
/// libavformat assumes access unit headers in every stream of type 0x15 and removes the first five
/// bytes of each packet. In HLS, these bytes are the start of the ID3 tag.
struct TransportPayloads {
    /// One PES packet.
    struct Payload {
        /// The 33-bit presentation time (90 kHz); `nil` when there is none.
        var pts: Int64?
        var bytes: [UInt8]
    }

    private static let packetsAtOnce = 1024
    private static let largestPayload = 1 << 20
    private static let mostPayloads = 4096

    private let identifier: Int
    private var current: [UInt8] = []
    private(set) var payloads: [Payload] = []
    private(set) var isTruncated = false

    /// Reads the PES packets of a stream.
    ///
    /// - Parameters:
    ///   - identifier: The packet identifier of the stream.
    ///   - input: The whole transport stream, which starts at the start of a packet.
    /// - Throws: `ContainerInputError` when the bytes cannot be read.
    init(
        identifier: Int, in input: any ContainerInput
    ) throws(ContainerInputError) {
        self.identifier = identifier
        let count = TransportPacket.size * Self.packetsAtOnce
        var offset: Int64 = 0
        while true {
            let bytes = try input.bytes(at: offset, count: count)
            for start in stride(from: 0, to: bytes.count, by: TransportPacket.size) {
                if let packet = TransportPacket(sound: bytes.span, at: start) {
                    take(packet, bytes.span)
                }
            }
            offset += Int64(bytes.count)
            if bytes.count < count { break }
        }
        finishPayload()
    }

    private mutating func take(_ packet: TransportPacket, _ bytes: Span<UInt8>) {
        guard packet.identifier == identifier, !packet.payload.isEmpty else { return }
        if packet.startsUnit {
            finishPayload()
        } else if current.isEmpty {
            return
        }
        guard current.count < Self.largestPayload else {
            isTruncated = true
            return
        }
        for place in packet.payload { current.append(bytes[place]) }
    }

    private mutating func finishPayload() {
        defer { current.removeAll(keepingCapacity: true) }
        guard let header = ElementaryHeader(current.span, in: current.indices) else { return }
        guard payloads.count < Self.mostPayloads else {
            isTruncated = true
            return
        }
        let end = min(current.count, header.byteCount ?? current.count)
        guard header.headerCount <= end else { return }
        payloads.append(
            Payload(
                pts: header.presentationTime, bytes: Array(current[header.headerCount..<end])))
    }
}
