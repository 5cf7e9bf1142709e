import HeadlessPlayback
import OfflineDownloads
import Testing

@Suite struct PackagePlannerTests {
    private let base = "https://media.example/show"

    private func media(_ lines: String...) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + lines.joined(separator: "\n") + "\n#EXT-X-ENDLIST\n"
    }

    private var multivariant: String {
        """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en/a.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",URI="de/a.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",URI="de/s.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000,RESOLUTION=640x360,AUDIO="a",SUBTITLES="s"
        low/v.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2000,RESOLUTION=1280x720,AUDIO="a",SUBTITLES="s"
        high/v.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100,URI="low/i.m3u8"
        """
    }

    private var files: [String: String] {
        [
            "\(base)/index.m3u8": multivariant,
            "\(base)/low/v.m3u8": media("#EXTINF:6,", "1.ts", "#EXTINF:6,", "2.ts"),
            "\(base)/high/v.m3u8": media("#EXTINF:6,", "1.ts", "#EXTINF:6,", "2.ts"),
            "\(base)/en/a.m3u8": media("#EXTINF:6,", "1.aac", "#EXTINF:6,", "2.aac"),
            "\(base)/de/a.m3u8": media("#EXTINF:6,", "1.aac", "#EXTINF:6,", "2.aac"),
            "\(base)/de/s.m3u8": media("#EXTINF:12,", "1.webvtt"),
        ]
    }

    @Test
    func `the planner requests the multivariant playlist first, then the chosen media playlists`()
        throws
    {
        let selection = DownloadSelection(
            bitrate: .highest, audio: .tags(["de"]), subtitles: .all)
        let driver = PlannerDriver(files, selection: selection)
        #expect(
            driver.asked
                == ["index.m3u8", "high/v.m3u8", "de/a.m3u8", "de/s.m3u8"].map {
                    "\(base)/\($0)"
                })
        let plan = try driver.plan()
        #expect(plan.variantBandwidth == 2000)
        #expect(plan.tracks.map(\.kind) == [.main, .audio, .subtitles])
        #expect(plan.tracks.map(\.language) == [nil, "de", "de"])
        #expect(plan.tracks.map(\.title) == ["", "Deutsch", "Deutsch"])
        #expect(
            plan.resources.map(\.name) == [
                "video/000000.ts", "video/000001.ts", "audio0/000000.aac", "audio0/000001.aac",
                "subtitles0/000000.vtt",
            ])
        #expect(plan.resources.last?.url == "\(base)/de/1.webvtt")
        #expect(
            plan.texts.map(\.name) == [
                "video/playlist.m3u8", "audio0/playlist.m3u8", "subtitles0/playlist.m3u8",
                "index.m3u8",
            ])
    }

    @Test func `the multivariant playlist has one variant and the chosen renditions`() throws {
        let selection = DownloadSelection(audio: .all, subtitles: .none)
        let plan = try PlannerDriver(files, selection: selection).plan()
        #expect(
            plan.text("index.m3u8") == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="audio0/playlist.m3u8"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Deutsch",LANGUAGE="de",URI="audio1/playlist.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=1000,RESOLUTION=640x360,AUDIO="audio"
                video/playlist.m3u8

                """)
    }

    @Test func `a variant whose audio is not downloaded declares no audio codec`() throws {
        var files = files
        files["\(base)/index.m3u8"] = multivariant.replacing(
            "RESOLUTION=640x360", with: "CODECS=\"avc1.64001e,mp4a.40.2\"")
        let selection = DownloadSelection(audio: .none, subtitles: .none)
        let plan = try PlannerDriver(files, selection: selection).plan()
        #expect(
            plan.text("index.m3u8") == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.64001e"
                video/playlist.m3u8

                """)
    }

    @Test func `a download of a media playlist gets a multivariant playlist of its own`() throws {
        let driver = PlannerDriver(["\(base)/index.m3u8": files["\(base)/low/v.m3u8"] ?? ""])
        let plan = try driver.plan()
        #expect(driver.asked.count == 1)
        #expect(plan.variantBandwidth == nil)
        #expect(
            plan.text("index.m3u8") == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-STREAM-INF:BANDWIDTH=1000000
                video/playlist.m3u8

                """)
        #expect(plan.tracks.map(\.duration) == [.seconds(12)])
    }

    @Test func `locations are resolved against the final location of their playlist`() throws {
        var moved = files
        moved["https://other.example/x/y.m3u8"] = media("#EXTINF:6,", "../z.ts?t=1")
        let driver = PlannerDriver(
            moved, redirects: ["\(base)/low/v.m3u8": "https://other.example/x/y.m3u8"])
        let plan = try driver.plan()
        #expect(plan.resources.first?.url == "https://other.example/z.ts?t=1")
        let request = try plan.request(for: #require(plan.resources.first))
        #expect(request.referrer == "https://other.example/x/y.m3u8")
    }

    @Test func `requests have their playlist as referrer`() {
        let driver = PlannerDriver(files)
        #expect(
            driver.requests.map(\.referrer) == [nil, "\(base)/index.m3u8", "\(base)/index.m3u8"])
        #expect(
            driver.requests.map(\.kind) == [
                .multivariantPlaylist, .mediaPlaylist, .mediaPlaylist,
            ])
    }

    @Test func `a request is made once, and a repeated response is ignored`() {
        var planner = PackagePlanner(sourceURL: "\(base)/index.m3u8")
        guard case .fetch(let first) = planner.next() else { return #expect(Bool(false)) }
        #expect(first.count == 1)
        #expect(planner.next() == .fetch([]))
        for _ in 0..<2 {
            planner.receive(
                id: first[0].id, body: Array(multivariant.utf8), url: first[0].request.url)
        }
        planner.receive(id: 99, body: [], url: "")
        guard case .fetch(let second) = planner.next() else { return #expect(Bool(false)) }
        #expect(second.map(\.request.url) == ["\(base)/low/v.m3u8", "\(base)/en/a.m3u8"])
    }

    @Test func `variables of the multivariant playlist are replaced in the media playlists`() throws
    {
        let plan = try PlannerDriver(
            [
                "\(base)/index.m3u8?token=t%201": """
                #EXTM3U
                #EXT-X-VERSION:11
                #EXT-X-DEFINE:QUERYPARAM="token"
                #EXT-X-DEFINE:NAME="cdn",VALUE="https://cdn.example"
                #EXT-X-STREAM-INF:BANDWIDTH=1
                {$cdn}/v.m3u8
                """,
                "https://cdn.example/v.m3u8": """
                #EXTM3U
                #EXT-X-VERSION:11
                #EXT-X-DEFINE:IMPORT="token"
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,{$token}
                1.ts?{$token}
                #EXT-X-ENDLIST
                """,
            ], source: "\(base)/index.m3u8?token=t%201"
        ).plan()
        #expect(plan.resources.map(\.url) == ["https://cdn.example/1.ts?t 1"])
        #expect(!plan.text("video/playlist.m3u8").contains("DEFINE"))
        #expect(try plan.media("video/playlist.m3u8").problems.isEmpty)
    }

    @Test func `renditions of one playlist share a track`() throws {
        var shared = files
        shared["\(base)/index.m3u8"] = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="One",URI="low/v.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Two",URI="en/a.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Three",URI="en/a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a"
            low/v.m3u8
            """
        let plan = try PlannerDriver(shared, selection: .init(audio: .all)).plan()
        #expect(plan.tracks.map(\.kind) == [.main, .audio])
        let top = try plan.top()
        #expect(
            top.renditions.map(\.uri) == [nil, "audio0/playlist.m3u8", "audio0/playlist.m3u8"])
        #expect(top.problems.isEmpty)
    }

    @Test func `the plan lists missing languages`() throws {
        let plan = try PlannerDriver(
            files, selection: .init(audio: .tags(["fr"]), subtitles: .tags(["fr", "de"]))
        ).plan()
        #expect(plan.missingAudio == ["fr"])
        #expect(plan.missingSubtitles == ["fr"])
        #expect(plan.tracks.map(\.language) == [nil, "en", "de"])
    }

    @Test func `all requested languages are missing in a media playlist`() throws {
        let alone = ["\(base)/index.m3u8": media("#EXTINF:6,", "1.ts")]
        let plan = try PlannerDriver(
            alone, selection: .init(audio: .tags(["fr", "*"]), subtitles: .tags(["de"]))
        ).plan()
        #expect(plan.missingAudio == ["fr"])
        #expect(plan.missingSubtitles == ["de"])
        #expect(try PlannerDriver(alone, selection: .init(audio: .all)).plan().missingAudio == [])
    }

    @Test(arguments: [
        ("<html></html>", OfflineError.Code.unsupported), ("", .unsupported),
        ("moov", .unsupported),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n", .unsupported),
        (
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF:6,\n1.ts\n",
            .unsupported
        ),
        ("#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST", .unsupported),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-ENDLIST\n", .unsupported),
        (
            "#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-SESSION-DATA:DATA-ID=\"x\",VALUE=\"y\"\n",
            .unsupported
        ),
        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n#EXTINF:6,\n1.ts\n", .downloadFailure),
        ("#EXTM3U\n#EXTINF:x,\n1.ts\n#EXT-X-ENDLIST", .downloadFailure),
        ("#EXTM3U\n#EXTINF:6,\n1.ts\n2.ts\n#EXT-X-ENDLIST", .downloadFailure),
    ])
    func `an asset that cannot be stored is refused`(text: String, code: OfflineError.Code) {
        #expect(PlannerDriver(["\(base)/index.m3u8": text]).error?.code == code)
    }

    @Test(arguments: [
        "#EXT-X-STREAM-INF:BANDWIDTH=1000\nlow/v.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2000\n",
        "#EXT-X-STREAM-INF:BANDWIDTH=1000\nlow/v.m3u8\nhigh/v.m3u8\n",
        "#EXT-X-MEDIA:TYPE=audio,GROUP-ID=\"a\",NAME=\"n\",URI=\"a.m3u8\"\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=1000\nlow/v.m3u8\n",
        "#EXT-X-MEDIA:TYPE=AUDIO,NAME=\"n\",URI=\"a.m3u8\"\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=1000\nlow/v.m3u8\n",
    ])
    func `a multivariant playlist that has lost a stream is refused`(text: String) {
        var lost = files
        lost["\(base)/index.m3u8"] = "#EXTM3U\n" + text
        #expect(PlannerDriver(lost).error?.code == .downloadFailure)
    }

    @Test func `problems of partial segments do not prevent a download`() throws {
        let text = media(
            "#EXT-X-PART:DURATION=1,URI=\"p.ts\",BYTERANGE=\"10\"", "#EXTINF:6,", "1.ts")
        let plan = try PlannerDriver(["\(base)/index.m3u8": text]).plan()
        #expect(plan.resources.count == 1)
    }

    @Test func `the first byte range of a resource needs no offset`() throws {
        let lines = [
            "#EXTINF:6,", "#EXT-X-BYTERANGE:10", "a.ts", "#EXTINF:6,", "#EXT-X-BYTERANGE:20",
            "a.ts", "#EXTINF:6,", "#EXT-X-BYTERANGE:5", "b.ts",
        ]
        let plan = try PlannerDriver(["\(base)/index.m3u8": media(lines.joined(separator: "\n"))])
            .plan()
        #expect(plan.resources.map(\.byteRange) == [0..<10, 10..<30, 0..<5])
        let again = lines + ["#EXTINF:6,", "#EXT-X-BYTERANGE:7", "a.ts"]
        let driver = PlannerDriver(["\(base)/index.m3u8": media(again.joined(separator: "\n"))])
        #expect(driver.error?.code == .downloadFailure)
    }

    /// Returns the planner of a playlist with these segments: a byte range, if any, and a URI.
    private func driver(_ segments: [(range: String?, uri: String)]) -> PlannerDriver {
        let lines = segments.flatMap { segment in
            ["#EXTINF:6,"] + (segment.range.map { ["#EXT-X-BYTERANGE:\($0)"] } ?? [])
                + [segment.uri]
        }
        return PlannerDriver(["\(base)/index.m3u8": media(lines.joined(separator: "\n"))])
    }

    @Test
    func `a byte range without an offset is accepted although another segment repeats a resource`()
        throws
    {
        let plan = try driver([
            ("10@0", "a.ts"), ("10", "a.ts"), ("5", "b.ts"), ("8", "b.ts"), ("10@0", "a.ts"),
            (nil, "c.ts"), ("10@0", "a.ts"), ("7", "a.ts"),
        ]).plan()
        let ranges = plan.resources.map(\.byteRange)
        #expect(Set(ranges) == [0..<10, 10..<20, 0..<5, 5..<13, nil, 10..<17])
    }

    @Test(arguments: ["a.ts", "./a.ts", "b/../a.ts", "https://media.example/show/a.ts"])
    func `a byte range without an offset that follows another resource is refused with its line`(
        uri: String
    ) {
        let lost = driver([("9", "z.ts"), ("10@0", "a.ts"), ("5", "b.ts"), ("7", uri)])
        #expect(lost.error?.code == .downloadFailure)
        #expect(lost.error?.reason.contains("line 13") == true, "\(lost.error?.reason ?? "")")
        let whole = driver([(nil, "a.ts"), ("7", uri)])
        #expect(whole.error?.code == .downloadFailure)
    }

    @Test func `a lost byte range is refused after any number of harmless ones`() throws {
        let harmless = (0..<2_000).map { (range: Optional("5"), uri: "\($0).ts") }
        #expect(try driver(harmless).plan().resources.count == 2_000)
        #expect(driver(harmless + [("5", "0.ts")]).error?.code == .downloadFailure)
    }

    @Test func `a byte range without an offset after an initialization section is refused`() throws
    {
        let lines = ["#EXTINF:6,", "#EXT-X-BYTERANGE:20", "a.mp4"].joined(separator: "\n")
        func driver(_ section: String) -> PlannerDriver {
            let map = "#EXT-X-MAP:URI=\"\(section)\",BYTERANGE=\"10@0\""
            return PlannerDriver(["\(base)/index.m3u8": media(map, lines)])
        }
        #expect(driver("a.mp4").error?.code == .downloadFailure)
        let plan = try driver("init.mp4").plan()
        #expect(plan.resources.map(\.byteRange).contains(0..<20))
    }

    @Test func `a multivariant playlist in place of a media playlist is an error`() {
        var wrong = files
        wrong["\(base)/low/v.m3u8"] = multivariant
        let error = PlannerDriver(wrong).error
        #expect(error?.code == .downloadFailure)
        let cause = error?.underlying?.error as? SessionError
        #expect(cause == .notMediaPlaylist(url: "\(base)/low/v.m3u8"))
    }

    @Test(arguments: ["AUDIO=\"a\"", "SUBTITLES=\"s\""])
    func `a group without renditions that the chosen variant names is refused`(group: String) {
        var wrong = files
        wrong["\(base)/index.m3u8"] = multivariant.replacing(
            group, with: group.replacing("\"", with: "\"other-", maxReplacements: 1))
        let error = PlannerDriver(wrong).error
        #expect(error?.code == .downloadFailure)
        #expect(error?.reason.contains("group \"other-") == true)
    }

    @Test func `a playlist whose variants all have unknown requirements is refused`() {
        var wrong = files
        wrong["\(base)/index.m3u8"] = multivariant.replacing(
            "RESOLUTION=", with: "REQ-FOO=\"a\",RESOLUTION=")
        let driver = PlannerDriver(wrong)
        #expect(driver.error?.code == .unsupported)
        #expect(driver.error?.reason.hasSuffix("no variant streams that can be played") == true)
        #expect(driver.asked == ["\(base)/index.m3u8"])
    }

    @Test func `a single file is refused by its name, before it is loaded`() {
        let driver = PlannerDriver([:], source: "https://media.example/movie.MP4?x=.m3u8")
        #expect(driver.error?.code == .unsupported)
        #expect(driver.asked.isEmpty)
    }
}
