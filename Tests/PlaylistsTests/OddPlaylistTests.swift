import Playlists
import Testing
import VirtualTime

/// Playlists that violate the specification but that other parsers accept.
@Suite struct OddPlaylistTests {
    private static let media = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
    private static let segment = "#EXTINF:6,\na.ts\n"

    @Test(
        arguments: [
            (media + "#EXT-X-VERSION: 3\n" + segment, .whitespace, 3),
            (media + "#EXT-X-VERSION:0\n" + segment, .malformedTag, 3),
            (media + "#EXT-X-VERSION:three\n" + segment, .malformedTag, 3),
            (media + "#EXT-X-VERSION:\n" + segment, .malformedTag, 3),
            (media + "#EXT-X-VERSION:3.0\n" + segment, .fractionalInteger, 3),
            (media + "#EXT-X-VERSION:3\n#EXT-X-VERSION:4\n" + segment, .duplicateTag, 4),
            (media + segment + "#EXTINF:6,\n", .missingURI, 5),
            (media + "#EXTINF:5,\n" + segment, .missingURI, 3),
            (
                media + "#EXT-X-VERSION:4\n" + segment + "#EXT-X-ENDLIST\n#EXT-X-BYTERANGE:5@0\n",
                .missingURI, 7
            ),
            (media + segment + "b.ts\n", .missingInformation, 5),
            (media + "#EXT-X-GAP\nb.ts\n" + segment, .missingInformation, 4),
            (
                media + "#EXT-X-VERSION:4\n#EXT-X-BYTERANGE:5@0\nb.ts\n" + segment,
                .missingInformation, 5
            ),
            (media + "#EXT-X-MEDIA-SEQUENCE: 0\n" + segment, .whitespace, 3),
            (media + "#EXT-X-MEDIA-SEQUENCE:-1\n" + segment, .malformedTag, 3),
            (media + "#EXT-X-DISCONTINUITY-SEQUENCE:x\n" + segment, .malformedTag, 3),
            (
                media + "#EXT-X-DISCONTINUITY-SEQUENCE:0\n#EXT-X-DISCONTINUITY-SEQUENCE:5\n"
                    + segment, .duplicateTag, 4
            ),
            (
                media + "#EXT-X-DISCONTINUITY-SEQUENCE:5\n#EXT-X-DISCONTINUITY-SEQUENCE:x\n"
                    + segment, .malformedTag, 4
            ),
            ("#EXTM3U\n#EXT-X-TARGETDURATION: 6\n" + segment, .whitespace, 2),
            (media + "#EXT-X-TARGETDURATION:6s\n" + segment, .duplicateTag, 3),
            (media + "#EXTINF:6,\n" + "#EXT-X-GAP\n" + "#EXTINF:6,\na.ts\n", .missingURI, 3),
        ] as [(String, PlaylistRule, Int)])
    func `one segment is read from each malformed media playlist, with a problem and its line`(
        text: String, rule: PlaylistRule, line: Int
    ) throws {
        let playlist = try PlaylistsTests.media(text)
        #expect(playlist.segments.map { $0.uri } == ["a.ts"])
        #expect(playlist.segments.map { $0.duration } == [.seconds(6)])
        #expect(playlist.problems.map { $0.rule } == [rule])
        #expect(playlist.problems.first?.line == line)
        #expect(try PlaylistsTests.media(playlist.text()) == playlist)
    }

    @Test(
        arguments: [
            ("#EXTINF:6,\t", []), ("#EXTINF:6,A title  ", []), ("#EXTINF:6,é\t", []),
            ("#EXTINF:6,A\tB\t", [.controlCharacter]), (" #EXTINF:6, ", [.whitespace]),
            ("#EXTINF:6 ", [.whitespace, .missingComma]),
            ("#EXT-X-GAP \n#EXTINF:6,", [.whitespace]),
        ] as [(String, [PlaylistRule])])
    func `blanks at the end of a title are permitted`(line: String, rules: [PlaylistRule]) throws {
        let playlist = try PlaylistsTests.media(Self.media + line + "\na.ts\n")
        #expect(playlist.segments.map { $0.duration } == [.seconds(6)])
        #expect(playlist.problems.map { $0.rule } == rules)
    }

