/// An audio codec with a definition of sample encryption outside fMP4.
package enum AudioCodec: Sendable {
    case aac
    case ac3
    case enhancedAC3
}

/// One audio frame in a sequence.
package struct AudioFrame: Equatable, Sendable {
    /// The length of the frame in bytes, including its header.
    package let byteCount: Int
    /// The number of bytes at its start that are never encrypted.
    package let leaderCount: Int

    private static let ac3BitRates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]

    /// Parses the header of a frame.
    ///
    /// Reference: ISO/IEC 13818-7, section 6.2 (ADTS); ETSI TS 102 366, sections 4.3 and E.1.2.
    ///
    /// - Returns: The frame; `nil` when no frame of the codec starts at the index.
    package init?(_ codec: AudioCodec, at index: Int, in bytes: [UInt8]) {
        guard bytes.count - index >= 8 else { return nil }
        switch codec {
        case .aac:
            guard bytes[index] == 0xFF, bytes[index + 1] & 0xF6 == 0xF0 else { return nil }
            let header = bytes[index + 1] & 1 == 0 ? 9 : 7
            byteCount = Int(bytes.number(at: index + 3, count: 3) >> 5 & 0x1FFF)
            leaderCount = header + 16
            guard byteCount >= header else { return nil }
        case .ac3:
            guard bytes.holds([0x0B, 0x77], at: index), bytes[index + 5] >> 3 <= 10 else {
                return nil
            }
            let size = Int(bytes[index + 4] & 0x3F)
            guard size / 2 < Self.ac3BitRates.count else { return nil }
            let rate = Self.ac3BitRates[size / 2]
            switch bytes[index + 4] >> 6 {
            case 0: byteCount = rate * 4
            case 1: byteCount = (rate * 320 / 147 + size % 2) * 2
            case 2: byteCount = rate * 6
            default: return nil
            }
            leaderCount = 16
        case .enhancedAC3:
            guard bytes.holds([0x0B, 0x77], at: index),
                (11...16).contains(bytes[index + 5] >> 3)
            else { return nil }
            byteCount = (Int(bytes.number(at: index + 2, count: 2) & 0x07FF) + 1) * 2
            leaderCount = 16
        }
    }
}

/// Decrypts adjacent audio frames.
///
/// The leader of a frame is clear, followed by complete encrypted blocks and a clear rest of less
/// than a block. Sizes do not change.
///
/// Reference: Apple, MPEG-2 Stream Encryption Format for HTTP Live Streaming, section 2.
package enum AudioFrames {
    /// Decrypts the frames of a range in place.
    ///
    /// - Throws: `DecryptionError` when the range does not consist of complete frames, or when all
    ///   of their checksums are wrong.
    package static func decrypt(
        _ bytes: inout [UInt8], in range: Range<Int>, codec: AudioCodec,
        with cipher: inout SampleCipher
    ) throws(DecryptionError) {
        var index = range.lowerBound
        var checked = 0
        var fitting = 0
        while index < range.upperBound {
            guard range.upperBound - index >= 8 else {
                throw DecryptionError(.truncated("an audio frame"), offset: index)
            }
            guard let frame = AudioFrame(codec, at: index, in: bytes) else {
                throw DecryptionError(.garbage("no audio frame starts here"), offset: index)
            }
            let end = index + frame.byteCount
            guard end <= range.upperBound else {
                throw DecryptionError(.truncated("an audio frame"), offset: index)
            }
            if frame.byteCount > frame.leaderCount {
                try cipher.apply(to: &bytes, in: index + frame.leaderCount..<end)
            }
            if codec != .aac, frame.byteCount >= frame.leaderCount + 16 {
                checked += 1
                if CyclicRedundancy.audio(bytes, in: index + 2..<end) == 0 { fitting += 1 }
            }
            index = end
        }
        // One frame may have been damaged before encryption, but not all of them.
        if checked > 1, fitting == 0 {
            throw DecryptionError(
                .garbage("no check sum of an audio frame fits"), offset: range.lowerBound)
        }
    }
}
