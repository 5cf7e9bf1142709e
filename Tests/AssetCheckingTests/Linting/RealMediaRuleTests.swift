import AssetChecking
import Linting
import TestSupport
import Testing
import Transport

/// Rules about media, checked on samples, on media that barely pass, and on media that fail.
@Suite struct RealMediaRuleTests {
    private func inspect(
        _ asset: MediaAsset, _ profile: LintRule.Profile = .apple, decodes: Bool = false
    ) -> InspectedAsset {
        var inspector = AssetInspector(profile)
        inspector.decodes = decodes
        return inspector.inspectInTurn(MediaAsset.folder + "index.m3u8", loader: asset)
    }

    private func words(_ breaches: [LintBreach]) -> String {
        breaches.map { "\($0.rule.code) \($0.line ?? 0): \($0.problem)" }.joined(separator: "; ")
    }

    @Test(arguments: RealMediaFixture.all)
    func `media that barely keeps a rule passes, and media that clearly breaks it does not`(
        fixture: RealMediaFixture
    ) throws {
        let decodes = LintRule.named(fixture.code)?.measure == .decoded
        let near = inspect(try fixture.near(), decodes: decodes).breaches
        #expect(!near.contains { $0.rule.code == fixture.code }, "\(words(near))")
        let severe = inspect(try fixture.severe(), decodes: decodes).breaches
        let breach = severe.first { $0.rule.code == fixture.code }
        let found = try #require(breach, "found only \(words(severe))")
        #expect(!found.problem.isEmpty && !found.expected.isEmpty)
    }

    /// The rules that samples break on purpose.
    private static let known: [String: Set<String>] = [
        "single": ["media.independent-undeclared"], "id3": ["media.independent-undeclared"],
        "protected-aes128": ["media.independent-undeclared", "attr.hex-lower-case"],
    ]

    @Test(arguments: Set(RealMediaFixture.all.map(\.sample)).sorted())
    func `a sample breaks no rule of the specification`(name: String) throws {
        let result = inspect(try MediaAsset(name), .rfc, decodes: true)
        let found = result.breaches.filter {
            Self.known[name]?.contains($0.rule.code) != true
        }
        #expect(found.isEmpty, "\(words(found))")
    }

    @Test func `frames are decoded only on request, and a rule left unchecked is listed`() throws {
        var asset = try MediaAsset("cmaf-byteranges")
        try asset.change("video-180p/media.mp4~zero~2482~16")
        let quick = inspect(asset, .rfc)
        #expect(quick.breaches.isEmpty, "\(words(quick.breaches))")
        let open = quick.coverage.unchecked.first { $0.rule.code == "media.undecodable" }
        #expect(open?.reason == "no media was decoded")
        let whole = inspect(asset, .rfc, decodes: true)
        #expect(whole.coverage.checked.contains { $0.code == "media.undecodable" })
        #expect(whole.breaches.map(\.rule.code) == ["media.undecodable"])
    }

    @Test func `the headers of HTTP responses are checked, and local files have none to check`()
        throws
    {
        func codes(_ result: InspectedAsset) -> Set<String> {
            Set(result.breaches.map(\.rule.code)).subtracting(Self.known["single"] ?? [])
        }
        var asset = try MediaAsset("single")
        asset.fields = [HeaderField(name: "Content-Type", value: "text/plain")]
        #expect(codes(inspect(asset, .rfc)) == ["delivery.content-type", "delivery.cors"])
        asset.fields = nil
        let local = inspect(asset, .rfc)
        #expect(codes(local).isEmpty)
        #expect(local.coverage.unchecked.contains { $0.rule.code == "delivery.cors" })
    }

    @Test(arguments: [
        ("single", "segment-1.ts"), ("packed-audio", "segment-1.aac"),
        ("cmaf-byteranges", "video-180p/media.mp4"), ("protected-aes128", "segment-3.ts"),
    ])
    func `a truncated media file adds a finding or a note that a check was omitted`(
        sample: String, file: String
    ) throws {
        let whole = inspect(try MediaAsset(sample), .rfc)
        let length = try #require(try MediaAsset(sample).files[file]).count
        // The files are cut near the start, twice within a packet, between two packets, and near
        // the end.
        let thirds = [length / 3 / 188 * 188, length * 2 / 3 / 188 * 188]
        for count in [1, thirds[0] + 77, thirds[1] + 1, thirds[1], length - 1] {
            var asset = try MediaAsset(sample)
            try asset.change("\(file)~cut~\(count)")
            let cut = inspect(asset, .rfc)
            let isNoticed =
                cut.breaches != whole.breaches
                || cut.coverage.omissions.count > whole.coverage.omissions.count
            #expect(isNoticed, "\(count) of \(length) bytes")
        }
    }

