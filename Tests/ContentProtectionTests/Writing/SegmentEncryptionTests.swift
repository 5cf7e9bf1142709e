import Containers
import ContentProtection
import Foundation
import TestSupport
import Testing

/// The media that packagers write, read again by this package and by other tools.
@Suite struct SegmentEncryptionTests {
    private let key = Array("0123456789abcdef".utf8)
    private let vector = Array("fedcba9876543210".utf8)
    private let folder = ScratchFolder()

    private var hexadecimalKey: String { key.map { String(format: "%02x", $0) }.joined() }

    private func file(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private var transport: [UInt8] {
        get throws { try file("\(SampleMedia.single.folder)/segment-1.ts") }
    }

    /// Returns the packets of a stream as FFmpeg reads them, with the digests of their bytes.
    private func packets(_ bytes: [UInt8], _ name: String, _ options: String = "") throws -> String
    {
        let path = "\(folder.path)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return try #require(
            ShellCommand.text(
                of: "ffmpeg -v error \(options) -i \(path) -map 0 -c copy -f framemd5 -"))
    }

    @Test(.enabled(if: ShellCommand.succeeds("command -v openssl")))
    func `openssl decrypts a complete segment`() throws {
        let clear = try transport
        let secret = try SegmentEncryption(.whole, key: key, vector: vector)
            .media(clear, initialization: nil)
        #expect(secret.count == (clear.count / 16 + 1) * 16 && secret != clear)
        let path = "\(folder.path)/whole"
        try Data(secret).write(to: URL(fileURLWithPath: path))
        let hexadecimalVector = vector.map { String(format: "%02x", $0) }.joined()
        let plain = ShellCommand.bytes(
            of: "openssl aes-128-cbc -d -K \(hexadecimalKey) -iv \(hexadecimalVector) -in \(path)")
        #expect(plain == clear)
    }

    @Test(.enabled(if: ShellCommand.succeeds("command -v ffmpeg")))
    func `after decryption, the samples of a transport stream equal the source`() throws {
        let clear = try transport
        let secret = try SegmentEncryption(.samples, key: key, vector: vector)
            .media(clear, initialization: nil)
        var cipher = try SampleCipher(key: key, vector: vector)
        let plain = try TransportStreamDecryptor.decrypt(secret, with: &cipher)
        #expect(try packets(plain, "plain.ts") == packets(clear, "clear.ts"))
        #expect(try packets(secret, "secret.ts") != packets(clear, "clear.ts"))
    }

    @Test func `a wrong key does not give the samples of the source`() throws {
        let secret = try SegmentEncryption(.samples, key: key, vector: vector)
            .media(try transport, initialization: nil)
        var cipher = try SampleCipher(key: vector, vector: vector)
        let garbage = try? TransportStreamDecryptor.decrypt(secret, with: &cipher)
        #expect(try garbage != transport)
    }

    /// Returns the continuity counters of the packets with a payload, by packet identifier.
    private func counters(_ bytes: [UInt8]) -> [Int: [UInt8]] {
        var counters: [Int: [UInt8]] = [:]
        for start in stride(from: 0, to: bytes.count, by: 188) where bytes[start + 3] & 0x10 != 0 {
            let identifier = Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
            counters[identifier, default: []].append(bytes[start + 3] & 0x0F)
        }
        return counters
    }

    @Test func `packets that are added leave the counters of the next segment valid`() throws {
        // Zeros within slices need emulation prevention bytes, so every picture grows.
        var clear = try transport
        let starts = stride(from: 0, to: clear.count, by: 188).filter { start in
            let isVideo = clear[start + 1] == 0x01 && clear[start + 2] == 0x00
            return isVideo && clear[start + 3] & 0x30 == 0x10
        }
        for start in starts {
            clear.replaceSubrange(start + 90..<start + 96, with: [0, 0, 3, 1, 0, 9])
        }
        let secret = try SegmentEncryption(.samples, key: key, vector: vector)
            .media(clear, initialization: nil)
        #expect(secret.count > clear.count)
        let old = counters(clear)
        let new = counters(secret)
        #expect(Set(old.keys) == Set(new.keys))
        for (identifier, numbers) in new where identifier != 0x1FFF {
            #expect(numbers.first == old[identifier]?.first)
            #expect(numbers.last == old[identifier]?.last)
            for (number, next) in zip(numbers, numbers.dropFirst()) {
                #expect(next == (number + 1) & 0x0F)
            }
        }
        var cipher = try SampleCipher(key: key, vector: vector)
        let plain = try TransportStreamDecryptor.decrypt(secret, with: &cipher)
        #expect(elementary(plain, 0x100) == elementary(clear, 0x100))
        #expect(elementary(plain, 0x101) == elementary(clear, 0x101))
    }

