import Playlists
import Testing
import VirtualTime

@Suite struct MediaPlaylistTests {
    @Test func `a simple playlist has its segments and their total duration`() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:10
            #EXT-X-VERSION:3
            #EXTINF:9.009,
            http://media.example.com/first.ts
            #EXTINF:9.009,Second
            http://media.example.com/second.ts
            #EXTINF:3.003,
            http://media.example.com/third.ts
            #EXT-X-ENDLIST
            """)
        #expect(playlist.version == 3)
        #expect(playlist.targetDuration == .seconds(10))
        #expect(playlist.hasEndList)
        #expect(playlist.duration == .milliseconds(21_021))
        #expect(playlist.segments.map { $0.title } == [nil, "Second", nil])
        #expect(playlist.segments.last?.uri == "http://media.example.com/third.ts")
        #expect(playlist.problems.isEmpty)
    }

    @Test func `segments of a live playlist are numbered from its media sequence`() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:8
            #EXT-X-MEDIA-SEQUENCE:2680
            #EXT-X-DISCONTINUITY-SEQUENCE:7
            #EXTINF:7.975,
            https://priv.example.com/2680.ts
            #EXT-X-DISCONTINUITY
            #EXTINF:7.941,
            https://priv.example.com/2681.ts
            #EXTINF:7.975,
            https://priv.example.com/2682.ts
            """)
        #expect(playlist.mediaSequence(at: 2) == 2682)
        #expect(!playlist.hasEndList)
        #expect(playlist.segments.map { $0.discontinuitySequence } == [7, 8, 8])
        #expect(playlist.segments.map { $0.startsDiscontinuity } == [false, true, false])
    }

    @Test
    func `a discontinuity sequence tag after segments applies to all segments, with a problem`()
        throws
    {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXTINF:4,
            a.ts
            #EXT-X-DISCONTINUITY
            #EXTINF:4,
            b.ts
            #EXT-X-DISCONTINUITY-SEQUENCE:9
            #EXT-X-DISCONTINUITY
            #EXTINF:4,
            c.ts
            """)
        #expect(playlist.segments.map { $0.discontinuitySequence } == [9, 10, 11])
        #expect(playlist.problems.map { $0.rule } == [.tooLate])
    }

    @Test func `keys apply until they are replaced or removed`() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-VERSION:5
            #EXT-X-TARGETDURATION:15
            #EXTINF:15,
            clear.ts
            #EXT-X-KEY:METHOD=AES-128,URI="https://priv.example.com/key?r=52",IV=0x9c7db8778570d05c3177c349fd9236aa
            #EXTINF:15,
            a.ts
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1/2"
            #EXTINF:15,
            b.ts
            #EXT-X-KEY:METHOD=AES-128,URI="key?r=53",X-NOTE="kept"
            #EXTINF:15,
            c.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:15,
            d.ts
            """)
        let keys = playlist.segments.map { $0.keys }
        #expect(keys.map { $0.count } == [0, 1, 2, 2, 0])
        let first = try #require(keys[1].first)
        #expect(first.method == .aes128)
        #expect(first.initializationVector?.first == 0x9C)
        #expect(first.initializationVector?.count == 16)
        #expect(keys[2].last?.keyFormatVersions == [1, 2])
        #expect(keys[3].first?.uri == "key?r=53")
        #expect(keys[3].first?.otherAttributes == [Attribute("X-NOTE", .quoted("kept"))])
        #expect(playlist.problems.isEmpty)
    }

    @Test func `a short initialization vector is padded with zeros in front`() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x10F
            #EXTINF:1,
            a.ts
            """)
        let vector = playlist.segments[0].keys[0].initializationVector
        #expect(vector == Array(repeating: 0, count: 14) + [0x01, 0x0F])
    }

    @Test func `an initialization section is encrypted with the keys before it`() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:6
            #EXT-X-MAP:URI="clear.mp4"
            #EXT-X-KEY:METHOD=AES-128,URI="k"
            #EXTINF:6,
            a.m4s
            #EXT-X-MAP:URI="main.mp4",BYTERANGE="720@12"
            #EXTINF:6,
            b.m4s
            """)
        let sections = playlist.segments.map { $0.initializationSection }
        #expect(sections[0]?.uri == "clear.mp4")
        #expect(sections[0]?.keys == [])
        #expect(sections[1]?.byteRange == 12..<732)
        #expect(sections[1]?.keys.first?.uri == "k")
        #expect(playlist.segments[0].keys.first?.uri == "k")
    }

    @Test func `a byte range without an offset continues the byte range before it`() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-VERSION:4
            #EXT-X-TARGETDURATION:6
            #EXTINF:6,
            #EXT-X-BYTERANGE:75232@0
            video.ts
            #EXT-X-BYTERANGE:82112
            #EXTINF:6,
            video.ts
            #EXTINF:6,
            #EXT-X-BYTERANGE:10@9223372036854775797
            video.ts
            """)
        #expect(
            playlist.segments.map { $0.byteRange } == [
                0..<75232, 75232..<157_344, (Int64.max - 10)..<Int64.max,
            ])
    }

    @Test func `a low-latency playlist has partial segments, preload hints and rendition reports`()
        throws
    {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-VERSION:6
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0,CAN-SKIP-UNTIL=12.0,HOLD-BACK=12
            #EXT-X-PART-INF:PART-TARGET=0.33334
            #EXT-X-MEDIA-SEQUENCE:266
            #EXT-X-PROGRAM-DATE-TIME:2019-02-14T02:13:36.106Z
            #EXT-X-MAP:URI="init.mp4"
            #EXTINF:4.00008,
            fileSequence266.mp4
            #EXT-X-PART:DURATION=0.33334,URI="filePart267.0.mp4",INDEPENDENT=YES
            #EXT-X-PART:DURATION=0.33334,URI="filePart267.mp4",BYTERANGE="100@0"
            #EXT-X-PART:DURATION=0.33334,URI="filePart267.mp4",BYTERANGE="50",GAP=YES
            #EXTINF:4.00008,
            fileSequence267.mp4
            #EXT-X-PART:DURATION=0.33334,URI="filePart268.0.mp4"
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="filePart268.1.mp4",BYTERANGE-START=100
            #EXT-X-RENDITION-REPORT:URI="../1M/waitForMSN.php",LAST-MSN=267,LAST-PART=2
            """)
        #expect(playlist.serverControl?.canBlockReload == true)
        #expect(playlist.serverControl?.partHoldBack == .seconds(1))
        #expect(playlist.partInformation?.targetDuration == MediaTime(33334, timescale: 100_000))
        let parts = playlist.segments[1].parts
        #expect(parts.map { $0.byteRange } == [nil, 0..<100, 100..<150])
        #expect(parts.map { $0.isIndependent } == [true, false, false])
        #expect(parts.map { $0.isGap } == [false, false, true])
        #expect(playlist.trailingParts.map { $0.uri } == ["filePart268.0.mp4"])
        #expect(playlist.tail?.initializationSection?.uri == "init.mp4")
        #expect(playlist.preloadHints.first?.byteRangeStart == 100)
        #expect(playlist.renditionReports.first?.lastMediaSequence == 267)
        #expect(playlist.problems.isEmpty)
    }

    @Test func `gaps, bitrates, program dates and the other tags of segments are read`() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-VERSION:4
            #EXT-X-PLAYLIST-TYPE:EVENT
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-I-FRAMES-ONLY
            #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
            #EXT-X-ALLOW-CACHE:NO
            #EXT-X-TARGETDURATION:6
            #EXT-X-BITRATE:800
            #EXTINF:6,
            a.ts
            #EXT-X-GAP
            #EXT-X-PROGRAM-DATE-TIME:2010-02-19T14:54:23.031+08:00
            #EXTINF:6,
            b.ts
            #EXT-X-BITRATE:900
            #EXTINF:6,
            c.ts
            """)
        #expect(playlist.playlistType == .event)
        #expect(playlist.hasIndependentSegments)
        #expect(playlist.isIFramesOnly)
        #expect(playlist.start == StartPoint(offset: .milliseconds(-12_500), isPrecise: true))
        #expect(playlist.allowsCache == false)
        #expect(playlist.segments.map { $0.bitrate } == [800, 800, 900])
        #expect(playlist.segments.map { $0.isGap } == [false, true, false])
        let date = try #require(playlist.segments[1].programDateTime)
        #expect(date.text == "2010-02-19T14:54:23.031+08:00")
        #expect(date.millisecondsSince1970 == 1_266_562_463_031)
        #expect(playlist.problems.map { $0.rule } == [.obsolete])
    }

    @Test func `cue tags of all dialects are read`() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-OATCLS-SCTE35:/DAlAAAAAAAAAP/wFAUAAAABf+/+c2nALv4AKTLgAAEAAAAAuIfOkw==
            #EXT-X-CUE-OUT:30.5
            #EXTINF:6,
            a.ts
            #EXT-X-CUE-OUT-CONT:6/30.5
            #EXTINF:6,
            b.ts
            #EXT-X-CUE-OUT-CONT:ElapsedTime=12,Duration=30.5,SCTE35=/DA=
            #EXTINF:6,
            c.ts
            #EXT-X-CUE-OUT:DURATION=15
            #EXT-X-SCTE35:TYPE=0x34,CUE="/DAB,C="
            #EXTINF:6,
            d.ts
            #EXT-X-CUE-IN
            """)
        let cues = playlist.segments.map { $0.cueMarkers }
        #expect(cues[0].map { $0.kind } == [.oatclsSCTE35, .out])
        #expect(cues[0][0].splice?.hasPrefix("/DAl") == true)
        #expect(cues[0][1].duration == .milliseconds(30_500))
        #expect(cues[1][0].elapsed == .seconds(6))
        #expect(cues[1][0].duration == .milliseconds(30_500))
        #expect(cues[2][0].elapsed == .seconds(12))
        #expect(cues[2][0].splice == "/DA=")
        #expect(cues[3][0].duration == .seconds(15))
        #expect(cues[3][1].splice == "/DAB,C=")
        #expect(playlist.tail?.cueMarkers == [CueMarker(.in)])
    }

    @Test func `date ranges carry splices, client attributes and interstitials`() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-DATERANGE:ID="splice-6FFFFFF0",START-DATE="2014-03-05T11:15:00Z",PLANNED-DURATION=59.993,SCTE35-OUT=0xFC002F0000
            #EXT-X-DATERANGE:ID="ad1",CLASS="com.apple.hls.interstitial",CUE="PRE,ONCE",START-DATE="2020-01-02T21:55:44.000Z",END-DATE="2020-01-02T21:56:00Z",DURATION=16,X-ASSET-URI="http://example.com/ad1.m3u8",X-RESUME-OFFSET=0,X-RESTRICT="SKIP,JUMP",X-SNAP="IN",X-COM-EXAMPLE=0xAB
            #EXT-X-DATERANGE:ID="n",CLASS="c",START-DATE="2020-01-02T21:55:44Z",END-ON-NEXT=YES
            #EXTINF:6,
            a.ts
            """)
        let ranges = playlist.dateRanges
        #expect(ranges[0].scte35Out == [0xFC, 0x00, 0x2F, 0x00, 0x00])
        #expect(ranges[0].plannedDuration == .milliseconds(59_993))
        #expect(ranges[0].interstitial == nil)
        #expect(ranges[1].cue == ["PRE", "ONCE"])
        #expect(ranges[1][attribute: "X-COM-EXAMPLE"] == "0xAB")
        let interstitial = try #require(ranges[1].interstitial)
        #expect(interstitial.content == .asset(uri: "http://example.com/ad1.m3u8"))
        #expect(interstitial.resumeOffset == .zero)
        #expect(interstitial.restrictions == ["SKIP", "JUMP"])
        #expect(interstitial.snaps == ["IN"])
        #expect(interstitial.mayVary)
        #expect(ranges[2].endsOnNext)
        #expect(playlist.problems.isEmpty)
    }
}
