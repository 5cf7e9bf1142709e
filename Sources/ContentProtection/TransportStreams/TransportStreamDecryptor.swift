/// Makes a clear transport stream out of one with encrypted samples.
///
/// The stream keeps its size: every packet stays in its place with its clock references, and where
/// decryption makes an elementary packet shorter, stuffing takes up the difference. A stream that
/// its program map calls clear passes unchanged, as segments do that come before encryption starts.
///
/// Reference: Apple, MPEG-2 Stream Encryption Format for HTTP Live Streaming.
package enum TransportStreamDecryptor {
    /// Decrypts a segment.
    ///
    /// - Parameters:
    ///   - bytes: The segment; what is behind its last whole packet stays as it is.
    ///   - cipher: The cipher with the key and the vector of the segment.
    /// - Returns: The clear segment, as long as the encrypted one.
    /// - Throws: `DecryptionError` when the bytes are no transport stream, or hold garbage after
    ///   decryption.
    package static func decrypt(
        _ bytes: consuming [UInt8], with cipher: inout SampleCipher
    ) throws(DecryptionError) -> [UInt8] {
        var bytes = consume bytes
        var packets: [TransportPacket] = []
        packets.reserveCapacity(bytes.count / TransportPacket.size)
        for start in stride(
            from: 0, through: bytes.count - TransportPacket.size, by: TransportPacket.size)
        {
            packets.append(try TransportPacket(at: start, in: bytes))
        }
        let tables = try ProgramTables(clearing: &bytes, packets: packets)
        for (identifier, content) in tables.contents.sorted(by: { $0.key < $1.key }) {
            let carriers = try carriers(of: identifier, among: packets, in: &bytes)
            var stream = try ElementaryPackets(in: bytes, carriers: carriers)
            do throws(DecryptionError) {
                let (clear, removed) = try decrypt(stream.contents, content, with: &cipher)
                stream.replace(with: clear, without: removed, in: &bytes)
            } catch {
                let place = error.offset.map { stream.place(ofContent: $0) }
                throw DecryptionError(error.reason, offset: place)
            }
        }
        return bytes
    }

    /// Decrypts an elementary stream.
    ///
    /// - Returns: The clear stream, and which bytes of the encrypted one it leaves out.
    private static func decrypt(
        _ stream: [UInt8], _ content: ProgramTables.Content, with cipher: inout SampleCipher
    ) throws(DecryptionError) -> (clear: [UInt8], removed: [Int]) {
        let codec: AudioCodec
        switch content {
        case .video:
            let units = try VideoUnits(decrypting: stream, with: &cipher)
            return (units.bytes, units.removed)
        case .aac: codec = .aac
        case .ac3: codec = .ac3
        case .enhancedAC3: codec = .enhancedAC3
        }
        var frames = stream
        try AudioFrames.decrypt(&frames, in: frames.indices, codec: codec, with: &cipher)
        return (frames, [])
    }

    /// The packets that carry a stream, each once.
    private static func carriers(
        of identifier: Int, among packets: [TransportPacket], in bytes: inout [UInt8]
    ) throws(DecryptionError) -> [TransportPacket] {
        var result: [TransportPacket] = []
        for packet in packets where packet.identifier == identifier && !packet.payload.isEmpty {
            guard bytes[packet.start + 3] & 0xC0 == 0 else {
                throw DecryptionError(.malformed("a scrambled packet"), offset: packet.start)
            }
            // A packet may be sent twice; the copy would no longer be one after decryption.
            if let last = result.last,
                bytes[last.start + 3] & 0x0F == bytes[packet.start + 3] & 0x0F,
                bytes[last.payload] == bytes[packet.payload]
            {
                packet.remove(from: &bytes)
            } else {
                result.append(packet)
            }
        }
        return result
    }
}
