import Containers
import HeadlessPlaybackTesting
import Playlists
import Sessions
import TestSupport
import Testing

@Suite struct MarkerTests {
    private func media(_ text: String) throws -> RenditionMedia {
        let playlist = try Playlist(parsing: Array(text.utf8))
        guard case .media(let media) = playlist else { throw SpliceError(.notText) }
        return RenditionMedia(url: "file:///a.m3u8", playlist: media)
    }

    private func survey(_ text: String) throws -> StreamSurvey {
        StreamDraft(try media(text)).survey(name: "the stream", role: .variant)
    }

    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
    private static let dated = head + "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n"

    @Test
    func
        `markers of an asset from different sources are joined into groups with all their sources`()
        async throws
    {
        let video = Video(url: "\(SampleMedia.folder)/markers/index.m3u8")
        let survey = await AssetSurveyor(title: "").survey(video).survey
        let groups = survey.markers(tolerance: .milliseconds(100))
        #expect(groups.map(\.kind) == [.out, .in, .out, .in])
        #expect(groups.map(\.place) == [4, 6, 8, 10].map { .seconds($0) })
        #expect(groups.allSatisfy { $0.streams == [0, 1] })
        let sources = groups[0].members.map { $0.marker.source }
        #expect(sources.contains { $0.hasPrefix("SCTE 35 in PID ") })
        #expect(sources.contains("EXT-X-DATERANGE SCTE35-OUT"))
        #expect(sources.contains("EXT-X-CUE-OUT"))
        #expect(sources.contains("EXT-OATCLS-SCTE35"))
        #expect(groups[0].duration == .seconds(2))
        let placement = try #require(
            groups[2].members.map(\.marker).first { $0.text.contains("Placement") })
        #expect(placement.name == "Provider Placement Opportunity Start")
        #expect(placement.contentID == "break-2")
    }

    @Test func `SCTE 35 messages in a stream are placed at their times`() async throws {
        // The second segment starts at 12 s on the container's clock, which is 2 s into the asset.
        let splice = SpliceSection.insert(5, isOut: true, pts: 13 * 90_000, duration: 90_000)
        let cancelled = (6...7).map { SpliceSection.insert($0, isOut: false, pts: 14 * 90_000) }
        let cancels = (5...7).map { SpliceSection(type: 5, SectionBits().add($0, 32).add(0xFF, 8)) }
        // A message cancels the messages before it, even if they arrive with the same picture.
        let sections = [
            (1, cancels[0]), (1, splice), (2, cancelled[0]), (3, splice), (9, cancels[1]),
            (9, cancelled[1]), (9, cancels[2]),
        ]
        var surveyor = AssetSurveyor(title: "")
        surveyor.loader = ScriptedLoader([
            (
                "segment-1.ts",
                .changed { bytes in
                    SpliceMuxer().mux(bytes, sections.map { ($0.0, $0.1.bytes) })
                }
            )
        ])
        let asset = await surveyor.survey(SampleMedia.single.video())
        #expect(asset.troubles == [])
        let markers = asset.survey.streams[0].markers
        #expect(markers.map(\.place) == [.seconds(3)])
        #expect(markers.map(\.eventID) == [5])
        #expect(markers[0].text == "splice_insert, out of network, event 5, 1.000 s, returns")
    }

    @Test func `date ranges are placed by their dates, also where EXT-X-PROGRAM-DATE-TIME jumps`()
        throws
    {
        let survey = try survey(
            Self.dated + """
                #EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:07.5Z",DURATION=3
                #EXT-X-DATERANGE:ID="b",START-DATE="2026-01-01T01:00:01Z",X-COLOUR="red"
                #EXT-X-DATERANGE:ID="c",START-DATE="2025-12-31T23:59:58Z"
                #EXT-X-DATERANGE:ID="d",START-DATE="2026-01-01T00:30:00Z"
                #EXTINF:6,
                1.ts
                #EXTINF:6,
                2.ts
                #EXT-X-DISCONTINUITY
                #EXT-X-PROGRAM-DATE-TIME:2026-01-01T01:00:00Z
                #EXTINF:6,
                3.ts
                #EXT-X-ENDLIST
                """)
        let places = survey.markers.map { ($0.name ?? "", $0.place) }
        #expect(places.map(\.0) == ["c", "a", "d", "b"])
        #expect(
            places.map(\.1) == [.seconds(-2), .milliseconds(7_500), .seconds(12), .seconds(13)])
        #expect(survey.markers[3].text == "id b, X-COLOUR=red")
        #expect(survey.discontinuities == [.seconds(12)])
    }

    @Test func `a date range ends where the next of its class starts`() throws {
        let survey = try survey(
            Self.dated + """
                #EXT-X-DATERANGE:ID="a",CLASS="c",START-DATE="2026-01-01T00:00:01Z",END-ON-NEXT=YES
                #EXT-X-DATERANGE:ID="b",CLASS="c",START-DATE="2026-01-01T00:00:04Z",END-ON-NEXT=YES
                #EXT-X-DATERANGE:ID="i",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:05Z",X-ASSET-URI="a.m3u8"
                #EXTINF:6,
                1.ts
                """)
        #expect(survey.markers.map(\.duration) == [.seconds(3), nil, nil])
        #expect(survey.markers.map(\.kind) == [.dateRange, .dateRange, .interstitial])
    }

    @Test func `a break ends where its date range or its messages end it`() throws {
        let out = SpliceSection.insert(1, isOut: true, pts: 90_000).hexadecimal
        let back = SpliceSection.insert(1, isOut: false, pts: 90_000 * 5).hexadecimal
        func place(_ first: String, _ second: String) throws -> [MediaTime] {
            try survey(
                Self.dated + """
                    #EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:01Z",\(first)
                    #EXT-X-DATERANGE:ID="a",\(second)
                    #EXTINF:9,
                    1.ts
                    """
            ).markers.filter { $0.kind == .in }.map(\.place)
        }
        let output = "SCTE35-OUT=\(out)"
        let input = "SCTE35-IN=\(back)"
        #expect(try place(output, input) == [.seconds(5)])
        #expect(try place(output, input + ",DURATION=2") == [.seconds(3)])
        #expect(try place("PLANNED-DURATION=4", input) == [.seconds(5)])
        #expect(
            try place(output, input + ",END-DATE=\"2026-01-01T00:00:04Z\"") == [.seconds(4)])
    }

    @Test(
        arguments: zip(
            [
                "END-DATE=\"2026-01-01T00:00:05Z\"",
                "PLANNED-DURATION=9,END-DATE=\"2026-01-01T00:00:05Z\"",
                "DURATION=3,PLANNED-DURATION=9", "PLANNED-DURATION=9", "END-ON-NEXT=YES",
                "END-DATE=\"2026-01-01T00:00:00Z\"",
            ], [4, 4, 3, 9, 4, nil] as [Int64?]))
    func `a break is as long as its date range if its message states no duration`(
        end: String, seconds: Int64?
    ) throws {
        let out = SpliceSection.insert(1, isOut: true, pts: 90_000).hexadecimal
        let survey = try survey(
            Self.dated + """
                #EXT-X-DATERANGE:ID="a",CLASS="c",START-DATE="2026-01-01T00:00:01Z",SCTE35-OUT=\(out),\(end)
                #EXT-X-DATERANGE:ID="b",CLASS="c",START-DATE="2026-01-01T00:00:05Z"
                #EXTINF:9,
                1.ts
                """)
        let breaks = survey.markers.filter { $0.kind == .out }
        #expect(breaks.map(\.duration) == [seconds.map { .seconds($0) }])
    }

    @Test func `a date range without a position and an unreadable marker are reported`() throws {
        let survey = try survey(
            Self.head + """
                #EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:01Z"
                #EXT-OATCLS-SCTE35:/DAB
                #EXTINF:6,
                1.ts
                #EXT-X-CUE-IN
                """)
        #expect(survey.unplacedDateRanges == ["a"])
        #expect(survey.markers.map(\.kind) == [.unreadable, .in])
        #expect(survey.markers[1].place == .seconds(6))
    }

    @Test(
        arguments: [
            (
                "ID=\"a\",START-DATE=\"2026-01-01T00:00:01Z\",SCTE35-OUT=FC00",
                [.out, .unreadable], 1
            ),
            (
                "ID=\"a\",START-DATE=\"2026-01-01T00:00:01Z\",SCTE35-OUT=0xFC0",
                [.out, .unreadable], 1
            ),
            (
                "ID=\"a\",START-DATE=\"2026-01-01T00:00:01Z\",DURATION=2,SCTE35-IN=FC00",
                [.in, .unreadable], 3
            ),
            ("ID=\"a\",START-DATE=\"2026-01-01T00:00:01Z\",SCTE35-CMD=FC00", [.unreadable], 1),
            ("ID=\"a\",START-DATE=\"2026-01-01T00:00:01Z\",SCTE35-OTU=0xFC00", [.unreadable], 1),
            ("ID=\"a\",START-DATE=\"2026-01-01T00:00:01Z\",X-SCTE35-OUT=FC00", [.dateRange], 1),
            (
                "ID=\"a\",START-DATE=\"2026-01-01T00:00:01Z\",CLASS=\"com.apple.hls.interstitial\"",
                [.unreadable], 1
            ),
            ("START-DATE=\"2026-01-01T00:00:01Z\"", [.unreadable], 6),
        ] as [(String, [Marker.Kind], Int64)])
    func `a date range without effect is an unreadable marker`(
        attributes: String, kinds: [Marker.Kind], second: Int64
    ) throws {
        let survey = try survey(
            Self.dated + """
                #EXTINF:6,
                1.ts
                #EXT-X-DATERANGE:\(attributes)
                #EXTINF:6,
                2.ts
                """)
        #expect(survey.markers.map(\.kind) == kinds)
        #expect(survey.markers.allSatisfy { $0.place == .seconds(second) })
    }

    @Test func `date ranges without ID are found at the start and at the end of a playlist`() throws
    {
        let survey = try survey(
            "#EXTM3U\n#EXT-X-DATERANGE:CLASS=\"a\"\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n"
                + "#EXT-X-DATERANGE:CLASS=\"b\"\n")
        #expect(survey.markers.map(\.kind) == [.unreadable, .unreadable])
        #expect(survey.markers.map(\.place) == [.zero, .seconds(6)])
        #expect(survey.markers[0].text == "the tag has no usable ID: CLASS=\"a\"")
    }

    @Test(arguments: zip(["PRE", "POST,ONCE", "ONCE"], [0, 6, 2] as [Int64]))
    func `an interstitial before or after the programme is at its start or end`(
        cue: String, second: Int64
    ) throws {
        let survey = try survey(
            Self.dated + """
                #EXT-X-DATERANGE:ID="i",CLASS="com.apple.hls.interstitial",CUE="\(cue)",START-DATE="2026-01-01T00:00:02Z",X-ASSET-LIST="a.json"
                #EXTINF:6,
                1.ts
                """)
        #expect(survey.markers.map(\.kind) == [.interstitial])
        #expect(survey.markers.map(\.place) == [.seconds(second)])
    }

    @Test(
        arguments: zip(
            [("OUT", 7), ("OUT,IN", 10), ("OUT", 1), ("IN", 7), ("OUT", 20)],
            [6, 12, 0, 7, 20] as [Int64]))
    func `an interstitial that snaps out is at the nearest boundary of a segment`(
        snap: (value: String, second: Int), place: Int64
    ) throws {
        let text =
            Self.dated + """
                #EXT-X-DATERANGE:ID="i",CLASS="com.apple.hls.interstitial",X-SNAP="\(snap.value)",START-DATE="2026-01-01T00:00:\(snap.second < 10 ? "0" : "")\(snap.second)Z",X-ASSET-URI="a"
                #EXTINF:6,
                1.ts
                #EXTINF:6,
                2.ts
                """
        // The audio has boundaries of its own, at 0 and 12 s.
        let whole = text.replacing("#EXTINF:6,\n1.ts\n", with: "")
            .replacing("#EXTINF:6", with: "#EXTINF:12")
        let audio = StreamDraft(try media(whole)).survey(name: "audio", role: .audio)
        let groups = AssetSurvey(streams: [audio, try survey(text)])
            .markers(tolerance: .milliseconds(100))
        #expect(groups.map(\.kind) == [.interstitial])
        #expect(groups.map(\.place) == [.seconds(place)])
    }

    @Test func `interstitials after the programme are joined although streams have other ends`()
        throws
    {
        let segment = "#EXTINF:6,\n1.ts\n"
        let range =
            "#EXT-X-DATERANGE:ID=\"i\",CLASS=\"com.apple.hls.interstitial\",CUE=\"POST\","
            + "START-DATE=\"2026-01-01T00:00:02Z\",X-ASSET-LIST=\"a.json\"\n"
        let streams = try [StreamSurvey.Role.variant, .subtitles].map { role in
            let segments = role == .variant ? segment + segment : segment
            return StreamDraft(try media(Self.dated + range + segments))
                .survey(name: role.rawValue, role: role)
        }
        let groups = AssetSurvey(streams: streams).markers(tolerance: .milliseconds(100))
        #expect(groups.map(\.place) == [.seconds(12)])
        #expect(groups.first?.streams == [0, 1])
    }

    @Test func `tags for advertisements that are not read as markers are found in all places`()
        throws
    {
        let survey = try survey(
            "#EXTM3U\n#EXT-X-AD-START\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n"
                + "#EXT-X-CUE-SPAN:TYPE=\"x\"\n#EXT-X-AD-STARTED\n#EXTINF:6,\n2.ts\n"
                + "#EXT-X-AD-END\n")
        #expect(
            survey.unreadMarkerTags == [
                "EXT-X-AD-START", "EXT-X-CUE-SPAN", "EXT-X-AD-STARTED", "EXT-X-AD-END",
            ])
        #expect(survey.markers.isEmpty)
    }

    @Test(
        arguments: [
            ("#EXT-X-DATERANGE ID=\"b\"", "EXT-X-DATERANGE followed by a blank"),
            ("#EXT-X-DATE-RANGE:ID=\"b\"", "EXT-X-DATE-RANGE"), ("#EXT-X-CUEOUT:8", "EXT-X-CUEOUT"),
            ("#EXT-X-Daterange:ID=\"b\"", "EXT-X-Daterange"), ("#ext-x-cue-in", "ext-x-cue-in"),
            ("# EXT-X-CUE-OUT:8", "EXT-X-CUE-OUT after a blank"),
            ("#EXT-X-SCTE35-OUT:8", "EXT-X-SCTE35-OUT"), ("#EXT-X-Asset:A=1", "EXT-X-Asset"),
            ("# EXT-X-CUE-OUT marks a break", nil), ("# cue-out:8", nil), ("#EXT-X-TILES:A=1", nil),
        ])
    func `misspelt tags of breaks are found, and other lines are not`(
        line: String, name: String?
    ) throws {
        let survey = try survey(Self.head + "\(line)\n#EXTINF:6,\n1.ts\n")
        #expect(survey.unreadMarkerTags == Set([name].compactMap(\.self)))
        #expect(survey.markers.isEmpty)
    }

    @Test func `a misspelt tag of only some variants is named with these variants`() throws {
        let odd = try survey(Self.head + "#EXT-X-CUEOUT:8\n#EXTINF:6,\n1.ts\n")
        let plain = try survey(Self.head + "#EXTINF:6,\n1.ts\n")
        #expect(
            AssetSurvey(streams: [odd, plain]).unreadMarkerTags
                == ["EXT-X-CUEOUT (only the stream)"])
        #expect(AssetSurvey(streams: [odd, odd]).unreadMarkerTags == ["EXT-X-CUEOUT"])
    }

    @Test(
        arguments: [
            "EXT-X-CUE-OUT-CONT:6/12", "EXT-X-SCTE35:CUE=\"\(message)\",CUE-OUT=CONT",
            "EXT-X-SCTE35:CUE=\"\(message)\",CUE-OUT=cont,ELAPSED=6",
        ])
    func `a tag that continues a break does not add a marker`(tag: String) throws {
        let survey = try survey(
            Self.head + """
                #EXT-X-CUE-OUT:12
                #EXTINF:6,
                1.ts
                #\(tag)
                #EXTINF:6,
                2.ts
                """)
        #expect(survey.markers.map(\.kind) == [.out])
        #expect(survey.markers[0].duration == .seconds(12))
    }

    /// A splice_insert out of the network, in Base64.
    private static let message = "/DAlAAAAAAAAAP/wFAUAAAABf+/+AAg9YP4ABX5AAAEAAAAACdKPPA=="

    @Test(
        arguments: [
            "EXT-X-CUE-OUT-CONT:ElapsedTime=6,Duration=12,SCTE35=/DAB",
            "EXT-X-SCTE35:CUE=\"/DAB\",CUE-OUT=CONT",
        ])
    func `a tag with a damaged message that continues a break adds an unreadable marker`(
        tag: String
    ) throws {
        let survey = try survey(
            Self.head + """
                #\(tag)
                #EXTINF:6,
                1.ts
                """)
        #expect(survey.markers.map(\.kind) == [.unreadable])
    }

    @Test func `breaks of different durations stay different markers of one group`() {
        let markers = [8, 60].map { (seconds: Int64) in
            var marker = Marker(.out, at: .seconds(1), source: "EXT-X-CUE-OUT", text: "x")
            marker.duration = .seconds(seconds)
            return [marker]
        }
        let groups = MarkerGroup.join(markers, tolerance: .milliseconds(100))
        #expect(groups.count == 1)
        #expect(groups[0].members.map(\.marker.duration) == [.seconds(8), .seconds(60)])
        #expect(groups[0].members.map(\.streams) == [[0], [1]])
    }

    @Test func `markers of one kind are joined across streams within a tolerance`() {
        func marker(_ kind: Marker.Kind, _ milliseconds: Int64, _ source: String) -> Marker {
            Marker(kind, at: .milliseconds(milliseconds), source: source, text: "x")
        }
        let groups = MarkerGroup.join(
            [
                [marker(.out, 1_000, "a"), marker(.in, 1_000, "a"), marker(.out, 2_000, "a")],
                [marker(.out, 1_090, "a"), marker(.out, 2_101, "b")],
            ], tolerance: .milliseconds(100))
        #expect(groups.map(\.kind) == [.out, .in, .out, .out])
        #expect(groups[0].members.count == 1)
        #expect(groups[0].members[0].streams == [0, 1])
        #expect(groups[2].streams == [0])
    }
}
