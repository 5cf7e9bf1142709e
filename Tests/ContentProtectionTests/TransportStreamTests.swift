import Containers
import ContentProtection
import TestSupport
import Testing

/// Tests with transport streams that the tests themselves encrypt.
@Suite struct TransportStreamTests {
    struct Segment: CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var samples: Int
    }

    static let segments = [
        Segment(testDescription: "clip", bytes: Fixture.bytes("clip.ts"), samples: 55),
        Segment(
            testDescription: "two seconds",
            bytes: fileBytes("\(SampleMedia.single.folder)/segment-1.ts"), samples: 144),
        Segment(
            testDescription: "four seconds of 540p",
            bytes: fileBytes("\(SampleMedia.transportStream.folder)/video-540p/segment-2.ts"),
            samples: 100),
        Segment(
            testDescription: "sound alone",
            bytes: fileBytes("\(SampleMedia.transportStream.folder)/audio-en/segment-2.ts"),
            samples: 188),
    ]

    private func decrypt(
        _ bytes: [UInt8], _ encryptor: EncryptorTransportStream
    ) throws -> [UInt8] {
        var cipher = try SampleCipher(key: encryptor.key, vector: encryptor.vector)
        return try TransportStreamDecryptor.decrypt(bytes, with: &cipher)
    }

    @Test(arguments: segments, [false, true])
    func `decrypted samples equal those before encryption`(
        segment: Segment, repeatsPackets: Bool
    ) throws {
        var encryptor = EncryptorTransportStream()
        encryptor.repeatsPackets = repeatsPackets
        let encrypted = try encryptor.encrypt(segment.bytes)
        let clear = try decrypt(encrypted, encryptor)
        #expect(clear.count == encrypted.count)
        let samples = try Sample.all(in: clear)
        #expect(samples.count == segment.samples)
        #expect(try samples == Sample.all(in: segment.bytes))
    }

    @Test(arguments: segments)
    func `decryption keeps the transport packets in place, with continuous counters`(
        segment: Segment
    ) throws {
        var encryptor = EncryptorTransportStream()
        let encrypted = try encryptor.encrypt(segment.bytes)
        let clear = try decrypt(encrypted, encryptor)
        var counters: [Int: UInt8] = [:]
        for start in stride(from: 0, to: clear.count, by: 188) {
            #expect(clear[start..<start + 3] == encrypted[start..<start + 3])
            let identifier = Int(clear[start + 1] & 0x1F) << 8 | Int(clear[start + 2])
            let counter = clear[start + 3] & 0x0F
            if let last = counters[identifier], clear[start + 3] & 0x10 != 0 {
                #expect(counter == (last + 1) & 0x0F)
            }
            counters[identifier] = counter
            // The clock reference, if there is one, must not change.
            if encrypted[start + 3] & 0x20 != 0, encrypted[start + 4] >= 7,
                encrypted[start + 5] & 0x10 != 0
            {
                #expect(clear[start + 5..<start + 12] == encrypted[start + 5..<start + 12])
            }
        }
    }

    @Test(arguments: segments)
    func `a clear segment passes unchanged`(segment: Segment) throws {
        #expect(try decrypt(segment.bytes, EncryptorTransportStream()) == segment.bytes)
    }

    @Test(arguments: segments)
    func `a segment has streams without encryption only if none of them is encrypted`(
        segment: Segment
    ) throws {
        var encryptor = EncryptorTransportStream()
        let encrypted = try encryptor.encrypt(segment.bytes)
        #expect(ClearStreams.read(MemoryInput(encrypted)) == [])
        let clear = ClearStreams.read(MemoryInput(segment.bytes))
        #expect(!clear.isEmpty)
        #expect(clear.allSatisfy { $0.hasPrefix("AAC (") || $0.hasPrefix("H.264 (") }, "\(clear)")
    }

    @Test func `a NAL unit gets emulation prevention twice, and decryption removes it once`() throws
    {
        // A unit full of zeros, whose clear part needs emulation prevention bytes throughout.
        let unit: [UInt8] =
            [0x65] + EncryptorTransportStream.preventEmulation([UInt8](repeating: 0, count: 999))
            + [0x80]
        let encryptor = EncryptorTransportStream()
        var cipher = try SampleCipher(key: encryptor.key, vector: encryptor.vector, .encrypt)
        var encrypted = unit
        try cipher.apply(to: &encrypted, at: VideoUnits.blocks(of: encrypted.indices))
        encrypted = EncryptorTransportStream.preventEmulation(encrypted)
        #expect(encrypted.count > unit.count + 300)
        let code: [UInt8] = [0, 0, 0, 1]
        cipher = try SampleCipher(key: encryptor.key, vector: encryptor.vector)
        let stream = code + [0x09, 0xF0] + code + encrypted + code + [0x09, 0xF0]
        let units = try VideoUnits(decrypting: stream, with: &cipher)
        #expect(units.bytes == code + [0x09, 0xF0] + code + unit + code + [0x09, 0xF0])
        #expect(units.removed.count == stream.count - units.bytes.count)
    }

    @Test(arguments: [1, 31, 48])
    func `a NAL unit of at most 48 bytes is not encrypted`(count: Int) throws {
        let stream: [UInt8] = [0, 0, 1, 0x65] + (1..<count).map { UInt8($0) }
        var cipher = try SampleCipher(
            key: [UInt8](repeating: 1, count: 16), vector: [UInt8](repeating: 2, count: 16))
        #expect(try VideoUnits(decrypting: stream, with: &cipher).bytes == stream)
    }

    @Test func `audio without a frame at its start is reported as garbage`() throws {
        var encryptor = EncryptorTransportStream()
        var encrypted = try encryptor.encrypt(Self.segments[3].bytes)
        let packet = 188 * 10
        let place = try #require(
            encrypted[packet..<packet + 188].firstRange(of: [0xFF, 0xF1])
        ).lowerBound
        encrypted[place] = 0
        #expect(
            throws: DecryptionError(.garbage("no audio frame starts here"), offset: packet)
        ) {
            try decrypt(encrypted, encryptor)
        }
    }

    @Test func `a stream with lost packets is reported as broken`() throws {
        var encryptor = EncryptorTransportStream()
        let encrypted = try encryptor.encrypt(Self.segments[0].bytes)
        var shifted = encrypted
        shifted.insert(0, at: 500)
        #expect(throws: DecryptionError(.malformed("no transport packet"), offset: 564)) {
            try decrypt(shifted, encryptor)
        }
    }

    @Test func `no changed byte and no truncation causes a crash`() throws {
        var encryptor = EncryptorTransportStream()
        let encrypted = try encryptor.encrypt(Fixture.bytes("clip.ts"))
        var thrown = 0
        func run(_ bytes: [UInt8]) {
            do { _ = try decrypt(bytes, encryptor) } catch { thrown += 1 }
        }
        for place in stride(from: 0, to: encrypted.count, by: 3) {
            var changed = encrypted
            changed[place] = ~changed[place]
            run(changed)
        }
        for place in 0..<188 * 3 {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var changed = encrypted
                changed[place] = value
                run(changed)
            }
        }
        for count in stride(from: 0, to: encrypted.count, by: 47) {
            run(Array(encrypted[..<count]))
        }
        #expect(thrown > 10)
    }
}
