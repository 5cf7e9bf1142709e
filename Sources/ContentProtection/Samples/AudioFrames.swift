import Containers

/// An audio codec for which sample encryption outside fMP4 is defined.
package enum AudioCodec: Sendable {
    case aac
    case ac3
    case enhancedAC3
}

/// One audio frame in a sequence.
package struct AudioFrame: Equatable, Sendable {
    /// The length of the frame in bytes, including its header.
    package let byteCount: Int
    /// The number of bytes at the start of the frame that are never encrypted.
    package let leaderCount: Int

    /// Parses the header of a frame.
    ///
    /// - Returns: The frame; `nil` when no frame of the codec starts at the index.
    package init?(_ codec: AudioCodec, at index: Int, in bytes: [UInt8]) {
        guard bytes.count - index >= 8 else { return nil }
        switch codec {
        case .aac:
            guard let fields = ADTSFields(bytes.span, at: index),
                fields.byteCount >= fields.headerCount
            else { return nil }
            byteCount = fields.byteCount
            leaderCount = fields.headerCount + 16
        case .ac3, .enhancedAC3:
            guard let fields = AC3Fields(bytes.span, at: index),
                fields.isEnhanced == (codec == .enhancedAC3)
            else { return nil }
            byteCount = fields.byteCount
            leaderCount = 16
        }
    }
}

/// Decrypts adjacent audio frames.
///
/// A frame starts with a clear leader. Complete encrypted blocks follow it, and then a clear
/// remainder that is shorter than a block. Decryption does not change the size of a frame.
///
/// Reference: Apple, MPEG-2 Stream Encryption Format for HTTP Live Streaming, section 2.
package enum AudioFrames {
    /// Decrypts the frames of a range in place.
    ///
    /// - Throws: `DecryptionError` when the range does not consist of complete frames, or when
    ///   several of its frames have a checksum and all these checksums are wrong.
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
        // One frame may have been damaged before encryption, but not all of them. If no checksum is
        // right, the key is therefore wrong.
        if checked > 1, fitting == 0 {
            throw DecryptionError(
                .garbage("no audio frame has a correct checksum"), offset: range.lowerBound)
        }
    }
}
