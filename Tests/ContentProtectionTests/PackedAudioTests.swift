import Containers
import ContentProtection
import TestSupport
import Testing

@Suite struct PackedAudioTests {
    private let key = Array("a key for sounds".utf8)
    private let vector = Array("the first vector".utf8)

    private func decrypt(_ bytes: [UInt8], key: [UInt8]? = nil) throws -> [UInt8] {
        var cipher = try SampleCipher(key: key ?? self.key, vector: vector)
        return try PackedAudio.decrypt(bytes, with: &cipher)
    }

    /// Returns frames of E-AC-3 with correct headers and check sums, and arbitrary payload.
    private func enhancedFrames(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { number in
            var frame: [UInt8] = [0x0B, 0x77, 0x00, 0x7F, 0x34, 0x84]
            frame += (0..<248).map { UInt8(truncatingIfNeeded: $0 * 7 + number) }
            let sum = CyclicRedundancy.audio(frame, in: 2..<frame.count)
            return frame + bigEndian(Int(sum), 2)
        }
    }

    @Test func `AAC behind ID3 tags is decrypted to the original`() throws {
        let clear = fileBytes("\(SampleMedia.packedAudio.folder)/segment-1.aac")
        let start = try #require(clear.firstRange(of: [0xFF, 0xF1])).lowerBound
        let encrypted =
            try clear[..<start]
            + EncryptorTransportStream.encryptAudio(
                Array(clear[start...]), .aac, key: key, vector: vector)
        #expect(Array(encrypted) != clear)
        #expect(try decrypt(Array(encrypted)) == clear)
    }

    @Test func `the ID3 tags of decrypted audio describe clear audio`() throws {
        let frames = Fixture.bytes("clip.ac3")
        let encrypted = try EncryptorTransportStream.encryptAudio(
            frames, .ac3, key: key, vector: vector)
        func tag(_ type: String) -> [UInt8] {
            let owner = Array("com.apple.streaming.audioDescription".utf8) + [0]
            let data = owner + Array(type.utf8) + [0, 0, 1, 0]
            let body = Array("PRIV".utf8) + [0, 0, 0, UInt8(data.count), 0, 0] + data
            return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(body.count)] + body
        }
        #expect(try decrypt(tag("zac3") + encrypted) == tag("ac-3") + frames)
    }

    @Test func `AC-3 is decrypted to the original`() throws {
        let clear = Fixture.bytes("clip.ac3")
        let encrypted = try EncryptorTransportStream.encryptAudio(
            clear, .ac3, key: key, vector: vector)
        #expect(encrypted != clear)
        #expect(try decrypt(encrypted) == clear)
    }

    @Test func `E-AC-3 is decrypted to the original`() throws {
        let clear = enhancedFrames(5)
        let encrypted = try EncryptorTransportStream.encryptAudio(
            clear, .enhancedAC3, key: key, vector: vector)
        #expect(encrypted != clear)
        #expect(try decrypt(encrypted) == clear)
    }

    @Test func `a wrong key is found by the checksums of AC-3`() throws {
        let encrypted = try EncryptorTransportStream.encryptAudio(
            Fixture.bytes("clip.ac3"), .ac3, key: key, vector: vector)
        #expect(
            throws: DecryptionError(.garbage("no audio frame has a correct checksum"), offset: 0)
        ) {
            try decrypt(encrypted, key: vector)
        }
    }

    @Test func `a truncated frame is reported`() throws {
        let clear = Fixture.bytes("clip.ac3")
        #expect(throws: DecryptionError.self) { try decrypt(clear.dropLast(1)) }
        #expect(throws: DecryptionError(.unsupportedContainer, offset: 0)) { try decrypt([]) }
        #expect(throws: DecryptionError(.unsupportedContainer, offset: 0)) {
            try decrypt(Array("GIF89a and so on".utf8))
        }
    }
}
