import Playlists
import Testing
import VirtualTime

@Suite struct BadInputTests {
    @Test(
        arguments: [
            ("", .empty, nil), ("\n \r\n\t", .empty, nil),
            ("<!DOCTYPE html>\n<html></html>", .markup, 1), ("\n<html>", .markup, 2),
            ("hello", .missingHeader, 1), ("#EXTM3U8", .missingHeader, 1),
            ("#EXTINF:1,\na.ts", .missingHeader, 1), ("#EXTM3U", .undetermined, nil),
            ("#EXTM3U\n#EXT-X-VERSION:3\n", .undetermined, nil),
            ("#EXTM3U\na.ts", .missingTag("EXTINF"), 2),
            (
                "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n#EXTINF:1,\nb",
                .mixedKinds(tag: "EXTINF"), 4
            ),
            (
                "#EXTM3U\n# one\n#EXT-X-STREAM-INF:BANDWIDTH=1\n# two\n",
                .missingURI(tag: "EXT-X-STREAM-INF"), 3
            ),
            (
                "#EXTM3U\n#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-MEDIA:TYPE=AUDIO",
                .mixedKinds(tag: "EXT-X-MEDIA"), 3
            ),
            (
                "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:18446744073709551616\n",
                .tooLarge(tag: "EXT-X-MEDIA-SEQUENCE", value: "18446744073709551616"), 2
            ),
            (
                "#EXTM3U\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\"",
                .duplicate(tag: "EXT-X-DEFINE"), 3
            ),
            (
                "#EXTM3U\n#EXT-X-KEY:URI=\"k\"\n#EXTINF:1,\na",
                .missingAttribute("METHOD", tag: "EXT-X-KEY"), 2
            ),
            (
                "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128\n#EXTINF:1,\na",
                .missingAttribute("URI", tag: "EXT-X-KEY"), 2
            ),
            (
                "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x123456789012345678901234567890123\n",
                .malformed(
                    tag: "EXT-X-KEY, IV", value: "0x123456789012345678901234567890123",
                    expected: "a hexadecimal number of 128 bits"), 2
            ),
            (
                "#EXTM3U\n#EXT-X-MAP:BYTERANGE=\"1@0\"\n",
                .missingAttribute("URI", tag: "EXT-X-MAP"), 2
            ),
            (
                "#EXTM3U\n#EXT-X-BYTERANGE:1@9223372036854775807\n#EXTINF:1,\na",
                .malformed(
                    tag: "EXT-X-BYTERANGE", value: "1@9223372036854775807",
                    expected: "a length and an offset, n@o"), 2
            ),
            (
                "#EXTM3U\n#EXT-X-SKIP:RECENTLY-REMOVED-DATERANGES=\"a\"\n",
                .missingAttribute("SKIPPED-SEGMENTS", tag: "EXT-X-SKIP"), 2
            ),
        ] as [(String, PlaylistError.Reason, Int?)])
    func `an unusable playlist is refused with its line and cause`(
        text: String, reason: PlaylistError.Reason, line: Int?
    ) {
        #expect(refusal(of: text) == PlaylistError(reason, line: line))
    }

