/// The first bytes of an Opus packet, which determine its duration.
///
/// Reference: RFC 6716, sections 3.1 (The TOC Byte) and 3.2.5 (Code 3).
struct OpusPacketHeader: Equatable, Sendable {
    /// The maximum number of samples at 48 kHz in a packet: 120 ms.
    private static let sampleLimit = 5760

    /// The duration of the packet, in samples at 48 kHz.
    let sampleCount: Int

    /// Reads the header of a packet.
    ///
    /// - Returns: `nil` when the header is incomplete or the duration of the packet is invalid.
    init?(_ packet: Span<UInt8>) {
        guard packet.count > 0 else { return nil }
        let configuration = Int(packet[0] >> 3)
        let frameSize =
            switch configuration {
            // A SILK frame lasts 10, 20, 40 or 60 ms.
            case ..<12: [480, 960, 1920, 2880][configuration & 3]
            // A frame with both SILK and CELT lasts 10 or 20 ms.
            case ..<16: 480 << (configuration & 1)
            // A CELT frame lasts 2.5, 5, 10 or 20 ms.
            default: 120 << (configuration & 3)
            }
        let frameCount: Int
        switch packet[0] & 3 {
        case 0: frameCount = 1
        case 1, 2: frameCount = 2
        default:
            guard packet.count > 1 else { return nil }
            frameCount = Int(packet[1] & 0x3F)
        }
        let count = frameSize * frameCount
        guard count > 0, count <= Self.sampleLimit else { return nil }
        sampleCount = count
    }
}
