import Playlists
import Testing
import VirtualTime

@Suite struct RoundTripTests {
    /// Playlists with many unusual parts.
    static let texts = [
        """
        #EXTM3U
        # made by hand
        #EXT-X-VENDOR:1
        #EXT-X-VERSION:9
        #EXT-X-DEFINE:NAME="p",VALUE="seg",X-A="b"
        #EXT-X-TARGETDURATION:6.5
        #EXT-X-START:TIME-OFFSET=-0.000000001,PRECISE=YES,X-Q=1
        #EXT-X-PLAYLIST-TYPE:SOMETIMES
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=never,CAN-SKIP-UNTIL=36
        #EXT-X-PART-INF:PART-TARGET=1.004
        #EXT-X-DISCONTINUITY-SEQUENCE:0
        #EXT-X-DISCONTINUITY-SEQUENCE:4
        #EXT-X-DATERANGE:ID="a",START-DATE="yesterday",SCTE35-CMD=0xABC,SCTE35-IN=0xab01,X-Z=0x1
        #EXT-X-MAP:URI="{$p}.mp4"
        #EXT-X-KEY:METHOD=NONE
        # before the first segment
        #EXTINF:6.006, A title
        # between
        #EXT-X-GAP
        #EXT-X-GAP
        {$p}1.m4s
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="1",KEYFORMAT="a"
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="2",KEYFORMAT="b"
        #EXT-X-MAP:URI="other.mp4",BYTERANGE="10"
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="3",KEYFORMAT="a"
        #EXT-X-BITRATE:100
        #EXT-X-BITRATE:200
        #EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00.123456Z
        #EXT-X-PROGRAM-DATE-TIME:2021-01-01T00:00:00Z
        #EXT-X-CUE-OUT
        #EXT-X-CUE-OUT:
        #EXTINF:6
        2.m4s
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="2",KEYFORMAT="b"
        #EXTINF:0.0000000014,
        3.m4s
        #EXT-X-DISCONTINUITY
        #EXT-X-PART:DURATION=1,URI="a",BYTERANGE="10@5",X-Y=Z
        #EXT-X-PART:DURATION=1,URI="a",BYTERANGE="10",INDEPENDENT=YES
        #EXT-X-PART:URI="no-duration"
        #EXT-X-PRELOAD-HINT:TYPE=MAP,URI="m",BYTERANGE-START=0,BYTERANGE-LENGTH=9
        #EXT-X-PRELOAD-HINT:TYPE=ELSE,URI="m"
        #EXT-X-RENDITION-REPORT:URI="r",LAST-MSN=9,LAST-PART=1
        #EXT-X-ENDLIST
        # the end
        """,
        "#EXTM3U\n#c\n#EXTINF:1,\n#d\na",
        "#EXTM3U\n#EXT-X-ENDLIST\n",
        "#EXTM3U\n#c\n#EXT-X-PART:bad\n#d\n",
        "#EXTM3U\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#c\n#EXTINF:1,\na\n#EXT-X-CUE-IN",
        "#EXTM3U\n#EXT-X-KEY:METHOD=NONE\n#c\n#EXTINF:1,\na",
        "#EXTM3U\n#EXTINF:1,\na\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"",
        """
        #EXTM3U
        # a multivariant playlist that begins like a media playlist
        #EXT-X-TARGETDURATION:6.5
        # between
        #EXT-X-TARGETDURATION:6.5
        #EXT-X-VERSION:6
        #EXT-X-MEDIA-SEQUENCE:none
        #EXT-X-STREAM-INF:BANDWIDTH=1
        v1
        """,
        """
        #EXTM3U
        # first
        #EXT-X-UNKNOWN:A="b"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",DEFAULT=MAYBE,AUTOSELECT=NO,AUTOSELECT=YES
        #EXT-X-MEDIA:TYPE=SMELL,GROUP-ID="a",NAME="x"
        #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=avc1,NAME=a"b,CLOSED-CAPTIONS="NONE",PROGRAM-ID=1,LONELY
        # between
        v1
        #EXT-X-STREAM-INF:BANDWIDTH=2,FRAME-RATE=60.000,SCORE=0.00001,CLOSED-CAPTIONS=NONE,AUDIO=""
        v2
        #EXT-X-CONTENT-STEERING:SERVER-URI="s"
        #EXT-X-CONTENT-STEERING:SERVER-URI="t"
        #EXT-X-SESSION-KEY:METHOD=NONE
        # key
        #EXT-X-SESSION-KEY:METHOD=AES-128,URI="k",IV=0x1,KEYFORMATVERSIONS="1/x"
        #EXT-X-SESSION-DATA:DATA-ID="d",VALUE="v",FORMAT=XML
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=3,URI="i",RESOLUTION=1x2
        # last
        """,
    ]

    @Test(arguments: texts)
    func `a playlist that is written and parsed again is equal to the original`(text: String) throws
    {
        let playlist = try Playlist(parsing: text)
        let written = playlist.text()
        #expect(try Playlist(parsing: written) == playlist)
        #expect(try Playlist(parsing: written).text() == written)
    }

    @Test func `comments and unknown tags stay before the segment they precede`() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-VENDOR:header
            #EXT-X-DISCONTINUITY
            # one
            #EXTINF:6,
            1.ts
            #EXT-X-VENDOR:two
            # two
            #EXTINF:6,
            2.ts
            # end
            #EXT-X-ENDLIST

            """
        let playlist = try media(text)
        #expect(playlist.headerLines == ["#EXT-X-VENDOR:header"])
        #expect(playlist.segments[1].precedingLines == ["#EXT-X-VENDOR:two", "# two"])
        #expect(playlist.tail?.precedingLines == ["# end"])
        #expect(playlist.text() == text)
    }

    @Test func `a playlist built in code can be written and read back`() throws {
        var playlist = MediaPlaylist()
        playlist.version = 7
        playlist.targetDuration = .seconds(6)
        playlist.hasEndList = true
        for index in 0..<3 {
            var segment = MediaSegment(uri: "\(index).m4s", duration: .seconds(6))
            segment.initializationSection = InitializationSection(uri: "init.mp4")
            if index > 0 {
                segment.keys = [
                    EncryptionKey(
                        method: .sampleAESCTR, uri: "k", keyFormat: "f", keyFormatVersions: [1, 2])
                ]
            }
            segment.cueMarkers = [CueMarker(.out, value: "\(index)")]
            playlist.segments.append(segment)
        }
        #expect(try media(playlist.text()) == playlist)
    }

    @Test func `setting one segment does not change its neighbours`() throws {
        var playlist = try media(
            "#EXTM3U\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:1,\na\n#EXTINF:1,\nb\n#EXTINF:1,\nc")
        playlist.segments[1].bitrate = 5
        playlist.segments[1].keys = [EncryptionKey(method: .aes128, uri: "k")]
        #expect(playlist.segments.map { $0.bitrate } == [nil, 5, nil])
        #expect(playlist.segments.map { $0.keys.count } == [0, 1, 0])
        #expect(playlist.segments.allSatisfy { $0.initializationSection?.uri == "i" })
    }
}
