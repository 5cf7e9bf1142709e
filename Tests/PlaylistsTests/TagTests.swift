import Playlists
import Testing
import VirtualTime

/// Every tag with all its attributes, in canonical form.
@Suite struct TagTests {
    @Test(arguments: [
        #"#EXT-X-VERSION:13"#,
        #"#EXT-X-DEFINE:NAME="a",VALUE="b",X-A=1"#,
        #"#EXT-X-DEFINE:IMPORT="i""#,
        #"#EXT-X-DEFINE:QUERYPARAM="q""#,
        #"#EXT-X-INDEPENDENT-SEGMENTS"#,
        #"#EXT-X-START:TIME-OFFSET=-10.25,PRECISE=YES,X-A=1"#,
        #"#EXT-X-MEDIA-SEQUENCE:9223372036854775807"#,
        #"#EXT-X-DISCONTINUITY-SEQUENCE:12"#,
        #"#EXT-X-PLAYLIST-TYPE:VOD"#,
        #"#EXT-X-I-FRAMES-ONLY"#,
        #"#EXT-X-ALLOW-CACHE:YES"#,
        #"#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24,CAN-SKIP-DATERANGES=YES,HOLD-BACK=12,PART-HOLD-BACK=1.5,X-A=1"#,
        #"#EXT-X-PART-INF:PART-TARGET=0.33334,X-A=1"#,
        #"#EXT-X-BYTERANGE:75232@100"#,
        #"#EXT-X-DISCONTINUITY"#,
        #"#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="k",IV=0x000000000000000000000000DEADBEEF,KEYFORMAT="f",KEYFORMATVERSIONS="1/2",X-A="b""#,
        #"#EXT-X-MAP:URI="i.mp4",BYTERANGE="720@0",X-A=1"#,
        #"#EXT-X-PROGRAM-DATE-TIME:2010-02-19T14:54:23.031+08:00"#,
        #"#EXT-X-GAP"#,
        #"#EXT-X-BITRATE:1200"#,
        #"#EXT-X-PART:DURATION=0.33334,URI="p",BYTERANGE="10@5",INDEPENDENT=YES,GAP=YES,X-A=1"#,
        #"#EXT-X-DATERANGE:ID="i",CLASS="c",START-DATE="2014-03-05T11:15:00Z",CUE="PRE,ONCE",END-DATE="2014-03-05T11:16:00Z",DURATION=60,PLANNED-DURATION=59.993,SCTE35-CMD=0xFC00,SCTE35-OUT=0xFC01,SCTE35-IN=0xFC02,X-A="b",X-B=0x1F"#,
        #"#EXT-X-DATERANGE:ID="i",CLASS="c",START-DATE="2014-03-05T11:15:00Z",END-ON-NEXT=YES"#,
        "#EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES=\"a\tb\",X-A=1",
        #"#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p",BYTERANGE-START=5,BYTERANGE-LENGTH=6,X-A=1"#,
        #"#EXT-X-RENDITION-REPORT:URI="../low.m3u8",LAST-MSN=5,LAST-PART=2,X-A=1"#,
        #"#EXT-X-CUE-OUT:30"#, #"#EXT-X-CUE-OUT"#, #"#EXT-X-CUE-OUT-CONT:5/30"#,
        #"#EXT-X-CUE-IN"#, #"#EXT-OATCLS-SCTE35:/DAl="#, #"#EXT-X-SCTE35:CUE="/DA=",ID="1""#,
        #"#EXT-X-ENDLIST"#, #"#EXT-X-SOMETHING-ELSE:A=B"#, #"# a comment"#,
        #"#EXTINF:6.006,A title, with a comma"#,
    ])
    func `a tag of media playlists is read and written in full`(line: String) throws {
        var options = ParsingOptions(importedVariables: ["i": "1"])
        options.uri = "http://h/?q=2"
        let information = line.hasPrefix("#EXTINF") ? "" : "#EXTINF:6,\n"
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(line)\n\(information)a.ts\n"
        let playlist = try media(text, options: options)
        let lines = playlist.text().split(separator: "\n").map { String($0) }
        #expect(lines.contains(line), "\(lines)")
        #expect(playlist.headerLines.isEmpty || line.contains("SOMETHING") || line.hasPrefix("# "))
        #expect(try media(playlist.text(), options: options) == playlist)
    }

    @Test(arguments: [
        #"#EXT-X-CONTENT-STEERING:SERVER-URI="s",PATHWAY-ID="p",X-A=1"#,
        #"#EXT-X-SESSION-DATA:DATA-ID="d",VALUE="v",LANGUAGE="en",X-A=1"#,
        #"#EXT-X-SESSION-DATA:DATA-ID="d",URI="u",FORMAT=RAW"#,
        #"#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k",IV=0x000102030405060708090A0B0C0D0E0F"#,
        #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n",LANGUAGE="en",ASSOC-LANGUAGE="de",STABLE-RENDITION-ID="s",DEFAULT=YES,AUTOSELECT=YES,FORCED=YES,INSTREAM-ID="CC1",BIT-DEPTH=24,SAMPLE-RATE=48000,CHARACTERISTICS="a,b",CHANNELS="6/JOC",URI="u",X-A=1"#,
        #"#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="g",NAME="n""#,
        #"#EXT-X-STREAM-INF:BANDWIDTH=1,AVERAGE-BANDWIDTH=2,SCORE=1.5,CODECS="a,b",SUPPLEMENTAL-CODECS="c/d",RESOLUTION=1920x1080,FRAME-RATE=29.97,HDCP-LEVEL=TYPE-0,ALLOWED-CPC="f:a",VIDEO-RANGE=HLG,REQ-VIDEO-LAYOUT="CH-STEREO",STABLE-VARIANT-ID="s",PATHWAY-ID="p",NAME="n",AUDIO="a",VIDEO="v",SUBTITLES="s",CLOSED-CAPTIONS="c",X-A=1"#,
        #"#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=NONE"#,
        #"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=16x9,VIDEO="v",URI="u",X-A=1"#,
        #"#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1"#, #"# a comment"#,
    ])
    func `a tag of multivariant playlists is read and written in full`(line: String) throws {
        let variant = line.hasPrefix("#EXT-X-STREAM-INF") ? "" : "#EXT-X-STREAM-INF:BANDWIDTH=1\n"
        let playlist = try multivariant("#EXTM3U\n\(line)\n\(variant)v\n")
        let lines = playlist.text().split(separator: "\n").map { String($0) }
        #expect(lines.contains(line), "\(lines)")
        #expect(try multivariant(playlist.text()) == playlist)
        let rules = playlist.problems.map { $0.rule }
        #expect(rules.allSatisfy { $0 == .undefinedGroup || $0 == .versionTooLow })
    }
}
