import Containers

/// Audio frames after ID3 tags, without another container.
///
/// Reference: rfc8216bis, section 3.1.3 (Packed Audio).
package enum PackedAudio {
    private static let mostTags = 64

    /// Decrypts the frames of a segment.
    ///
    /// - Parameters:
    ///   - bytes: The segment, including ID3 tags.
    ///   - cipher: The cipher with the key and the initialization vector of the segment.
    /// - Returns: The clear segment, whose ID3 tags describe clear audio.
    /// - Throws: `DecryptionError` when the bytes are not packed audio, before or after decryption.
    package static func decrypt(
        _ bytes: consuming [UInt8], with cipher: inout SampleCipher
    ) throws(DecryptionError) -> [UInt8] {
        var bytes = consume bytes
        let start = frameStart(in: bytes)
        guard let codec = codec(at: start, in: bytes) else {
            throw DecryptionError(.unsupportedContainer, offset: start)
        }
        try AudioFrames.decrypt(&bytes, in: start..<bytes.count, codec: codec, with: &cipher)
        describeAsClear(&bytes, before: start)
        return bytes
    }

    /// The types of encrypted audio in ID3 tags, with the types of the same audio when decrypted.
    private static let clearTypes = [
        "zaac": "aac ", "zach": "aach", "zacp": "aacp", "zac3": "ac-3", "zec3": "ec-3",
    ]

    /// Changes the ID3 tags so that they describe clear audio.
    private static func describeAsClear(_ bytes: inout [UInt8], before end: Int) {
        let owner = Array("com.apple.streaming.audioDescription\0".utf8)
        var index = 0
        while index + owner.count + 4 <= end {
            guard bytes.holds(owner, at: index) else {
                index += 1
                continue
            }
            index += owner.count
            let type = String(decoding: bytes[index..<index + 4], as: UTF8.self)
            guard let clear = clearTypes[type] else { continue }
            bytes.replaceSubrange(index..<index + 4, with: clear.utf8)
        }
    }

    /// Returns whether bytes seem to be audio frames, possibly after ID3 tags.
    static func isFound(in bytes: [UInt8]) -> Bool {
        codec(at: frameStart(in: bytes), in: bytes) != nil
    }

    private static func codec(at index: Int, in bytes: [UInt8]) -> AudioCodec? {
        [.aac, .ac3, .enhancedAC3].first { AudioFrame($0, at: index, in: bytes) != nil }
    }

    /// Returns the position of the first byte after all ID3 tags.
    private static func frameStart(in bytes: [UInt8]) -> Int {
        var index = 0
        for _ in 0..<mostTags {
            guard bytes.count - index >= 10, bytes.holds(Array("ID3".utf8), at: index) else {
                break
            }
            let size = bytes.span.synchsafe(at: index + 6)
            // A footer repeats the 10 bytes of the header.
            let footer = bytes[index + 5] & 0x10 != 0 ? 10 : 0
            index = min(index + 10 + size + footer, bytes.count)
        }
        return index
    }
}
