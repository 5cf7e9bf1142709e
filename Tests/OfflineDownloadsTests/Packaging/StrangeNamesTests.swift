import HeadlessPlayback
import OfflineDownloads
import Playlists
import Testing
import Transport

@Suite struct StrangeNamesTests {
    static let uris = [
        "../../x.ts", "/etc/passwd", "%2e%2e/%2e%2e/x.ts", "file:///etc/passwd", "..", ".", "./",
        "a\u{0}b.ts", "x.ts\u{0}.exe", String(repeating: "n", count: 5_000) + ".ts",
        "a.ts?name=../../b.ts", "?only=query", "http://other.example/a/b.ts", "//host/x.ts",
        "C:\\windows\\x.ts", "x.ts;rm -rf /", "$(reboot).ts", "-rf.ts", "con.ts", "ü\u{308}.ts",
        "a b.ts", "data:video/mp2t;base64,R0A=", "a.ts/", "a..ts", "~/x.ts", "{$x.ts", "\"x\".ts",
        "https://user:secret@media.example/x.ts", "skd://x", "x.ts%00.vtt", "1.ts", "11.ts",
    ]

    private func isSafe(_ name: String) -> Bool {
        name == "index.m3u8"
            || name.wholeMatch(
                of:
                    /(video|audio\d+|subtitles\d+)\/(playlist\.m3u8|init\d+\.mp4|\d{6,}\.(ts|m4s|mp4|m4a|m4v|aac|ac3|eac3|mp3|vtt))/
            ) != nil
    }

    private func check(_ plan: PackagePlan) throws {
        for name in plan.resources.map(\.name) + plan.texts.map(\.name) {
            #expect(isSafe(name), "\(name)")
        }
        let names = plan.resources.map(\.name) + plan.texts.map(\.name)
        #expect(Set(names).count == names.count)
        for track in plan.tracks {
            let local = try plan.media(track.playlistName)
            #expect(local.problems.isEmpty, "\(local.problems)")
            #expect(local.duration == track.duration)
            let folder = track.playlistName.prefix { $0 != "/" }
            for segment in local.segments { #expect(isSafe("\(folder)/\(segment.uri)")) }
        }
        #expect(try plan.top().problems.isEmpty)
    }

    @Test(arguments: ["\n", "\r\n"], [true, false])
    func `file names are never taken from a playlist`(lineEnd: String, endsLine: Bool) throws {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:6"]
        for uri in Self.uris + Self.uris {
            lines += ["#EXTINF:5.5,\(uri.filter { $0 != "\u{0}" })", uri]
        }
        lines.append("#EXT-X-ENDLIST")
        let text = lines.joined(separator: lineEnd) + (endsLine ? lineEnd : "")
        let plan = try PlannerDriver([PlannerDriver.source: text]).plan()
        try check(plan)
        // The second half of the playlist repeats the first half, and some references have the same
        // location, so there is at most one resource for each reference.
        #expect(plan.resources.count <= Self.uris.count)
        #expect(try plan.media("video/playlist.m3u8").segments.count == 2 * Self.uris.count)
    }

    @Test func `names of tracks and sections are never taken from a playlist`() throws {
        let base = "https://media.example/show"
        for uri in Self.uris where !uri.contains("\"") {
            let location = URIReference.resolve(uri, against: "\(base)/index.m3u8")
            let media = """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:6
                #EXT-X-MAP:URI="\(uri)"
                #EXTINF:6,
                segment
                #EXT-X-ENDLIST
                """
            var files = [location: media]
            files["\(base)/v.m3u8"] = media
            files["\(base)/index.m3u8"] = """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="\(uri)",NAME="\(uri)",LANGUAGE="\(uri)",URI="\(uri)"
                #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="\(uri)"
                v.m3u8
                """
            let driver = PlannerDriver(files, selection: .init(audio: .all))
            // A reference may lead back to the source, which is not a media playlist.
            if location == "\(base)/index.m3u8" || driver.error != nil { continue }
            try check(try driver.plan())
        }
    }

    @Test func `a playlist of a server cannot reference local files`() throws {
        let plan = try PlannerDriver([
            PlannerDriver.source:
                "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nfile:///etc/passwd\n#EXT-X-ENDLIST"
        ]).plan()
        let request = plan.request(for: try #require(plan.resources.first))
        #expect(request.url == "file:///etc/passwd")
        let error = #expect(throws: TransportError.self) { try StandardLoader().load(request) }
        guard case .forbidden? = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `long and numerous locations are refused`() {
        let source = "https://media.example/\(String(repeating: "p", count: 100_000))/x.m3u8"
        let segments = String(repeating: "#EXTINF:1,\n1\n", count: 3_000)
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(segments)#EXT-X-ENDLIST"
        #expect(PlannerDriver([source: text], source: source).error?.code == .unsupported)
    }

    @Test func `a playlist truncated anywhere is refused with an error`() throws {
        let whole = Array(
            """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:6
            #EXT-X-MAP:URI="i.mp4",BYTERANGE="10@0"
            #EXTINF:6,t
            #EXT-X-BYTERANGE:10@10
            a.mp4
            #EXT-X-DISCONTINUITY
            #EXTINF:6,
            b.mp4
            #EXT-X-ENDLIST
            """.utf8)
        for count in 0..<whole.count {
            let text = String(decoding: whole.prefix(count), as: UTF8.self)
            #expect(PlannerDriver([PlannerDriver.source: text]).error != nil, "\(count)")
        }
    }
}
