import Containers

/// Decrypts the NAL units with pictures in an H.264 byte stream.
///
/// An encrypted unit has type 1 or 5 and more than 48 bytes. Its first 32 bytes are clear. After
/// them, the first of every ten blocks is encrypted, unless it is the last block of the unit, which
/// always stays clear. The packager applied emulation prevention a second time, to the encrypted
/// unit. Decryption removes that second emulation prevention, so that the result has the emulation
/// prevention of the clear stream.
///
/// Reference: Apple, MPEG-2 Stream Encryption Format for HTTP Live Streaming, section 2.
package struct VideoUnits {
    /// The clear byte stream.
    package private(set) var bytes: [UInt8] = []

    /// The positions of removed bytes in the encrypted stream, in order.
    package private(set) var removed: [Int] = []

    private static let leaderCount = 32
    private static let clearCount = 48
    private static let period = 160

    /// Decrypts a byte stream.
    ///
    /// - Throws: `DecryptionError` when a decrypted unit contains bytes that are invalid in a NAL
    ///   unit.
    package init(
        decrypting stream: [UInt8], with cipher: inout SampleCipher
    ) throws(DecryptionError) {
        bytes.reserveCapacity(stream.count)
        var copied = 0
        var unit = StartCodes.next(in: stream.span, from: 0, upTo: stream.count)
        while let start = unit {
            unit = StartCodes.next(in: stream.span, from: start, upTo: stream.count)
            var end = unit.map { $0 - 3 } ?? stream.count
            while end > start, stream[end - 1] == 0 { end -= 1 }
            guard Self.isEncrypted(stream[start..<end]) else {
                continue
            }
            bytes += stream[copied..<start]
            copied = end
            try take(start..<end, of: stream, with: &cipher)
        }
        bytes += stream[copied...]
    }

    /// Returns the positions of the encrypted blocks in an encrypted NAL unit.
    package static func blocks(of unit: Range<Int>) -> StrideTo<Int> {
        // The last block is clear, even if it is complete.
        stride(
            from: unit.lowerBound + leaderCount, to: unit.upperBound - BlockCipher.blockSize,
            by: period)
    }

    /// Returns whether the encryption format encrypts the NAL unit, by its type and length.
    package static func isEncrypted(_ unit: ArraySlice<UInt8>) -> Bool {
        unit.count > clearCount && [1, 5].contains((unit.first ?? 0) & 0x1F)
    }

    private mutating func take(
        _ unit: Range<Int>, of stream: [UInt8], with cipher: inout SampleCipher
    ) throws(DecryptionError) {
        let start = bytes.count
        var copied = unit.lowerBound
        while let place = StartCodes.nextPrevention(
            in: stream.span, from: copied, upTo: unit.upperBound)
        {
            bytes += stream[copied..<place]
            removed.append(place)
            copied = place + 1
        }
        bytes += stream[copied..<unit.upperBound]
        let clear = start..<bytes.count
        try cipher.apply(to: &bytes, at: Self.blocks(of: clear))
        if Self.holdsStartCode(bytes, in: clear) {
            throw DecryptionError(
                .garbage("a NAL unit holds a start code"), offset: unit.lowerBound)
        }
    }

    /// Returns whether a range contains a sequence of three bytes that is forbidden in a NAL unit.
    package static func holdsStartCode(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
        var start = range.lowerBound
        while range.upperBound - start > 2 {
            let end = min(start + 66, range.upperBound)
            // Most ranges contain no zero byte and need no detailed search: the second byte of each
            // forbidden sequence is zero, and zeros are rare in pictures.
            if ZeroSearch.finds(in: bytes, start + 1..<end - 1) {
                for index in start + 2..<end
                where bytes[index] < 3 && bytes[index - 1] == 0 && bytes[index - 2] == 0 {
                    return true
                }
            }
            start = end - 2
        }
        return false
    }
}
