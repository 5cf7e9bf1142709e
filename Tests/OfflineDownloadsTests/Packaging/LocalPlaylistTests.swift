import HeadlessPlayback
import OfflineDownloads
import Testing

@Suite struct LocalPlaylistTests {
    private func plan(
        _ lines: String, selection: DownloadSelection = .init()
    ) throws -> PackagePlan {
        try PlannerDriver([PlannerDriver.source: lines], selection: selection).plan()
    }

    private let name = "video/playlist.m3u8"

    @Test func `a local playlist keeps the tags for playback and drops other references`() throws {
        let plan = try plan(
            """
            #EXTM3U
            #EXT-X-VERSION:9
            # made by somebody at http://secret.example
            #EXT-X-OWN:URI="http://secret.example/a"
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-START:TIME-OFFSET=1.5,PRECISE=YES,X-OWN="http://secret.example"
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:17
            #EXT-X-DISCONTINUITY-SEQUENCE:3
            #EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=36
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-ALLOW-CACHE:NO
            #EXT-X-DATERANGE:ID="a",CLASS="c",START-DATE="2024-01-01T00:00:00Z",DURATION=3,X-OWN="kept"
            #EXT-X-DATERANGE:ID="b",CLASS="com.apple.hls.interstitial",START-DATE="2024-01-01T00:00:00Z",X-ASSET-URI="http://ads.example/a.m3u8"
            #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00.000Z
            #EXT-X-CUE-OUT:30
            #EXT-X-BITRATE:800
            #EXT-X-PART:DURATION=1,URI="part.ts"
            #EXTINF:6,A title, with a comma
            one.ts
            # another comment
            #EXT-X-DISCONTINUITY
            #EXT-X-CUE-IN
            #EXTINF:4.5,
            two.ts
            #EXT-X-GAP
            #EXTINF:2,
            three.ts
            #EXT-X-CUE-OUT:15
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="next.ts"
            #EXT-X-RENDITION-REPORT:URI="other.m3u8"
            #EXT-X-ENDLIST
            """)
        #expect(
            plan.text(name) == """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-START:TIME-OFFSET=1.5,PRECISE=YES
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:17
                #EXT-X-DISCONTINUITY-SEQUENCE:3
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-DATERANGE:ID="a",CLASS="c",START-DATE="2024-01-01T00:00:00Z",DURATION=3,X-OWN="kept"
                #EXT-X-BITRATE:800
                #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00.000Z
                #EXT-X-CUE-OUT:30
                #EXTINF:6,A title, with a comma
                000000.ts
                #EXT-X-DISCONTINUITY
                #EXT-X-CUE-IN
                #EXTINF:4.5,
                000001.ts
                #EXT-X-GAP
                #EXTINF:2,
                000002.ts
                #EXT-X-CUE-OUT:15
                #EXT-X-ENDLIST

                """)
        #expect(plan.resources.map(\.name) == ["video/000000.ts", "video/000001.ts"])
        #expect(plan.resources.map(\.expectedBytes) == [600_000, 450_000])
        #expect(try plan.media(name).problems.isEmpty)
    }

    @Test func `every byte range is a file of its own, and a repeated one is fetched once`()
        throws
    {
        let plan = try plan(
            """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:6
            #EXT-X-MAP:URI="all.mp4",BYTERANGE="100@0"
            #EXTINF:6,
            #EXT-X-BYTERANGE:50@100
            all.mp4
            #EXTINF:6,
            #EXT-X-BYTERANGE:60
            all.mp4
            #EXT-X-MAP:URI="other.mp4"
            #EXTINF:6,
            ad.mp4
            #EXT-X-MAP:URI="all.mp4",BYTERANGE="100@0"
            #EXTINF:6,
            #EXT-X-BYTERANGE:50@100
            all.mp4
            #EXTINF:6,
            all.mp4
            #EXT-X-ENDLIST
            """)
        #expect(
            plan.resources.map(\.name) == [
                "video/init0.mp4", "video/000000.mp4", "video/000001.mp4", "video/init1.mp4",
                "video/000002.mp4", "video/000004.mp4",
            ])
        let ranges: [Range<Int64>?] = [0..<100, 100..<150, 150..<210, nil, nil, nil]
        #expect(plan.resources.map(\.byteRange) == ranges)
        let local = try plan.media(name)
        #expect(
            local.segments.map(\.uri) == [
                "000000.mp4", "000001.mp4", "000002.mp4", "000000.mp4", "000004.mp4",
            ])
        #expect(
            local.segments.map(\.initializationSection?.uri) == [
                "init0.mp4", "init0.mp4", "init1.mp4", "init0.mp4", "init0.mp4",
            ])
        #expect(local.segments.allSatisfy { $0.byteRange == nil })
        #expect(plan.resources.map(\.kind).filter { $0 == .initializationSection }.count == 2)
        #expect(local.problems.isEmpty)
    }

    @Test(
        arguments: [
            ("a.TS?x=.mp4", "ts"), ("a", "ts"), ("a.m4s", "m4s"), ("a.cmfv", "m4s"),
            ("a.ec3", "eac3"), ("a.exe", "ts"), ("a.ts/b", "ts"), ("a.mp4#t.vtt", "mp4"),
            ("a.", "ts"), ("a.%74%73", "ts"), ("a.js", "ts"),
        ])
    func `every file has a known extension`(uri: String, ending: String) throws {
        let plan = try plan("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n\(uri)\n#EXT-X-ENDLIST")
        #expect(plan.resources.map(\.name) == ["video/000000.\(ending)"])
    }

    @Test func `without a known extension, the kind of the file decides its extension`() throws {
        let withSection = try plan(
            "#EXTM3U\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:6,\na\n#EXT-X-ENDLIST")
        #expect(withSection.resources.map(\.name) == ["video/init0.mp4", "video/000000.m4s"])
    }

    @Test func `a too short target duration is corrected`() throws {
        let plan = try plan("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:7.6,\na.ts\n#EXT-X-ENDLIST")
        #expect(try plan.media(name).targetDuration == .seconds(8))
        #expect(try plan.media(name).problems.isEmpty)
    }

    @Test func `control characters in a playlist do not break its lines`() throws {
        let plan = try plan(
            "#EXTM3U\r\n#EXT-X-TARGETDURATION:6\r\n#EXTINF:6,a\rhttp://x.example/\u{0}\u{1B}[2J \r\na.ts\r\n#EXT-X-ENDLIST"
        )
        let local = try plan.media(name)
        #expect(local.segments.map(\.title) == ["a http://x.example/  [2J"])
        #expect(local.problems.isEmpty)
        #expect(plan.text(name).utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    }

    @Test func `a title cannot reverse the text around it`() throws {
        let plan = try plan(
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,a\u{202E}b\u{200F}\u{2066}\na.ts\n#EXT-X-ENDLIST"
        )
        #expect(try plan.media(name).segments.map(\.title) == ["a b\u{200F}"])
    }

    @Test func `the multivariant playlist keeps names and captions, and drops other references`()
        throws
    {
        let base = "https://media.example/show"
        let plan = try PlannerDriver([
            "\(base)/index.m3u8": """
            #EXTM3U
            #EXT-X-CONTENT-STEERING:SERVER-URI="http://steering.example",PATHWAY-ID="p"
            #EXT-X-SESSION-DATA:DATA-ID="a",URI="http://data.example"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc/../x",NAME="CC",LANGUAGE="en",INSTREAM-ID="CC1"
            #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="Angle",URI="angle.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="http://a",NAME="\u{1}In/side ..",LANGUAGE="en",DEFAULT=YES
            #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.4d401e",AUDIO="http://a",VIDEO="v",CLOSED-CAPTIONS="cc/../x",PATHWAY-ID="p",STABLE-VARIANT-ID="s",X-OWN="http://o"
            v.m3u8
            """,
            "\(base)/v.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n#EXT-X-ENDLIST",
        ]).plan()
        #expect(
            plan.text("index.m3u8") == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="In/side ..",LANGUAGE="en",DEFAULT=YES
                #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="captions",NAME="CC",LANGUAGE="en",INSTREAM-ID="CC1"
                #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.4d401e",AUDIO="audio",CLOSED-CAPTIONS="captions"
                video/playlist.m3u8

                """)
        #expect(try plan.top().problems.isEmpty)
    }
}