    @Test func `the tag of an error does not include the attribute`() throws {
        let error = try #require(refusal(of: "#EXTM3U\n#EXT-X-SKIP:SKIPPED-SEGMENTS=a\n"))
        #expect(error.tag == "EXT-X-SKIP")
        #expect(
            error.description
                == "line 2: EXT-X-SKIP, SKIPPED-SEGMENTS: \"a\" is not an integer")
    }

    @Test func `an error is one line of text`() throws {
        let error = try #require(refusal(of: "#EXTM3U\n#EXTINF:soon,\na.ts"))
        #expect(error.description == "line 2: EXTINF: \"soon\" is not a number of seconds")
        let reversed = try #require(refusal(of: "#EXTM3U\n#EXTINF:\u{202E}1\u{2028},\na.ts"))
        #expect(
            reversed.description
                == "line 2: EXTINF: \"\u{FFFD}1\u{FFFD}\" is not a number of seconds")
    }

    @Test(
        arguments: [
            ("#EXTM3U\n#EXTINF:1,\na.ts", .missingTargetDuration, 3),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:5,\na.ts", .longerThanTargetDuration, 3),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4\na.ts", .missingComma, 3),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4.5\n", .fractionalTargetDuration, 2),
            ("\u{FEFF}#EXTM3U\n#EXT-X-TARGETDURATION:4\n", .byteOrderMark, 1),
            ("\n#EXTM3U\n#EXT-X-TARGETDURATION:4\n", .headerNotAlone, 2),
            ("#EXTM3U url=\"x\"\n#EXT-X-TARGETDURATION:4\n", .headerNotAlone, 1),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-TARGETDURATION:5", .duplicateTag, 3),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTM3U", .duplicateTag, 3),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:1.5,\na.ts", .versionTooLow, 3),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-VERSION:99", .unknownVersion, 3),
            (
                "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:1,\na\n#EXT-X-MEDIA-SEQUENCE:1",
                .tooLate, 5
            ),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n  #EXT-X-ENDLIST", .whitespace, 3),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:LIVE", .unknownValue, 3),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:now", .malformedTag, 3),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-BITRATE:fast", .malformedTag, 3),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-START:PRECISE=YES", .missingAttribute, 3),
            (
                "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-DATERANGE:CLASS=\"a\"", .missingAttribute,
                3
            ),
            (
                "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00",
                .missingTimeZone, 3
            ),
            (
                "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART:DURATION=1,URI=\"a\"",
                .missingPartInformation, 3
            ),
            (
                "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,FRAME-RATE=fast\na",
                .malformedAttribute, 2
            ),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,BANDWIDTH=2\na", .duplicateAttribute, 2),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=avc1\na", .attributeQuoting, 2),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1, CODECS=\"avc1\"\na", .whitespace, 2),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1\na", .malformedAttributeList, 2),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,LONELY\na", .malformedAttributeList, 2),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"no\"\na", .undefinedGroup, 2),
            (
                "#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\",URI=\"c\"",
                .inconsistentAttributes, 2
            ),
        ] as [(String, PlaylistRule, Int)])
    func `a usable playlist is parsed, and its problem is reported with rule and line`(
        text: String, rule: PlaylistRule, line: Int
    ) throws {
        let problems = try Playlist(parsing: text).problems
        #expect(problems.map { $0.rule } == [rule])
        #expect(problems.first?.line == line)
        #expect(problems.first?.description.contains("rfc8216") == true)
    }

    @Test func `a segment is too long only when it rounds to more than the target`() throws {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:4
            #EXTINF:4.499,
            a.ts
            #EXTINF:4.5,
            b.ts
            """
        #expect(try media(text).problems.map { $0.line } == [6])
    }

    @Test func `a line in Latin-1 is read as Latin-1, and reported`() throws {
        var bytes = Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,Caf".utf8)
        bytes += [0xE9, 0x0A]
        bytes += Array("Grün.ts\n".utf8)
        guard case .media(let playlist) = try Playlist(parsing: bytes) else { throw WrongKind() }
        #expect(playlist.segments[0].title == "Café")
        #expect(playlist.segments[0].uri == "Grün.ts")
        #expect(playlist.problems.map { $0.rule } == [.notUTF8])
        #expect(playlist.problems[0].line == 3)
    }

    @Test func `LF, CRLF and a missing last line end give the same playlist`() throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\n#EXTINF:4,x\na.ts\n#EXT-X-ENDLIST\n"
        let plain = try Playlist(parsing: text)
        let carriage = text.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
        #expect(try Playlist(parsing: carriage) == plain)
        #expect(try Playlist(parsing: String(text.dropLast())) == plain)
        #expect(try Playlist(parsing: carriage).problems.isEmpty)
    }

    @Test func `control characters are reported`() throws {
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,a\u{0}b\na.ts")
        #expect(playlist.problems.map { $0.rule } == [.controlCharacter])
    }

    @Test(arguments: [("\t", false), ("\u{1}", true)])
    func `only tabs may separate the identifiers of removed date ranges`(
        separator: String, isProblem: Bool
    ) throws {
        let delta = try media(
            "#EXTM3U\n#EXT-X-VERSION:10\n#EXT-X-TARGETDURATION:4\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1,"
                + "RECENTLY-REMOVED-DATERANGES=\"a\(separator)b\"\n#EXTINF:4,\na.ts")
        #expect(delta.problems.contains { $0.rule == .controlCharacter } == isProblem)
    }

    @Test(
        arguments: [
            ([0xC2, 0x85], [.controlCharacter]), ([0xC2, 0xA0], []), ([0xC2], [.notUTF8]),
        ] as [([UInt8], [PlaylistRule])])
    func `a next-line character is a control character, and its first byte only is not`(
        bytes: [UInt8], rules: [PlaylistRule]
    ) throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n# "
        #expect(try Playlist(parsing: Array(text.utf8) + bytes).problems.map { $0.rule } == rules)
    }

    @Test func `invalid attributes are kept as written, and their properties are nil`() throws {
        let playlist = try multivariant(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=4k,SCORE=-1\na")
        #expect(playlist.variants[0].resolution == nil)
        #expect(
            playlist.variants[0].otherAttributes == [
                Attribute("RESOLUTION", .unquoted("4k")), Attribute("SCORE", .unquoted("-1")),
            ])
    }
}
