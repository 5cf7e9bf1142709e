import VirtualTime

/// Computes the number of bytes that a lossy link sends to deliver a complete transfer.
struct PacketLoss {
    /// The payload of a full packet: an Ethernet frame without the headers of IPv4 and TCP.
    static let packetByteCount: Int64 = 1460

    /// The maximum number of a transfer's packets whose loss is determined at random.
    ///
    /// They are the first packets of the transfer. Further packets have the average loss of these
    /// packets.
    static let drawnPackets: Int64 = 1 << 20

    let lossPerMillion: Int
    let seed: UInt64

    /// Returns the number of bytes sent for a transfer.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes to deliver.
    ///   - ordinal: The number of the transfer on the link. Each transfer has its own random
    ///     sequence, so cancelling a transfer does not change later transfers.
    /// - Returns: The number of bytes, including repeated ones; at least `byteCount`.
    func wireByteCount(of byteCount: Int64, ordinal: UInt64) -> Int64 {
        guard lossPerMillion > 0, byteCount > 0 else { return byteCount }
        var mixer = SeededRandom(seed: seed)
        var random = SeededRandom(seed: mixer.next() &+ ordinal &* 0xD134_2543_DE82_EF95)
        let packets = (byteCount - 1) / Self.packetByteCount + 1
        let drawn = min(packets, Self.drawnPackets)
        var lost: Int64 = 0
        for _ in 0..<drawn {
            while random.next().multipliedFullWidth(by: 1_000_000).high < lossPerMillion {
                lost += 1
            }
        }
        let all = Int128(lost) * Int128(packets) / Int128(drawn)
        // A repeated packet has the full size, or the size of the transfer if the transfer is
        // smaller.
        let again = all * Int128(min(Self.packetByteCount, byteCount))
        return Int64(clamping: Int128(byteCount) + again)
    }
}
