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
        // The start of the last tag in the last payload. A payload with many tags may continue in
        // many packets, so the complete tags are not read again for each packet.
        var tag = 0
        for packet in packets where !packet.bytes.isEmpty {
            let start = [0, Self.unitHeaderCount].first {
                ID3Tag.byteCount(header: packet.bytes.span.extracting(droppingFirst: $0)) != nil
            }
            let last = payloads.count - 1
            if start == nil, last >= 0,
                let open = Self.incompleteTag(in: payloads[last].bytes, from: tag)
            {
                payloads[last].bytes += packet.bytes
                tag = open
            } else {
                tag = 0
                payloads.append(
                    TransportPayloads.Payload(
                        pts: packet.pts, bytes: Array(packet.bytes.dropFirst(start ?? 0))))
            }
        }
    }

    /// Finds a tag that continues after some bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of one or more tags.
    ///   - start: The start of the first tag to read.
    /// - Returns: The start of the incomplete tag; `nil` if there is none.
    private static func incompleteTag(in bytes: [UInt8], from start: Int) -> Int? {
        let tags = bytes.span.extracting(start...)
        let end = ID3Tag.leading(in: tags).last?.upperBound ?? 0
        return ID3Tag.byteCount(header: tags.extracting(end...)) != nil ? start + end : nil
    }
}
