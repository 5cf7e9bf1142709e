/// Removes repeated packets from a transport stream.
///
/// A transport stream may send each packet twice (ISO/IEC 13818-1, section 2.4.3.3), but
/// libavformat would then read the payload twice.
enum RepeatedPackets {
    /// The maximum size in bytes; longer streams are not changed.
    private static let mostBytes = 256 << 20

    private static let null: [UInt8] =
        [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: TransportPacket.size - 4)

    /// Returns the stream with null packets in place of repeated packets.
    ///
    /// - Parameter media: The stream, which starts at the start of a packet.
    /// - Returns: The changed stream; `nil` when it is too long.
    /// - Throws: `ContainerInputError` when the bytes cannot be read.
    static func replaced(
        in media: any ContainerInput
    ) throws(ContainerInputError) -> MemoryInput? {
        var bytes = try media.bytes(at: 0, count: mostBytes + 1)
        guard bytes.count <= mostBytes else { return nil }
        var checks: [Int: ElementaryStreamCheck] = [:]
        for start in stride(from: 0, to: bytes.count, by: TransportPacket.size) {
            guard let packet = TransportPacket(sound: bytes.span, at: start) else { continue }
            let identifier = packet.identifier
            let isRepeat =
                checks[identifier, default: ElementaryStreamCheck(identifier: identifier)]
                .take(bytes.span, at: start)
            guard isRepeat else { continue }
            bytes.replaceSubrange(start..<start + TransportPacket.size, with: null)
        }
        return MemoryInput(bytes)
    }
}