    @Test func `gap tags before a URI without EXTINF do not apply to the next segment`() throws {
        let playlist = try PlaylistsTests.media(
            Self.media + "#EXT-X-GAP\n#EXT-X-GAP\nb.ts\n" + Self.segment)
        #expect(playlist.segments.map { $0.isGap } == [false])
        #expect(try PlaylistsTests.media(playlist.text()) == playlist)
    }

    @Test(
        arguments: [
            ("BANDWIDTH=1280000.0", 1_280_000, [.fractionalInteger]),
            ("BANDWIDTH= 1280000", 1_280_000, []),
            ("BANDWIDTH=\"1280000\"", 1_280_000, [.attributeQuoting]),
            ("BANDWIDTH=fast", 0, [.malformedAttribute]),
            ("BANDWIDTH=9223372036854775808", 0, [.malformedAttribute]),
            ("CODECS=\"avc1.4d401f\"", 0, [.missingAttribute]),
        ] as [(String, Int, [PlaylistRule])])
    func `a variant stream is kept even with a malformed or missing BANDWIDTH`(
        attributes: String, bandwidth: Int, rules: [PlaylistRule]
    ) throws {
        let playlist = try multivariant("#EXTM3U\n#EXT-X-STREAM-INF:\(attributes)\na.m3u8")
        #expect(playlist.variants.map { $0.uri } == ["a.m3u8"])
        #expect(playlist.variants.map { $0.bandwidth } == [bandwidth])
        #expect(playlist.problems.map { $0.rule } == rules)
        #expect(try multivariant(playlist.text()) == playlist)
    }

    @Test(
        arguments: [
            ("#EXT-X-STREAM-INF:BANDWIDTH=2\n", .missingURI, 4),
            ("b.m3u8\n", .missingTag, 4),
            ("#EXT-X-ENDLIST\n", .misplacedTag, 4),
            ("#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=2\n", .missingAttribute, 4),
        ] as [(String, PlaylistRule, Int)])
    func `an unusable line does not affect the other variant streams`(
        lines: String, rule: PlaylistRule, line: Int
    ) throws {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n" + lines
        let playlist = try multivariant(text)
        #expect(playlist.variants.map { $0.uri } == ["a.m3u8"])
        #expect(playlist.problems.map { $0.rule } == [rule])
        #expect(playlist.problems.first?.line == line)
        #expect(try multivariant(playlist.text()) == playlist)
    }

