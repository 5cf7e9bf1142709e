import HeadlessPlayback
import OfflineDownloads
import Testing
import Transport

@Suite struct PlannedKeysTests {
    private let base = "https://media.example/show"
    private let name = "video/playlist.m3u8"
    private let key16 = String(repeating: "k", count: 16)

    private func driver(
        _ lines: String, keys: [String: String], source: String = PlannerDriver.source
    ) -> PlannerDriver {
        var files = keys
        files[source] = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(lines)\n#EXT-X-ENDLIST\n"
        return PlannerDriver(files, source: source)
    }

    @Test func `plain keys are fetched once each and written into the playlist`() throws {
        let driver = driver(
            """
            #EXT-X-MEDIA-SEQUENCE:7
            #EXTINF:6,
            clear.ts
            #EXT-X-KEY:METHOD=AES-128,URI="one?t=1",X-OWN="x"
            #EXTINF:6,
            1.ts
            #EXTINF:6,
            2.ts
            #EXT-X-KEY:METHOD=AES-128,URI="../two",IV=0x1
            #EXTINF:6,
            3.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:6,
            4.ts
            #EXT-X-KEY:METHOD=AES-128,URI="one?t=1"
            #EXTINF:6,
            5.ts
            """,
            keys: [
                "\(base)/one?t=1": key16,
                "https://media.example/two": String(repeating: "\u{0}", count: 16),
            ])
        let plan = try driver.plan()
        #expect(
            driver.asked == ["\(base)/index.m3u8", "\(base)/one?t=1", "https://media.example/two"])
        #expect(driver.requests.map(\.kind).dropFirst() == [.key, .key])
        #expect(
            driver.requests.map(\.referrer).dropFirst() == [
                "\(base)/index.m3u8", "\(base)/index.m3u8",
            ])
        #expect(
            plan.text(name) == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:7
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXTINF:6,
                000000.ts
                #EXT-X-KEY:METHOD=AES-128,URI="data:application/octet-stream;base64,a2tra2tra2tra2tra2traw==#key.ts"
                #EXTINF:6,
                000001.ts
                #EXTINF:6,
                000002.ts
                #EXT-X-KEY:METHOD=AES-128,URI="data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAA==#key.ts",IV=0x00000000000000000000000000000001
                #EXTINF:6,
                000003.ts
                #EXT-X-KEY:METHOD=NONE
                #EXTINF:6,
                000004.ts
                #EXT-X-KEY:METHOD=AES-128,URI="data:application/octet-stream;base64,a2tra2tra2tra2tra2traw==#key.ts"
                #EXTINF:6,
                000005.ts
                #EXT-X-ENDLIST

                """)
        #expect(plan.licenceKeys.isEmpty)
    }

    @Test func `the loader reads keys that are written in playlists`() throws {
        let plan = try driver(
            "#EXT-X-KEY:METHOD=AES-256,URI=\"k\"\n#EXTINF:6,\n1.ts",
            keys: ["\(base)/k": "0123456789abcdef0123456789ABCDE\u{0}"]
        ).plan()
        let key = try #require(try plan.media(name).segments.first?.keys.first)
        let request = ResourceRequest(url: try #require(key.uri), kind: .key)
        let bytes = try StandardLoader().load(request).body.bytes()
        #expect(bytes == Array("0123456789abcdef0123456789ABCDE\u{0}".utf8))
    }

    @Test func `an initialization section is encrypted with the key tag before it`() throws {
        let plan = try driver(
            """
            #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x2
            #EXT-X-MAP:URI="i.mp4"
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:6,
            1.m4s
            """, keys: ["\(base)/k": key16]
        ).plan()
        let segment = try #require(try plan.media(name).segments.first)
        #expect(segment.keys.isEmpty)
        #expect(segment.initializationSection?.keys.first?.uri?.hasPrefix("data:") == true)
    }

    @Test(arguments: [0, 15, 17, 32])
    func `a key of the wrong size is an error`(count: Int) {
        let error = driver(
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:6,\n1.ts",
            keys: ["\(base)/k": String(repeating: "x", count: count)]
        ).error
        #expect(error?.code == .downloadFailure)
    }

    @Test func `the number of keys of a download is bounded`() {
        let lines = (0...4_096).map {
            "#EXT-X-KEY:METHOD=AES-128,URI=\"\($0)\"\n#EXTINF:1,\n\($0).ts"
        }
        let error = driver(lines.joined(separator: "\n"), keys: [:]).error
        #expect(error?.code == .unsupported)
    }

    @Test func `FairPlay keys keep their URI and are listed, session keys first`() throws {
        let format = #"KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1""#
        let other =
            #"METHOD=SAMPLE-AES,URI="data:,x",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed""#
        let plan = try PlannerDriver([
            "\(base)/index.m3u8": """
            #EXTM3U
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://unused",\(format)
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://two",\(format)
            #EXT-X-SESSION-KEY:METHOD=AES-128,URI="unused.key"
            #EXT-X-STREAM-INF:BANDWIDTH=1
            v.m3u8
            """,
            "\(base)/v.m3u8": """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://one/../{$x",\(format)
            #EXT-X-KEY:\(other)
            #EXTINF:6,
            1.ts
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://two",\(format)
            #EXTINF:6,
            2.ts
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://one/../{$x",\(format)
            #EXTINF:6,
            3.ts
            #EXT-X-ENDLIST
            """,
        ]).plan()
        #expect(plan.licenceKeys.map(\.key.uri) == ["skd://two", "skd://one/../{$x"])
        #expect(
            plan.licenceKeys.map(\.playlistURL) == ["\(base)/index.m3u8", "\(base)/v.m3u8"])
        #expect(try plan.top().sessionKeys.map(\.uri) == ["skd://two"])
        let local = try plan.media(name)
        #expect(
            local.segments.map { $0.keys.map(\.uri) } == [
                ["skd://one/../{$x"], ["skd://two"], ["skd://one/../{$x"],
            ])
        #expect(!plan.text(name).contains("edef8ba9"))
    }

    @Test func `a plain key is preferred to other key formats`() throws {
        let plan = try driver(
            """
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"
            #EXTINF:6,
            1.ts
            """, keys: ["\(base)/k": key16]
        ).plan()
        #expect(plan.licenceKeys.isEmpty)
        #expect(!plan.text(name).contains("skd:"))
    }

    @Test(arguments: [
        #"METHOD=SAMPLE-AES,URI="x",KEYFORMAT="com.microsoft.playready""#,
        #"METHOD=ROT-13,URI="x""#,
    ])
    func `encryption that cannot be decrypted offline is refused`(key: String) {
        let error = driver("#EXT-X-KEY:\(key)\n#EXTINF:6,\n1.ts", keys: [:]).error
        #expect(error?.code == .unsupported)
    }

    @Test func `a playlist from a server cannot reference a local key`() {
        let source = "/show/index.m3u8"
        let files = [
            source: """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="A",URI="https://media.example/a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
            v.m3u8
            """,
            "/show/v.m3u8":
                "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"file:///k\"\n#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST",
            "https://media.example/a.m3u8":
                "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"file:///k\"\n#EXTINF:6,\n1.aac\n#EXT-X-ENDLIST",
        ]
        let driver = PlannerDriver(files, source: source)
        let request = driver.requests.last
        #expect(request?.url == "file:///k")
        #expect(request?.referrer == "https://media.example/a.m3u8")
    }
}