    @Test(arguments: [0, 20, 52, 100, 1653, 1660, 10_000, 26_052])
    func `a truncated fragment of encrypted media is a finding without the key`(count: Int) throws {
        var asset = try MediaAsset("protected-cbcs")
        try asset.change("video-180p/segment-1.m4s~cut~\(count)")
        let found = inspect(asset, .rfc).breaches.filter {
            ["fmp4.data-outside", "segment.unreadable"].contains($0.rule.code)
        }
        #expect(found.count == 1, "\(words(found))")
        #expect(found.first?.resource?.hasSuffix("video-180p/segment-1.m4s") == true)
    }

    @Test(arguments: [
        ("00:00:01.000 --> 00:00:02.000", []), ("00:00:01.000 --> 00:00:", ["vtt.cue-lost"]),
    ])
    func `a playlist of WebVTT alone is checked as subtitles`(times: String, codes: [String]) {
        let list =
            "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
            + "#EXTINF:4.0,\n0.vtt?a=1\n#EXT-X-ENDLIST\n"
        let asset = MediaAsset(files: [
            "index.m3u8": Array(list.utf8), "0.vtt?a=1": Array("WEBVTT\n\n\(times)\nA\n".utf8),
        ])
        let found = inspect(asset, .rfc).breaches.filter { $0.severity == .error }
        #expect(found.map(\.rule.code) == codes, "\(words(found))")
    }

    /// The type of the handler is overwritten with zeros.
    @Test func `a damaged movie box in an initialization section is a finding`() throws {
        var asset = try MediaAsset("cmaf-byteranges")
        try asset.change("video-180p/media.mp4~zero~300~4")
        let found = inspect(asset, .rfc).breaches
        #expect(Set(found.map(\.rule.code)) == ["media.corrupt"], "\(words(found))")
    }

