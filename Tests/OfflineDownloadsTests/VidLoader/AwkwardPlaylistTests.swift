import HeadlessPlayback
import Playlists
import TestSupport
import Testing
import Transport

/// Playlists that text replacement cannot rewrite (`Documentation/VidLoader.md#playlists`).
@Suite struct AwkwardPlaylistTests {
    private static let base = "https://media.example/show"

    /// A loader that serves the given texts and sample files by absolute location.
    private final class Shelf: ResourceLoader {
        let files: [String: [UInt8]]

        init(_ files: [String: [UInt8]]) { self.files = files }

        func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
            guard let bytes = files[request.url] else {
                throw TransportError(url: request.url, cause: .notFound)
            }
            let body = ResourceBody(bytes)
            return ResourceResponse(
                url: request.url, body: request.byteRange.map(body.part) ?? body)
        }
    }

    private static func file(_ path: String) throws -> [UInt8] {
        let request = ResourceRequest(url: "\(SampleMedia.folder)/\(path)", kind: .other)
        return try StandardLoader().load(request).body.bytes()
    }

    /// Downloads an asset, and plays it only from the package.
    private func play(
        _ files: [String: [UInt8]], from url: String = "\(base)/index.m3u8"
    ) throws -> Playback {
        let loading = try VidLoading(behind: Shelf(files), network: .unlimited)
        loading.download("film", url)
        loading.run()
        let asset = try #require(loading.asset, "\(loading.trace)")
        for (name, bytes) in loading.files where name.hasSuffix(".m3u8") {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("example"), "\(text)")
        }
        let playback = Playback(provider: ProtectedSessionProvider())
        playback.play(asset)
        #expect(playback.ledger?.isSound == true, "\(playback.recorder.trace)")
        return playback
    }

    /// Downloads and plays five segments under the names that a playlist gives them.
    private func check(
        _ names: [String], at locations: [String], endsLine: Bool = true,
        from url: String = "\(base)/index.m3u8"
    ) throws {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-ENDLIST"
        var files: [String: [UInt8]] = [:]
        for (number, name) in names.enumerated() {
            text += "\n#EXTINF:2,\n\(name)"
            files[locations[number]] = try Self.file("single/segment-\(number).ts")
        }
        files[url] = Array((endsLine ? text + "\n" : text).utf8)
        let played = try play(files, from: url).times(in: .played)
        #expect(played == Playback().play(SampleMedia.single.video()).times(in: .played))
    }

    @Test func `the name of a segment may be a suffix of another`() throws {
        let names = ["1.ts", "11.ts", "111.ts", "21.ts", "s/1.ts"]
        try check(names, at: names.map { "\(Self.base)/\($0)" })
    }

    @Test func `the last line may lack its line end`() throws {
        let names = (0..<5).map { "\($0).ts" }
        try check(names, at: names.map { "\(Self.base)/\($0)" }, endsLine: false)
    }

    @Test func `locations may be absolute, with any scheme`() throws {
        let names = [
            "http://cdn.example/a/0.ts", "https://cdn.example/1.ts", "//other.example/2.ts",
            "/root/3.ts", "4.ts",
        ]
        try check(
            names,
            at: [
                names[0], names[1], "https://other.example/2.ts",
                "https://media.example/root/3.ts", "\(Self.base)/4.ts",
            ])
    }

    @Test func `locations may lead to parent folders`() throws {
        try check(
            ["../0.ts", "./1.ts", "a/../2.ts", "../../../3.ts", "a/./b/../4.ts"],
            at: [
                "https://media.example/0.ts", "\(Self.base)/1.ts", "\(Self.base)/2.ts",
                "https://media.example/3.ts", "\(Self.base)/a/4.ts",
            ])
    }

    @Test func `URL queries are kept, and segments do not inherit the query of the playlist`()
        throws
    {
        try check(
            ["0.ts?n=0", "0.ts?n=1", "0.ts?path=/a/b", "a b.ts?x=%20", "4.ts?a?b"],
            at: [
                "\(Self.base)/0.ts?n=0", "\(Self.base)/0.ts?n=1", "\(Self.base)/0.ts?path=/a/b",
                "\(Self.base)/a b.ts?x=%20", "\(Self.base)/4.ts?a?b",
            ], from: "\(Self.base)/index.m3u8?token=/x/y.m3u8")
    }

    @Test func `one file may contain all segments`() throws {
        var text = "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:2\n"
        var all: [UInt8] = []
        for number in 0..<5 {
            let bytes = try Self.file("single/segment-\(number).ts")
            text += "#EXTINF:2,\n#EXT-X-BYTERANGE:\(bytes.count)@\(all.count)\nall.ts\n"
            all += bytes
        }
        let played = try play([
            "\(Self.base)/index.m3u8": Array((text + "#EXT-X-ENDLIST\n").utf8),
            "\(Self.base)/all.ts": all,
        ])
        let original = Playback().play(SampleMedia.single.video())
        #expect(played.times(in: .played) == original.times(in: .played))
    }

    @Test(arguments: [
        "http://cdn.example/i.mp4", "https://cdn.example/i.mp4", "/i.mp4", "../i.mp4",
    ])
    func `an initialization section may have any location`(uri: String) throws {
        let folder = "cmaf-byteranges/video-180p"
        let media = try Self.file("\(folder)/media.mp4")
        guard case .media(let playlist) = try Playlist(parsing: Self.file("\(folder)/index.m3u8"))
        else {
            Issue.record("no media playlist")
            return
        }
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:3\n"
        text += "#EXT-X-MAP:URI=\"\(uri)\"\n"
        var files: [String: [UInt8]] = [:]
        for (number, segment) in playlist.segments.enumerated() {
            if number == 0, let range = segment.initializationSection?.byteRange {
                let location = uri.hasPrefix("http") ? uri : "https://media.example/i.mp4"
                files[location] = Array(media[Int(range.lowerBound)..<Int(range.upperBound)])
            }
            let range = try #require(segment.byteRange)
            text += "#EXTINF:\(segment.duration),\n\(number).m4s\n"
            files["\(Self.base)/\(number).m4s"] = Array(
                media[Int(range.lowerBound)..<Int(range.upperBound)])
        }
        files["\(Self.base)/index.m3u8"] = Array((text + "#EXT-X-ENDLIST\n").utf8)
        let played = try play(files).times(in: .played)
        #expect(played.values.max().map { $0 > .seconds(5) } == true)
    }

    @Test func `segments may be clear before the first key`() throws {
        var text = try String(decoding: Self.file("protected-aes128/index.m3u8"), as: UTF8.self)
        let first = try #require(text.firstRange(of: "#EXTINF"))
        text.insert(contentsOf: "#EXT-X-KEY:METHOD=NONE\n", at: first.lowerBound)
        text.replace("one.key", with: "https://keys.example/k?id=1")
        text.replace("two.key", with: "http://keys.example/k?id=11")
        var files = ["\(Self.base)/index.m3u8": Array(text.utf8)]
        files["https://keys.example/k?id=1"] = try Self.file("protected-aes128/one.key")
        files["http://keys.example/k?id=11"] = try Self.file("protected-aes128/two.key")
        for number in 0..<5 {
            let name = "segment-\(number).ts"
            files["\(Self.base)/\(name)"] = try Self.file("protected-aes128/\(name)")
        }
        let played = try play(files).times(in: .played)
        #expect(played == Playback().play(SampleMedia.single.video()).times(in: .played))
    }

    @Test func `variants may have any location`() throws {
        var files: [String: [UInt8]] = [
            "\(Self.base)/index.m3u8": Array(
                """
                #EXTM3U
                #EXT-X-STREAM-INF:BANDWIDTH=1
                1.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=300000
                http://cdn.example/a/../11.m3u8
                """.utf8)
        ]
        files["http://cdn.example/11.m3u8"] = try Self.file("single/index.m3u8")
        for number in 0..<5 {
            let name = "segment-\(number).ts"
            files["http://cdn.example/\(name)"] = try Self.file("single/\(name)")
        }
        let played = try play(files).times(in: .played)
        #expect(played == Playback().play(SampleMedia.single.video()).times(in: .played))
    }
}
