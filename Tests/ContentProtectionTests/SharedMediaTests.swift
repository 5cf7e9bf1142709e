import ContentProtection
import Containers
import HeadlessPlayback
import TestSupport
import Testing

/// Media encrypted by third parties, compared with the clear originals.
@Suite(
    .enabled(if: SharedMedia.isPresent, "the protected media is not beside the repository"))
struct SharedMediaTests {
    @Test(arguments: [("video", 82), ("audio", 80)])
    func `a decrypted transport stream equals its clear twin`(kind: String, count: Int) throws {
        var samples: [Sample] = []
        for number in 1...3 {
            let name = "bear-640x360-ac3-\(kind)-\(number).ts"
            var cipher = try SampleCipher(
                key: SharedMedia.bytes("sample-aes-ts/key.bin"), vector: Array("34567890".utf8))
            let clear = try Sample.all(
                in: TransportStreamDecryptor.decrypt(
                    SharedMedia.bytes("sample-aes-ts/\(name)"), with: &cipher))
            #expect(
                try clear == Sample.all(in: SharedMedia.bytes("sample-aes-ts/clear/\(name)")))
            samples += clear
        }
        #expect(samples.count == count)
    }

    struct FileCase: CustomTestStringConvertible {
        var encrypted: String
        var clear: String
        var key: String
        var initialization: Int
        var samples: Int
        var testDescription: String { encrypted }
    }

    @Test(arguments: [
        FileCase(
            encrypted: "cbcs-fmp4/audio/bear-640x360-audio.mp4",
            clear: "cbcs-fmp4/clear/decrypted-bear-640x360-audio-0.mp4",
            key: "cbcs-fmp4/audio/key.bin", initialization: 1023, samples: 119),
        FileCase(
            encrypted: "cbcs-fmp4/video/bear-640x360-video.mp4",
            clear: "cbcs-fmp4/clear/decrypted-bear-640x360-video-0.mp4",
            key: "cbcs-fmp4/video/key.bin", initialization: 1147, samples: 82),
        FileCase(
            encrypted: "cenc-fmp4/bear-640x360-audio.mp4",
            clear: "cenc-fmp4/clear/bear-640x360-audio.mp4", key: "cenc-fmp4/key.bin",
            initialization: 1014, samples: 119),
        FileCase(
            encrypted: "cenc-fmp4/bear-640x360-video.mp4",
            clear: "cenc-fmp4/clear/bear-640x360-video.mp4", key: "cenc-fmp4/key.bin",
            initialization: 1138, samples: 82),
    ])
    func `a decrypted file of fragments equals its clear twin`(file: FileCase) throws {
        let bytes = SharedMedia.bytes(file.encrypted)
        let key = SharedMedia.bytes(file.key)
        let initialization = try MovieProtection.clear(Array(bytes[..<file.initialization]))
        let media = try FragmentDecryptor.decrypt(
            Array(bytes[file.initialization...]), movie: MovieProtection(initialization)
        ) { _ in key }
        let samples = try Sample.all(in: media, initialization: initialization)
        #expect(samples.count == file.samples)
        #expect(try samples == Sample.all(in: SharedMedia.bytes(file.clear)))
    }

    @Test(arguments: [
        "sample-aes-ts/output.m3u8", "sample-aes-ts/bear-640x360-ac3-video.m3u8",
        "sample-aes-ts/bear-640x360-ac3-audio.m3u8", "cbcs-fmp4/audio/media.m3u8",
        "cbcs-fmp4/video/media.m3u8", "cenc-fmp4/output.m3u8",
    ])
    func `an asset plays to its end, decoded without a broken frame`(path: String) throws {
        let folder = try #require(SharedMedia.folder)
        let playback = Playback(provider: DecryptingProvider()) { $0.verification = .decode }
            .play(Video(hlsURL: "\(folder)/\(path)"))
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.recorder.errors.map(\.description) == [])
        #expect(playback.times(in: .damaged) == [:])
        #expect(playback.ledger?.isSound == true)
    }
}