    /// Returns the joined payloads of the packets with an identifier.
    private func elementary(_ bytes: [UInt8], _ identifier: Int) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 188) {
            guard Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2]) == identifier,
                bytes[start + 3] & 0x10 != 0
            else { continue }
            let field = bytes[start + 3] & 0x20 != 0 ? 1 + Int(bytes[start + 4]) : 0
            result += bytes[start + 4 + field..<start + 188]
        }
        return result
    }

    @Test(
        .enabled(if: ShellCommand.succeeds("command -v ffmpeg")),
        arguments: ["video-360p", "audio-en"])
    func `ffmpeg decrypts fragments`(track: String) throws {
        let media = try file("\(SampleMedia.fragments.folder)/\(track)/media.mp4")
        let list = String(
            decoding: try file("\(SampleMedia.fragments.folder)/\(track)/index.m3u8"), as: UTF8.self
        )
        // The playlist lists ranges as LENGTH@START.
        let ranges = list.split(whereSeparator: { "\n\"".contains($0) }).compactMap { line in
            let text = line.split(separator: ":").last ?? line
            let numbers = text.split(separator: "@").compactMap { Int($0) }
            return numbers.count == 2 ? numbers[1]..<numbers[1] + numbers[0] : nil
        }
        let initialization = Array(media[try #require(ranges.first)])
        let segment = Array(media[ranges[2]])
        let encryption = SegmentEncryption(
            .samples, key: key, vector: vector, identifier: Array(0..<16))
        let section = try encryption.initialization(initialization)
        let secret = try encryption.media(segment, initialization: initialization)
        let clear = try packets(initialization + segment, "clear.mp4")
        #expect(
            try packets(section + secret, "secret.mp4", "-decryption_key \(hexadecimalKey)")
                == clear)
        #expect(try packets(section + secret, "secret.mp4") != clear)
        let other = String(repeating: "00", count: 16)
        #expect(try packets(section + secret, "secret.mp4", "-decryption_key \(other)") != clear)
        // This package decrypts the fragments, too.
        let movie = try MovieProtection(section)
        let plain = try FragmentDecryptor.decrypt(secret, movie: movie) {
            identifier throws(DecryptionError) in
            #expect(identifier.bytes == Array(0..<16))
            return key
        }
        let cleared = try MovieProtection.clear(section)
        #expect(try packets(cleared + plain, "plain.mp4") == clear)
    }

    @Test func `media that cannot be encrypted is refused, and never sent in the clear`() throws {
        let encryption = SegmentEncryption(.samples, key: key, vector: vector)
        #expect(throws: DecryptionError.self) {
            try encryption.media(Array("WEBVTT\n\n".utf8), initialization: nil)
        }
        #expect(throws: DecryptionError.self) {
            try encryption.media([0, 0, 0, 8] + Array("moof".utf8), initialization: nil)
        }
        #expect(throws: DecryptionError.self) {
            try encryption.media(
                file("\(SampleMedia.packedAudio.folder)/segment-0.aac"), initialization: nil)
        }
        // Makes the program map declare MPEG audio, a stream type for which sample encryption is
        // not defined.
        var clear = try transport
        let map = try #require(
            stride(from: 0, to: clear.count, by: 188).first {
                clear[$0 + 5] == 0x02 && clear[$0 + 1] == 0x50
            })
        let section = clear[map + 5..<map + 188]
        let count = 3 + Int(section[map + 6] & 0x0F) << 8 + Int(section[map + 7])
        let place = try #require(section.firstIndex(of: 0x0F))
        clear[place] = 0x03
        let sum = CyclicRedundancy.section(Array(clear[map + 5..<map + 5 + count - 4]).span)
        clear.setNumber(UInt64(sum), at: map + 5 + count - 4, count: 4)
        #expect(throws: DecryptionError.self) {
            try encryption.media(clear, initialization: nil)
        }
    }
}
