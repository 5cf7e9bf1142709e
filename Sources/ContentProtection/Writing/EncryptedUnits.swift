import Containers

/// Encrypts the NAL units with pictures in an H.264 byte stream.
///
/// Emulation prevention is applied a second time, to each encrypted unit. ``VideoUnits`` removes it
/// again and restores the clear stream.
///
/// Reference: Apple, MPEG-2 Stream Encryption Format for HTTP Live Streaming, section 2.
struct EncryptedUnits {
    /// The encrypted byte stream.
    private(set) var bytes: [UInt8] = []
    /// The positions in the clear stream before which a byte was inserted, in order.
    private(set) var inserted: [Int] = []

    /// Encrypts a byte stream.
    ///
    /// - Throws: `DecryptionError` when the cipher fails.
    init(
        encrypting stream: [UInt8], with cipher: inout SampleCipher
    ) throws(DecryptionError) {
        bytes.reserveCapacity(stream.count + 64)
        var copied = 0
        var unit = StartCodes.next(in: stream.span, from: 0, upTo: stream.count)
        while let start = unit {
            unit = StartCodes.next(in: stream.span, from: start, upTo: stream.count)
            var end = unit.map { $0 - 3 } ?? stream.count
            while end > start, stream[end - 1] == 0 { end -= 1 }
            guard VideoUnits.isEncrypted(stream[start..<end]) else { continue }
            bytes += stream[copied..<start]
            copied = end
            var secret = Array(stream[start..<end])
            try cipher.apply(to: &secret, at: VideoUnits.blocks(of: secret.indices))
            prevent(secret, at: start)
        }
        bytes += stream[copied...]
    }

    /// Appends a unit with emulation prevention, so that it contains no start code.
    private mutating func prevent(_ unit: [UInt8], at start: Int) {
        var zeros = 0
        for (place, byte) in unit.enumerated() {
            if zeros == 2, byte <= 3 {
                bytes.append(3)
                inserted.append(start + place)
                zeros = 0
            }
            bytes.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
    }
}
