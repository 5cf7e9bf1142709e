import Containers

/// Decrypts the samples of a transport stream.
///
/// The stream keeps its size: every packet keeps its position and clock references, and stuffing
/// fills the space of shortened PES packets. Streams that are clear according to the program
/// map pass unchanged, as do segments before the start of encryption.
///
/// Reference: Apple, MPEG-2 Stream Encryption Format for HTTP Live Streaming.
package enum TransportStreamDecryptor {
    /// Decrypts a segment.
    ///
    /// - Parameters:
    ///   - bytes: The segment; bytes after its last complete packet remain unchanged.
    ///   - cipher: The cipher with the key and the initialization vector of the segment.
    /// - Returns: The clear segment, which has the same length as the encrypted segment.
    /// - Throws: `DecryptionError` when the bytes are not a transport stream, or are invalid after
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
            guard let packet = TransportPacket(bytes.span, at: start) else {
                throw DecryptionError(.malformed("no transport packet"), offset: start)
            }
            // The identifier of a packet marked as damaged is not reliable.
            if !packet.isDamaged { packets.append(packet) }
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
    /// - Returns: The clear stream, and the positions of removed bytes in the encrypted stream.
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

    /// Returns the packets that carry a stream, and turns duplicates into null packets.
    private static func carriers(
        of identifier: Int, among packets: [TransportPacket], in bytes: inout [UInt8]
    ) throws(DecryptionError) -> [TransportPacket] {
        var result: [TransportPacket] = []
        for packet in packets where packet.identifier == identifier && !packet.payload.isEmpty {
            guard !packet.isScrambled else {
                throw DecryptionError(.malformed("a scrambled packet"), offset: packet.start)
            }
            // A packet may be sent twice. The duplicate is removed, because it would stay encrypted
            // and would differ from the decrypted packet.
            if let last = result.last, last.counter == packet.counter,
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