    @Test func `a multivariant playlist may begin with a tag of media playlists`() throws {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:3
            # made by hand
            #EXT-X-ALLOW-CACHE:NO
            #EXT-X-TARGETDURATION:10
            #EXT-X-STREAM-INF:BANDWIDTH=1
            a.m3u8
            """
        let playlist = try multivariant(text)
        #expect(playlist.variants.map { $0.uri } == ["a.m3u8"])
        let misplaced = playlist.problems.filter { $0.rule == .misplacedTag }
        #expect(misplaced.map { $0.line } == [4, 5])
        #expect(
            playlist.variants.first?.precedingLines == [
                "# made by hand", "#EXT-X-ALLOW-CACHE:NO", "#EXT-X-TARGETDURATION:10",
            ])
        #expect(try multivariant(playlist.text()) == playlist)
    }

    @Test(
        arguments: [
            ("100@0", "50@", 100..<150), ("100@0", "50", 100..<150), (nil, "50@", 0..<50),
            (nil, "50", 0..<50), (nil, " 50@7", 7..<57),
        ] as [(String?, String, Range<Int64>)])
    func `a byte range without an offset continues the range before it, or starts at byte 0`(
        first: String?, range: String, expected: Range<Int64>
    ) throws {
        var text = Self.media + "#EXT-X-VERSION:4\n"
        if let first { text += "#EXTINF:6,\n#EXT-X-BYTERANGE:\(first)\na.ts\n" }
        text += "#EXTINF:6,\n#EXT-X-BYTERANGE:\(range)\na.ts\n"
        let playlist = try PlaylistsTests.media(text)
        #expect(playlist.segments.last?.byteRange == expected)
        #expect(playlist.problems.isEmpty == (first != nil && range == "50"))
    }

    @Test func `a URI without EXTINF is reported even when other problems exceed their limit`()
        throws
    {
        var options = ParsingOptions()
        options.limits.problems = 1
        let playlist = try PlaylistsTests.media(
            Self.media + Self.segment + "b.ts\n", options: options)
        #expect(playlist.problems.map { $0.rule } == [.missingInformation])
        let odd = try PlaylistsTests.media(
            Self.media + " #EXT-X-INDEPENDENT-SEGMENTS\n" + Self.segment + "b.ts\n",
            options: options)
        #expect(odd.problems.map(\.rule) == [.whitespace, .missingInformation])
        #expect(throws: PlaylistError(.missingTag("EXTINF"), line: 3)) {
            try PlaylistsTests.media(Self.media + "b.ts\nc.ts\n")
        }
    }

    /// FFmpeg reads these durations; hls.js treats the text after the digits as a URI.
    @Test(arguments: ["-1", "6e0", "+6", "6s", ""])
    func `an EXTINF duration that players read differently is refused with its line`(
        duration: String
    ) {
        #expect {
            try PlaylistsTests.media(Self.media + "#EXTINF:\(duration),\na.ts\n")
        } throws: { error in
            (error as? PlaylistError)?.line == 3
        }
    }

    @Test func `the byte range of a partial segment without an offset starts at byte 0`() throws {
        let text =
            Self.media + "#EXT-X-PART-INF:PART-TARGET=1\n"
            + "#EXT-X-PART:DURATION=1,URI=\"p\",BYTERANGE=\"9\"\n" + Self.segment
        let playlist = try PlaylistsTests.media(text)
        #expect(playlist.segments.first?.parts.first?.byteRange == 0..<9)
        #expect(playlist.problems.map { $0.rule } == [.missingOffset])
    }

    @Test func `a rendition without a name is kept with a generated name`() throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",LANGUAGE="en",URI="en.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",LANGUAGE="en",URI="en2.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="xx.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",LANGUAGE="en",URI="b.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="en",URI="b2.m3u8"
            """)
        #expect(playlist.renditions.map { $0.name } == ["en", "AUDIO 2", "AUDIO 3", "en", "en"])
        let rules = playlist.problems.map { $0.rule }
        #expect(rules == Array(repeating: .missingName, count: 4) + [.duplicateName])
        #expect(try multivariant(playlist.text()) == playlist)
    }

    @Test(arguments: ["86401", "13000000000", "99999999999999999999"])
    func `an EXTINF duration of more than a day is limited to a day, with a problem`(
        duration: String
    ) throws {
        let playlist = try PlaylistsTests.media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:99999999\n#EXT-X-GAP\n#EXTINF:\(duration),\na.ts")
        #expect(playlist.segments.map { $0.duration } == [.seconds(86_400)])
        #expect(playlist.problems.map { $0.rule } == [.excessiveDuration])
        #expect(playlist.problems.first?.detail == duration)
    }

    @Test func `a playlist of more than ten thousand hours is refused`() {
        let text = "#EXTM3U\n" + String(repeating: "#EXTINF:86400,\na\n", count: 417)
        #expect(
            refusal(of: text)?.reason == .limitExceeded("hours of media", maximum: 10_000))
        #expect(refusal(of: text)?.line == 835)
    }

    @Test func `lines that end with only a carriage return are read, with a problem`() throws {
        let text = Self.media + Self.segment + "#EXT-X-ENDLIST\n"
        let bytes = text.utf8.map { $0 == 0x0A ? 0x0D : $0 }
        guard case .media(let playlist) = try Playlist(parsing: bytes) else { throw WrongKind() }
        #expect(playlist == (try PlaylistsTests.media(text)))
        #expect(playlist.problems.map { $0.rule } == [.carriageReturn])
    }

    @Test func `each group that variants name and no rendition defines is listed once`() throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="n",URI="s.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a",SUBTITLES="s",VIDEO=""
            1.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO="a",SUBTITLES="t",CLOSED-CAPTIONS="c"
            2.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=3,VIDEO="v",URI="i.m3u8"
            """)
        #expect(
            playlist.undefinedGroups().map { "\($0.kind) \($0.groupID) \($0.variantCount)" }
                == ["audio a 2", "video  1", "subtitles t 1", "closedCaptions c 1", "video v 1"])
        #expect(playlist.undefinedGroups(namedBy: [0]).map { $0.groupID } == ["a", ""])
        #expect(playlist.undefinedGroups(namedBy: [9]).isEmpty)
        #expect(
            playlist.undefinedGroups().first?.text
                == "AUDIO group \"a\" has no rendition, and 2 variant streams name it")
    }

    @Test(
        arguments: [
            ("TYPE=audio,GROUP-ID=\"b\"", .unknownRendition, true),
            ("TYPE=SUBTITLE,GROUP-ID=\"b\"", .unknownRendition, true),
            // Renditions of other types make the group "a" complete, and clients ignore this one.
            ("TYPE=SMELL,GROUP-ID=\"a\"", .unknownValue, false),
            ("TYPE=SMELL,GROUP-ID=\"b\"", .unknownValue, false),
            ("TYPE=SMELL,GROUP-ID=\"s\"", .unknownRendition, true),
            ("TYPE=CLOSED-CAPTION,GROUP-ID=\"b\"", .unknownValue, false),
            ("TYPE=CLOSED-CAPTIONS", .missingAttribute, false),
            ("TYPE=CLOSED-CAPTIONS,GROUP-ID=b\"", .malformedAttribute, false),
            ("TYPE=SMELL", .unknownValue, false), ("GROUP-ID=\"a\"", .missingAttribute, true),
            ("TYPE=AUDIO", .missingAttribute, true),
            ("TYPE=,GROUP-ID=\"a\"", .malformedAttribute, true),
        ] as [(String, PlaylistRule, Bool)])
    func `a dropped rendition loses media unless its type may be one of a later version`(
        attributes: String, rule: PlaylistRule, losesMedia: Bool
    ) throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",URI="a.m3u8"
            #EXT-X-MEDIA:\(attributes),NAME="m",URI="b.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a",SMELL="s"
            1.m3u8
            """)
        #expect(playlist.renditions.map { $0.name } == ["n"])
        #expect(playlist.problems.map { $0.rule } == [rule])
        #expect(playlist.problems.map { $0.line } == [3])
        #expect(playlist.problems.map { $0.mayLoseMedia } == [losesMedia])
        #expect(try multivariant(playlist.text()) == playlist)
    }

    @Test func `a rendition of an unknown type loses media if its group has no other rendition`()
        throws
    {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=TEXT,GROUP-ID="t",NAME="n",URI="t.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1,SUBTITLES="t"
            1.m3u8
            """)
        #expect(playlist.problems.map { $0.rule } == [.undefinedGroup, .unknownRendition])
    }

    @Test(arguments: ["", ",URI=i\"m3u8"])
    func `an I-frame stream that is dropped for its URI loses media`(uri: String) throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1
            1.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1\(uri)
            """)
        #expect(playlist.iFrameVariants.isEmpty)
        #expect(playlist.problems.map { $0.mayLoseMedia } == [true])
    }

    @Test func `a dropped rendition loses media even if its tag has many problems`() throws {
        let blanks = (0..<40).map { "X-A\($0) =1" }.joined(separator: ",")
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=,GROUP-ID="a",NAME="m",\(blanks)
            #EXT-X-STREAM-INF:BANDWIDTH=1
            1.m3u8
            """)
        #expect(playlist.problemCount == 32)
        #expect(playlist.problems.count(where: \.mayLoseMedia) == 1)
    }
}
