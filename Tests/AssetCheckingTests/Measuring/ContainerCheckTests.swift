import AssetChecking
import Playlists
import TestSupport
import Testing
import Transport
import VirtualTime

/// The structure, the duration and the text of files that are stored.
@Suite struct ContainerCheckTests {
    private let scratch = ScratchFolder()

    private func result(
        _ text: String, hasMedia: Bool = true, knowsDurations: Bool = false
    ) throws -> ContainerCheck.Result {
        let path = scratch.put(text.utf8, at: "index.m3u8")
        guard case .media(let playlist) = try Playlist(parsing: Array(text.utf8)) else {
            throw MediaAsset.Mismatch(description: "not a media playlist")
        }
        let check = try ContainerCheck(
            playlist, url: "file://" + path, loader: StandardLoader(),
            cancellation: CancellationFlag())
        return check.run(hasMedia: hasMedia, knowsDurations: knowsDurations)
    }

    private func findings(
        _ text: String, hasMedia: Bool = true, knowsDurations: Bool = false
    ) throws -> [String] {
        try result(text, hasMedia: hasMedia, knowsDurations: knowsDurations).findings.map {
            finding in
            "\(finding.url.split(separator: "/").last ?? ""): \(finding.reason)"
        }
    }

    private func playlist(_ lines: String) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(lines)\n#EXT-X-ENDLIST\n"
    }

    @Test func `a segment that ends within a packet is found`() throws {
        let segment = fileBytes("\(SampleMedia.folder)/single/segment-0.ts")
        scratch.put(segment, at: "0.ts")
        scratch.put(segment.prefix(5000), at: "1.ts")
        #expect(
            try findings(playlist("#EXTINF:2,\n0.ts\n#EXTINF:2,\n1.ts"))
                == ["1.ts: broken MPEG-TS at byte 4888: the last packet is incomplete"])
    }

    @Test(arguments: [
        (120, "it holds 1.120 s of media, and its playlist promises 2.000 s"),
        (3, "MPEG-TS without a single sample"),
    ])
    func `a segment that ends between two packets is found`(packets: Int, reason: String) throws {
        for name in ["0.ts", "1.ts"] {
            let segment = fileBytes("\(SampleMedia.folder)/single/segment-\(name)")
            scratch.put(name == "0.ts" ? segment : Array(segment.prefix(packets * 188)), at: name)
        }
        let lines = "#EXTINF:2,\n0.ts\n#EXTINF:2,\n1.ts"
        #expect(try findings(playlist(lines)) == ["1.ts: \(reason)"])
        #expect(try findings(playlist(lines), knowsDurations: true) == [])
        // A segment this short may be truncated by rounding.
        #expect(try findings(playlist("#EXTINF:2,\n0.ts\n#EXTINF:0.1,\n1.ts")) == [])
    }

    @Test(arguments: [
        ("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nA\n", []),
        (
            "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nA\n\n00:00:",
            ["1.vtt: 1 cue is lost: line 6: \"00:00:\" is not a pair of times"]
        ),
    ])
    func `a text segment that ends within the times of a cue is found`(
        text: String, expected: [String]
    ) throws {
        scratch.put("WEBVTT\n".utf8, at: "0.vtt")
        scratch.put(text.utf8, at: "1.vtt")
        let lines = "#EXTINF:2,\n0.vtt\n#EXTINF:2,\n1.vtt"
        #expect(try findings(playlist(lines), hasMedia: false) == expected)
    }

    @Test func `media in place of a text segment is found`() throws {
        scratch.put("WEBVTT\n".utf8, at: "0.vtt")
        scratch.put(fileBytes("\(SampleMedia.folder)/single/segment-0.ts"), at: "1.vtt")
        let lines = "#EXTINF:2,\n0.vtt\n#EXTINF:2,\n1.vtt"
        #expect(
            try findings(playlist(lines), hasMedia: false)
                == ["1.vtt: MPEG-TS without text, in a subtitle rendition"])
    }

    @Test func `a clear segment that was cut before its encryption is found`() throws {
        let (key, vector) = ([UInt8](repeating: 7, count: 16), [UInt8](repeating: 0, count: 16))
        let segment = fileBytes("\(SampleMedia.folder)/single/segment-0.ts")
        scratch.put(key, at: "k")
        for (name, clear) in [("0.ts", segment), ("1.ts", Array(segment.prefix(5000)))] {
            let bytes = try EncryptorWholeSegment.encrypt(clear, key: key, vector: vector)
            scratch.put(bytes, at: name)
        }
        let tag = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x0"
        #expect(
            try findings(playlist("\(tag)\n#EXTINF:2,\n0.ts\n#EXTINF:2,\n1.ts"))
                == ["1.ts: broken MPEG-TS at byte 4888: the last packet is incomplete"])
    }

    @Test func `encrypted samples for which no key is listed are found`() throws {
        var encryptor = EncryptorTransportStream()
        (encryptor.key, encryptor.vector) = (
            [UInt8](repeating: 7, count: 16), [UInt8](repeating: 0, count: 16)
        )
        let segment = fileBytes("\(SampleMedia.folder)/single/segment-0.ts")
        scratch.put(segment, at: "0.ts")
        scratch.put(try encryptor.encrypt(segment), at: "1.ts")
        let found = try findings(playlist("#EXTINF:2,\n0.ts\n#EXTINF:2,\n1.ts"))
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("1.ts: samples are encrypted, and the playlist") == true)
    }

    @Test func `a key of samples is proven only by encrypted samples`() throws {
        var encryptor = EncryptorTransportStream()
        (encryptor.key, encryptor.vector) = (
            [UInt8](repeating: 7, count: 16), [UInt8](repeating: 0, count: 16)
        )
        let segment = fileBytes("\(SampleMedia.folder)/single/segment-0.ts")
        scratch.put(encryptor.key, at: "k")
        scratch.put(segment, at: "0.ts")
        scratch.put(try encryptor.encrypt(segment), at: "1.ts")
        let tag = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",IV=0x0"
        #expect(try result(playlist("\(tag)\n#EXTINF:2,\n0.ts")).keyProofs == ["k": false])
        #expect(
            try result(playlist("\(tag)\n#EXTINF:2,\n0.ts\n#EXTINF:2,\n1.ts")).keyProofs
                == ["k": true])
    }
}
