import Foundation
import TestSupport
import Testing

/// `playctl compare`: the differences between two assets.
@Suite struct CompareCommandTests {
    private let folder = ScratchFolder()
    private let original = "\(SampleMedia.folder)/markers/index.m3u8"

    /// Copies the asset into the folder, and returns the path of its playlist.
    private func copy() throws -> String {
        let place = "\(folder.path)/asset"
        if FileManager.default.fileExists(atPath: place) {
            try FileManager.default.removeItem(atPath: place)
        }
        try FileManager.default.copyItem(
            atPath: "\(SampleMedia.folder)/markers", toPath: place)
        return "\(place)/index.m3u8"
    }

    @Test func `an asset is equal to its copy`() throws {
        let outcome = try Playctl.run("compare", original, try copy())
        #expect(outcome.status == 0)
        #expect(outcome.output == "0 differences\n")
        let json = try Playctl.run("compare", original, try copy(), "--json").object
        #expect(json["equal"] as? Bool == true && (json["differences"] as? [Any])?.isEmpty == true)
    }

    @Test(arguments: [
        ("index.m3u8", "BANDWIDTH=155664", "BANDWIDTH=255664", "BANDWIDTH: 155664 -> 255664"),
        ("low/index.m3u8", "#EXT-X-CUE-IN", "#EXT-X-CUE-SPAN", "cue tags: "),
        ("low/index.m3u8", "#EXT-X-CUE-OUT:2.000", "#EXT-X-CUE-OUT:3.000", "cue tags: "),
        ("low/index.m3u8", "#EXT-OATCLS-SCTE35:", "#EXT-X-MINE:", "cue tags: "),
        ("high/index.m3u8", "#EXT-X-ENDLIST", "", "EXT-X-ENDLIST: yes -> no"),
        ("high/index.m3u8", "#EXT-X-ENDLIST", "", "rule media.vod-without-endlist"),
    ])
    func `a change of an asset is reported as a difference`(
        file: String, old: String, new: String, words: String
    ) throws {
        let place = try copy()
        let text = folder.text("asset/\(file)")
        let changed = text.replacing(old, with: new, maxReplacements: 1)
        try #require(changed != text, "\(file) has no \(old)")
        try folder.put(changed.utf8, at: "asset/\(file)")
        let outcome = try Playctl.run("compare", original, place)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains(words), "\(outcome.output)")
    }

    @Test func `a changed SCTE 35 message in a segment of equal size is a difference`() throws {
        let place = try copy()
        var count = 0
        for number in 0..<6 {
            let name = "asset/low/segment-\(number).ts"
            let bytes = fileBytes("\(folder.path)/\(name)")
            let changed = bytes.replacing(Array("break-2".utf8), with: Array("break-7".utf8))
            guard changed != bytes else { continue }
            try folder.put(changed, at: name)
            count += 1
        }
        try #require(count > 0)
        let outcome = try Playctl.run("compare", original, place)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("markers in the media: "), "\(outcome.output)")
        #expect(!outcome.output.contains("segment sizes: "))
    }

    @Test func `a changed segment and a missing one are differences`() throws {
        let place = try copy()
        let media = try #require(
            try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/asset/low").sorted()
                .first { $0.hasSuffix(".ts") || $0.hasSuffix(".m4s") })
        let bytes = fileBytes("\(folder.path)/asset/low/\(media)")
        try folder.put(bytes + bytes.suffix(188), at: "asset/low/\(media)")
        let other = try Playctl.run("compare", original, place)
        #expect(other.status == 1 && other.output.contains("segment sizes: "))
        #expect(try Playctl.run("compare", original, place, "--no-media").status == 0)
        try folder.remove("asset/low/\(media)")
        let lost = try Playctl.run("compare", original, place)
        #expect(lost.status == 1)
        #expect(lost.output.contains("not compared: B: "))
        // A limit excludes the media after it from the comparison, but does not hide a missing
        // segment before it.
        let part = try Playctl.run("compare", original, place, "--max-media", "1m")
        #expect(part.status == 1 && part.output.contains("not compared: B: "))
        #expect(
            try Playctl.run("compare", original, original, "--max-media", "5s").status == 0)
        let none = try Playctl.run("compare", original, "\(folder.path)/none.m3u8")
        #expect(none.status == 1)
        #expect(none.output.contains("not compared: B: the asset cannot be loaded"))
    }

    @Test(arguments: [
        ("index.m3u8", "BANDWIDTH=155664", "STABLE-VARIANT-ID=\"x\",BANDWIDTH=155664"),
        ("index.m3u8", "BANDWIDTH=155664", "SUPPLEMENTAL-CODECS=\"a\",BANDWIDTH=155664"),
        ("index.m3u8", "BANDWIDTH=155664", "ALLOWED-CPC=\"a:b\",BANDWIDTH=155664"),
        ("index.m3u8", "BANDWIDTH=155664", "CLOSED-CAPTIONS=NONE,BANDWIDTH=155664"),
        ("index.m3u8", "BANDWIDTH=155664", "X-MINE=\"a\",BANDWIDTH=155664"),
        ("index.m3u8", "#EXT-X-STREAM", "#EXT-X-START:TIME-OFFSET=8\n#EXT-X-STREAM"),
        (
            "index.m3u8", "#EXT-X-STREAM",
            "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\"\n#EXT-X-STREAM"
        ),
        ("low/index.m3u8", "#EXT-X-PLAYLIST", "#EXT-X-START:TIME-OFFSET=4\n#EXT-X-PLAYLIST"),
        (
            "low/index.m3u8", "#EXT-X-PLAYLIST",
            "#EXT-X-SERVER-CONTROL:HOLD-BACK=20\n#EXT-X-PLAYLIST"
        ),
        ("low/index.m3u8", "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-MEDIA-SEQUENCE:7"),
        (
            "low/index.m3u8", "#EXT-X-MEDIA-SEQUENCE:0",
            "#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-DISCONTINUITY-SEQUENCE:8"
        ),
        ("low/index.m3u8", "#EXTINF:2.000000,", "#EXTINF:2.000000,title"),
    ])
    func `each declaration of a playlist is compared`(
        file: String, old: String, new: String
    ) throws {
        let place = try copy()
        let text = folder.text("asset/\(file)")
        let changed = text.replacing(old, with: new, maxReplacements: 1)
        try #require(changed != text, "\(file) has no \(old): \(text)")
        try folder.put(changed.utf8, at: "asset/\(file)")
        let outcome = try Playctl.run("compare", original, place, "--no-media")
        #expect(outcome.status == 1, "\(new): \(outcome.output)")
        #expect(!outcome.output.contains("\n0 differences"))
    }

    @Test func `declarations of one name are all compared`() throws {
        let place = try copy()
        func write(_ methods: [String]) throws {
            let keys = methods.map {
                "#EXT-X-SESSION-KEY:METHOD=\($0),URI=\"skd://\($0)\",KEYFORMAT=\"a\"\n"
            }
            let text = String(decoding: fileBytes(original), as: UTF8.self)
            try folder.put(text + keys.joined(), at: "asset/index.m3u8")
        }
        try write(["SAMPLE-AES", "SAMPLE-AES-CTR"])
        let one = "\(folder.path)/asset/one.m3u8"
        try FileManager.default.copyItem(atPath: place, toPath: one)
        try write(["SAMPLE-AES-CTR", "SAMPLE-AES"])
        let same = try Playctl.run("compare", one, place, "--no-media")
        #expect(same.status == 0, "\(same.output)")
        try write(["SAMPLE-AES"])
        let other = try Playctl.run("compare", one, place, "--no-media")
        #expect(other.status == 1)
        #expect(
            other.output.contains("EXT-X-SESSION-KEY a: SAMPLE-AES, SAMPLE-AES-CTR -> SAMPLE-AES"),
            "\(other.output)")
    }

    @Test(arguments: [
        "CHARACTERISTICS=\"a.b\"", "ASSOC-LANGUAGE=\"de\"", "BIT-DEPTH=16",
        "SAMPLE-RATE=48000", "STABLE-RENDITION-ID=\"x\"",
    ])
    func `each attribute of a rendition is compared`(attribute: String) throws {
        let asset = try folder.copy(.transportStream)
        let original = "\(SampleMedia.folder)/ts-multivariant/index.m3u8"
        #expect(try Playctl.run("compare", original, asset, "--no-media").status == 0)
        try folder.edit("asset/index.m3u8") {
            $0.replacing("TYPE=AUDIO,", with: "TYPE=AUDIO,\(attribute),", maxReplacements: 1)
        }
        let outcome = try Playctl.run("compare", original, asset, "--no-media")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("\(attribute.prefix { $0 != "=" }): none -> "))
    }

    @Test func `the order of variants, renditions and segments is compared`() throws {
        let asset = try folder.copy(.transportStream)
        let original = "\(SampleMedia.folder)/ts-multivariant/index.m3u8"
        let text = folder.text("asset/index.m3u8")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let variants = lines.indices.filter { lines[$0].hasPrefix("#EXT-X-STREAM-INF") }
        let audio = lines.indices.filter { lines[$0].contains("TYPE=AUDIO") }
        func write(_ lines: [String]) throws {
            try folder.put(lines.joined(separator: "\n"), at: "asset/index.m3u8")
        }
        var swapped = lines
        for offset in 0...1 { swapped.swapAt(variants[0] + offset, variants[1] + offset) }
        try write(swapped)
        let order = try Playctl.run("compare", original, asset, "--no-media")
        #expect(order.status == 1)
        #expect(order.output.contains("order of variants: "), "\(order.output)")
        swapped = lines
        swapped.swapAt(audio[0], audio[1])
        try write(swapped)
        let renditions = try Playctl.run("compare", original, asset, "--no-media")
        #expect(renditions.output.contains("order of renditions: "), "\(renditions.output)")
        try write(lines)
        let media = lines[variants[0] + 1]
        try folder.edit("asset/\(media)") {
            $0.replacing("segment-1.", with: "tmp").replacing("segment-2.", with: "segment-1.")
                .replacing("tmp", with: "segment-2.")
        }
        let segments = try Playctl.run("compare", original, asset, "--no-media")
        #expect(segments.output.contains("order of segments: "), "\(segments.output)")
    }

    @Test func `comparing only one asset is wrong usage`() throws {
        #expect(try Playctl.run("compare", original).status == 2)
    }
}