    @Test(arguments: [false, true])
    func `a name of another container is a finding only if the container changes`(
        changes: Bool
    ) throws {
        var asset = try MediaAsset("packed-audio")
        if changes {
            asset.files["segment-1.aac"] = try MediaAsset("single").files["segment-1.ts"]
        } else {
            let list = String(decoding: asset.files["index.m3u8"] ?? [], as: UTF8.self)
            asset.files["index.m3u8"] = Array(list.replacing(".aac", with: ".ts").utf8)
            for number in 0..<3 {
                asset.files["segment-\(number).ts"] = asset.files["segment-\(number).aac"]
            }
        }
        let found = inspect(asset, .rfc).breaches
        #expect(
            found.contains { $0.rule.code == "segment.unreadable" } == changes, "\(words(found))")
    }

    @Test(arguments: ["audio", "subtitles"])
    func `a rendition whose segments are copies of those of another language is found`(
        kind: String
    ) throws {
        var asset = try MediaAsset("ts-multivariant")
        for (name, bytes) in asset.files where name.hasPrefix("\(kind)-en/segment") {
            asset.files[name.replacing("-en/", with: "-fr/")] = bytes
        }
        let found = inspect(asset, .rfc).breaches
        #expect(found.map(\.rule.code) == ["rendition.language-differs"], "\(words(found))")
    }

    /// Returns a sample with subtitles, whose playlist has two segments.
    private func subtitled(_ section: String) throws -> MediaAsset {
        var asset = try MediaAsset("cmaf-byteranges")
        try asset.change(
            "index.m3u8~text~#EXT-X-INDEPENDENT-SEGMENTS~#EXT-X-INDEPENDENT-SEGMENTS\n"
                + "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"text\",NAME=\"English\",LANGUAGE=\"en\""
                + ",URI=\"text.m3u8\"")
        let list =
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
            + "\(section)#EXTINF:4,\n0.m4s\n#EXTINF:4,\n1.m4s\n#EXT-X-ENDLIST\n"
        asset.files["text.m3u8"] = Array(list.utf8)
        return asset
    }

    @Test func `fragments of subtitles without EXT-X-MAP are reported as such`() throws {
        var asset = try subtitled("")
        for (name, time) in [("0.m4s", 0), ("1.m4s", 4000)] {
            asset.files[name] = WebVTTFragments.segment(at: time, [.cues(4000, .init("one"))])
        }
        let found = inspect(asset, .rfc).breaches.filter {
            ["segment.map-missing", "segment.unreadable", "vtt.no-signature"].contains($0.rule.code)
        }
        #expect(Set(found.map(\.rule.code)) == ["segment.map-missing"], "\(words(found))")
    }

    /// Adds subtitles of two segments, each with a cue.
    @Test(arguments: [(4000, 0), (5000, 1), (0, 1)])
    func `WebVTT in fMP4 with the times of another segment is found`(
        start: Int, count: Int
    ) throws {
        var asset = try subtitled("#EXT-X-MAP:URI=\"text.mp4\"\n")
        asset.files["text.mp4"] = WebVTTFragments.initialization()
        for (name, time) in [("0.m4s", 0), ("1.m4s", start)] {
            asset.files[name] = WebVTTFragments.segment(
                at: time, [.cues(2000, .init("one")), .empty(2000)])
        }
        let found = inspect(asset, .rfc).breaches.filter { $0.rule.code.hasPrefix("vtt.") }
        #expect(found.map(\.rule.code) == Array(repeating: "vtt.timestamp-map-off", count: count))
    }

    @Test func `an encrypted sample that exceeds its mdat box is a finding without the key`() throws
    {
        var asset = try MediaAsset("protected-cbcs")
        let bytes = try #require(asset.files["audio-en/segment-1.m4s"])
        // These bytes are the number of samples, the offset of the first sample, and the size of
        // the first sample.
        #expect(Array(bytes[148..<160]) == [0, 0, 0, 0x8D, 0, 0, 2, 0xA4, 0, 0, 0, 0x6F])
        try asset.change("audio-en/segment-1.m4s~set~156~00100000")
        let found = inspect(asset, .rfc).breaches
        #expect(found.map(\.rule.code) == ["fmp4.data-outside"], "\(words(found))")
        #expect(words(found).contains("outside of the box mdat"))
    }

    @Test(arguments: [0x100, 0x101])
    func `a PES packet that appears twice is an error`(stream: Int) throws {
        var asset = try MediaAsset("single")
        let packets = EditedPackets(try #require(asset.files["segment-1.ts"]))
        let unit = packets.units(of: stream)[2]
        var double = packets
        double.all.insert(
            contentsOf: unit.map { packets.all[$0] }, at: try #require(unit.last) + 1)
        asset.files["segment-1.ts"] = double.renumbered.bytes
        let found = inspect(asset, .rfc).breaches.filter { $0.rule.code == "media.dts-backwards" }
        #expect(found.count == 1, "\(words(found))")
    }

    @Test(arguments: [nil, [0, 47], [1, 0], [2, 0]] as [[Int]?])
    func `a segment may be cut between reordered pictures if none of them is lost`(
        lost: [Int]?
    ) throws {
        var asset = try MediaAsset("single")
        asset.files["index.m3u8"] = Array(EditedPackets.playlistOfReorderedPictures.utf8)
        for (number, bytes) in EditedPackets.cutBetweenReorderedPictures(lost: lost).enumerated() {
            asset.files["segment-\(number).ts"] = bytes
        }
        let codes: Set = ["media.lost-frames", "media.pts-gap"]
        let found = inspect(asset, .rfc).breaches.filter { codes.contains($0.rule.code) }
        #expect(found.isEmpty == (lost == nil), "\(words(found))")
    }

    @Test func `the only picture of a segment lasts for the duration of the segment`() throws {
        var asset = try MediaAsset("single")
        for name in asset.files.keys where name.hasSuffix(".ts") {
            let packets = EditedPackets(asset.files[name] ?? [])
            let rest = packets.units(of: 0x100).dropFirst().flatMap(\.self)
            asset.files[name] = packets.without(rest).renumbered.bytes
        }
        let found = inspect(asset, .rfc).breaches
        let codes: Set = [
            "segment.extinf-wrong", "segment.discontinuity-undeclared", "media.pts-gap",
        ]
        #expect(codes.isDisjoint(with: found.map(\.rule.code)), "\(words(found))")
    }

    @Test func `frames of packed audio that appear twice overlap the next segment`() throws {
        var asset = try MediaAsset("packed-audio")
        let bytes = try #require(asset.files["segment-0.aac"])
        let start = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
        let size =
            Int(bytes[start + 3] & 3) << 11 | Int(bytes[start + 4]) << 3
            | Int(bytes[start + 5] >> 5)
        asset.files["segment-0.aac"]?.insert(
            contentsOf: bytes[start..<start + size], at: start)
        let found = inspect(asset, .rfc).breaches.map(\.rule.code)
        #expect(found.contains("media.pts-overlap"), "\(found)")
    }

    /// Joins two audio segments into one, whose second fragment begins late.
    @Test(arguments: [
        (0, false), (90, false), (511, false), (512, true), (1024, true), (4000, true),
    ])
    func `a gap of half a frame or more between the fragments of a segment is found`(
        delay: Int, isFound: Bool
    ) throws {
        var asset = try MediaAsset("cmaf-byteranges")
        var text = String(decoding: asset.files["audio-en/index.m3u8"] ?? [], as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        let places = lines.indices.filter { lines[$0].hasPrefix("#EXTINF") }
        #expect(lines[places[0] + 1].hasPrefix("#EXT-X-BYTERANGE:12722@"))
        var joined = lines
        joined[places[0]] = "#EXTINF:6.016,"
        joined[places[0] + 1] = "#EXT-X-BYTERANGE:25594@729"
        joined.removeSubrange(places[1]...places[1] + 2)
        text = joined.joined(separator: "\n").replacing("DURATION:3", with: "DURATION:6") + "\n"
        asset.files["audio-en/index.m3u8"] = Array(text.utf8)
        // The decode time of the second fragment, in eight bytes.
        let time = String(0x23400 + delay, radix: 16)
        let zeros = String(repeating: "0", count: 16 - time.count)
        if delay > 0 { try asset.change("audio-en/media.mp4~set~13579~\(zeros)\(time)") }
        let found = inspect(asset, .rfc).breaches.filter { $0.rule.code == "media.lost-frames" }
        #expect(found.count == (isFound ? 1 : 0), "\(words(found))")
    }
}
