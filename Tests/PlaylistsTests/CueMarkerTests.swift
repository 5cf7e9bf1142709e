import Playlists
import Testing
import VirtualTime

@Suite struct CueMarkerTests {
    @Test(
        arguments: [
            ("EXT-X-CUE-OUT", 0, nil, true, nil),
            ("EXT-X-CUE-OUT:", 0, nil, true, nil),
            ("EXT-X-CUE-OUT:30", 30_000, nil, true, nil),
            ("EXT-X-CUE-OUT:30s", 30_000, nil, true, nil),
            ("EXT-X-CUE-OUT:\"30\"", 30_000, nil, true, nil),
            ("EXT-X-CUE-OUT:01:02:03.5", 3_723_500, nil, true, nil),
            ("EXT-X-CUE-OUT:DURATION=1:30", 90_000, nil, true, nil),
            ("EXT-X-CUE-OUT:0/30", 30_000, nil, true, nil),
            ("EXT-X-CUE-OUT:0 / 30 s", 30_000, nil, true, nil),
            ("EXT-X-CUE-OUT-CONT:00:05/1:30", 90_000, 5_000, nil, nil),
            ("EXT-X-CUE-OUT:1:2:3:4", 0, nil, true, nil),
            ("EXT-X-CUE-OUT:1::2", 0, nil, true, nil),
            ("EXT-X-CUE-OUT:1/2/3", 0, nil, true, nil),
            ("EXT-X-CUE-OUT:-30", 0, nil, true, nil),
            ("EXT-X-CUE-OUT:BREAKID=4, DURATION = 30.5", 30_500, nil, true, nil),
            ("EXT-X-CUE-OUT:DURATION=30", 30_000, nil, true, nil),
            ("EXT-X-CUE-OUT:Duration=\"15.0\",BREAKID=4", 15_000, nil, true, nil),
            ("EXT-X-CUE-OUT:30.0,SCTE35=/DA=", 30_000, nil, true, "/DA="),
            ("EXT-X-CUE-OUT-CONT", 0, nil, nil, nil),
            ("EXT-X-CUE-OUT-CONT:8.5", 0, 8_500, nil, nil),
            ("EXT-X-CUE-OUT-CONT:2/30", 30_000, 2_000, nil, nil),
            ("EXT-X-CUE-OUT-CONT:2.5/30.25,X=1", 30_250, 2_500, nil, nil),
            (
                "EXT-X-CUE-OUT-CONT:CAID=0x1, ElapsedTime=4.0, Duration=30, SCTE35=/DA=", 30_000,
                4_000, nil, "/DA="
            ),
            ("EXT-X-CUE-IN", 0, nil, false, nil),
            ("EXT-OATCLS-SCTE35:/DAB=", 0, nil, nil, "/DAB="),
            ("EXT-X-SPLICEPOINT-SCTE35:0xFC30", 0, nil, nil, "0xFC30"),
            ("EXT-X-SCTE35:CUE=\"/DAB,C=\",CUE-OUT=YES,DURATION=20", 20_000, nil, true, "/DAB,C="),
            ("EXT-X-SCTE35:CUE=\"/DA=\",CUE-IN=YES", 0, nil, false, "/DA="),
            ("EXT-X-SCTE35:CUE=\"/DA=\",CUE-OUT=CONT", 0, nil, nil, "/DA="),
            ("EXT-X-CUE:TYPE=\"SpliceOut\",ID=\"7\",DURATION=9", 9_000, nil, true, nil),
            ("EXT-X-CUE:TYPE=\"SpliceIn\"", 0, nil, false, nil),
            ("EXT-X-ASSET:CAID=0x0000000020FB6501", 0, nil, nil, nil),
        ] as [(String, Int64, Int64?, Bool?, String?)])
    func `the dialects of cue tags are read with the same meaning`(
        tag: String, duration: Int64, elapsed: Int64?, isOut: Bool?, splice: String?
    ) throws {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:1
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:0
            #\(tag)
            #EXTINF:6,
            a.ts

            """
        let playlist = try media(text)
        let marker = try #require(playlist.segments.first?.cueMarkers.first)
        #expect(marker.duration == (duration == 0 ? nil : .milliseconds(duration)))
        #expect(marker.elapsed == elapsed.map { .milliseconds($0) })
        #expect(marker.isOut == isOut)
        #expect(marker.splice == splice)
        #expect(playlist.problems.isEmpty)
        // No attribute is lost when the playlist is written and read again.
        let again = try media(playlist.text())
        #expect(again.segments.first?.cueMarkers == [marker])
        #expect(again == playlist)
    }

    @Test func `every attribute of a date range reads back as it was`() throws {
        let tag = """
            #EXT-X-DATERANGE:ID="a",CLASS="c",START-DATE="2026-01-01T00:00:00Z",CUE="ONCE",\
            PLANNED-DURATION=30.5,END-ON-NEXT=YES,SCTE35-CMD=0xFC30,SCTE35-OUT=0xFC31,\
            SCTE35-IN=0xFC32,X-NAME="n",X-NUMBER=4,X-BYTES=0xAB
            """
        let text = """
            #EXTM3U
            #EXT-X-VERSION:1
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:0
            \(tag)
            #EXTINF:6,
            a.ts

            """
        let playlist = try media(text)
        #expect(playlist.text().contains(tag))
        let range = try #require(playlist.dateRanges.first)
        #expect(range.scte35Command == [0xFC, 0x30])
        #expect(range.scte35In == [0xFC, 0x32])
        #expect(range.otherAttributes.map(\.name) == ["X-NAME", "X-NUMBER", "X-BYTES"])
    }
}
