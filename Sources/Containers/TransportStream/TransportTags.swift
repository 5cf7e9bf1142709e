/// The ID3 tags of a metadata stream, joined from the PES packets that contain them.
///
/// A long tag continues in the next PES packets.
///
/// Reference: Apple, Timed Metadata for HTTP Live Streaming.
struct TransportTags {
    /// The number of bytes in the access unit header that may precede a tag.
    private static let unitHeaderCount = 5

    /// The tags, each with the time of its first PES packet.
    ///
    /// A PES packet that neither starts nor continues a tag is kept as it is.
    private(set) var payloads: [TransportPayloads.Payload] = []

    /// Joins the PES packets of a stream.
    init(_ packets: [TransportPayloads.Payload]) {
        for packet in packets where !packet.bytes.isEmpty {
            let start = [0, Self.unitHeaderCount].first {
                ID3Tag.byteCount(header: packet.bytes.span.extracting(droppingFirst: $0)) != nil
            }
            let last = payloads.count - 1
            if start == nil, last >= 0, Self.isIncomplete(payloads[last].bytes) {
                payloads[last].bytes += packet.bytes
            } else {
                payloads.append(
                    TransportPayloads.Payload(
                        pts: packet.pts, bytes: Array(packet.bytes.dropFirst(start ?? 0))))
            }
        }
    }

    /// Returns whether the last of some tags continues after the bytes.
    private static func isIncomplete(_ tags: [UInt8]) -> Bool {
        let end = ID3Tag.leading(in: tags.span).last?.upperBound ?? 0
        return ID3Tag.byteCount(header: tags.span.extracting(end...)) != nil
    }
}
