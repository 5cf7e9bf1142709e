import SidecarSubtitles
import Testing
import VirtualTime

private let timings = "00:01.000 --> 00:02.000"

/// Cues that a file should contain but that no player shows.
@Suite struct LostCueTests {
    private func lost(_ body: String) throws -> Int {
        try read(body).losses.reduce(0) { $0 + ($1.kind == .cues ? $1.count : 0) }
    }

    @Test(arguments: [
        "00:01.000 -> 00:02.000", "00:01.000 - > 00:02.000", "00:01.000 => 00:02.000",
        "00:01.000 \u{2192} 00:02.000", "00:01.000 \u{2013}> 00:02.000",
        "00:01.000 --&gt; 00:02.000", "00:01.000 -- 00:02.000", "00:01.000 00:02.000",
        "00:01.000 - 00:02.000", "00:01.000 ==> 00:02", "00:01.000->00:02.000",
        " 00:01.000 -> 00:02.000 align:start", "00:01,000 --> 00:02,000",
        "00:01.000 --> ", "--> 00:02.000", "00:01.000 -> 0x:02.000", "oo:01.000 -> 00:02.000",
        "0x.01.000 --> 0x.02.000", "0:1 --> 2", "00:01.000\u{0}--> 00:02.000",
        "00:61.000 --> 00:62.000", "00:01.000 --> 00:02.00", "00:01.000 --> 00:02,000",
        "\u{FEFF}00:01.000 --> 00:02.000", "x --> y",
    ])
    func `a cue whose timings cannot be read is lost`(line: String) throws {
        let tail = "\n\n\(timings)\nb\n"
        #expect(try lost("\(line)\na\(tail)") == 1)
        #expect(try lost("7\n\(line)\na\(tail)") == 1)
        #expect(try lost("name\n\(line)\na\nmore\(tail)") == 1)
        #expect(try read("\(line)\na\(tail)").cues.map(\.text) == ["b"])
    }

    @Test(arguments: [
        (1, "1\n??:??:??.??? ??? ??:??:??.???\na"), (1, "1\na"), (1, "12 \n\u{0}\u{0}\na\nb"),
        (2, "00:01.000 -> 00:02.000\na\n\n00:03.000 -> 00:04.000\nb"),
        (2, "00:01.000 -> 00:02.000\na\n00:03.000 -> 00:04.000\nb"),
        (2, "x --> y\na\n00:03.000 -> 00:04.000\nb"),
        (2, "a b\n00:01.000 -> 00:02.000\na\n00:03.000 -> 00:04.000\nb"),
        (1, "STYLE\na {}\n00:01.000 -> 00:02.000\na"), (1, "REGION\nid:a\n0:1 -> 0:2\na"),
        (1, "\(timings)\na\n\nSTYLE\n00:01.000 -> 00:02.000\na"),
        (1, "NOTE\n00:01,000 --> 00:02.000\na"),
        (1, "\(timings)\nfrom a --> b\nand on"), (1, "\(timings)\na\nb --> c"),
        (1, "\(timings)\na\n\n\(timings) align:cen"),
        (0, "\(timings)\na\n\n\(timings) align:cen\n"),
    ])
    func `each lost cue counts once`(count: Int, body: String) throws {
        #expect(try lost(body) == count)
    }

    @Test(arguments: [
        "00:", "00:00:0", "00:00:07.000", "00:07.5 ", "00:00:07.000 -", "00:00:07.000 --",
        "title\n00:00:0", "00:00:0\n\n", "0", "00", " 00 \n", "title\n0",
    ])
    func `a cue is lost if the file ends within its timings`(end: String) throws {
        #expect(try lost("\(timings)\na\n\n\(end)") == 1)
        #expect(try lost("\(timings)\na\n\nNOTE\n\(end)") == 0)
    }

    @Test(arguments: [
        (1, "2"), (1, "2\n\n3\n\(timings)\nc"), (1, "2\n\nNOTE x"), (2, "2\n\n3"),
        (1, "2\n \n\n3\n\(timings)\nc"), (0, "2\n \n\(timings)\nb"),
        (0, "2\n\n\(timings)\nb"), (0, "2\n\nNOTE x\n\n\(timings)\nb"),
    ])
    func `a number without a cue is a lost cue where cues are numbered`(
        count: Int, rest: String
    ) throws {
        #expect(try lost("1\n\(timings)\na\n\n\(rest)") == count)
        #expect(try lost("\(timings)\na\n\n\(rest)") == 0)
    }

    @Test func `timings in the header belong to a lost cue`() throws {
        #expect(try WebVTT(parsing: "WEBVTT\n00:01.000 -> 00:02.000\na").losses.count == 1)
        #expect(try WebVTT(parsing: "WEBVTT \(timings)\na\n").losses.count == 1)
        #expect(try WebVTT(parsing: "WEBVTT 10:30 to 11:45\nKind: captions\n").losses == [])
    }

    @Test(arguments: [(3, 2), (4, 4)])
    func `a cue with text that does not end after its start is lost`(
        start: Int, end: Int
    ) throws {
        let line = "00:0\(start).000 --> 00:0\(end).000"
        #expect(
            try read("\(line)\na").losses == [
                WebVTTLoss(
                    .cues, count: 1,
                    cause: WebVTTProblem(
                        .neverShown(start: .seconds(Int64(start)), end: .seconds(Int64(end))),
                        line: 3))
            ])
        #expect(try read("\(line)\n \n").losses == [], "without text, nothing is lost")
        #expect(try read("\(line)\n\n\(timings)\na").losses == [])
    }

    @Test(arguments: [
        "", "\(timings)", "\(timings)\n", "\(timings)\na", "\(timings) align:start line:0\na",
        "\(timings) size:x unknown\na", "00:00:01.000-->100:00:02.000\na",
        "\t00:01.000\t-->\t00:02.000\na", "1\n\(timings)\na", "->\n\(timings)\na",
        "-- >\n\(timings)\na", "a --> b\n\(timings)\na", "-->\n\(timings)\na",
        "\(timings)\n\n\n\(timings)\na", "\(timings)\na\n\(timings)\nb",
        "\(timings)\na\n\nb goes on", "\(timings)\na\n-->\n\(timings)\nb",
        "\(timings)\n9:00 -> 17:00\n10:30 - 11:45.000",
        "\(timings)\n<00:01.000>a<00:01.500>b", "\(timings)\na\n\n9:00 to 17:00\nb",
        "NOTE", "NOTE 00:01.000 --> 00:02.000", "NOTE 00:01.000 -> 00:02.000\na",
        "NOTE\n00:01.000 -> 00:02.000\na\n\n\(timings)\nb", "NOTE a --> b\nc",
        "NOTE\na --> b\nc", "STYLE\n<!--\na {}\n-->\nb {}", "STYLE\na --> b\nc",
        "REGION\nid:a\nregionanchor:0%,100%", "\(timings)\na\n\nSTYLE\nb {}\n",
        "1", "1\n\n2", "what\never", "##\n\n\(timings)\na", "no time at 10:30\nor 1:2",
        "WEBVTT\n\n\(timings)\na", "\(timings) region:none\na", "what 1: -> :2\n1 -> 2",
        "a\n\u{2192} =&gt; :",
    ])
    func `a file whose cues are all shown loses none`(body: String) throws {
        for end in ["\n", "\r\n", "\r"] {
            let text = "WEBVTT title\nKind: captions\n\n\(body)"
            let bytes = text.utf8.flatMap { $0 == 0x0A ? Array(end.utf8) : [$0] }
            #expect(try WebVTT(parsing: bytes).losses == [], "\(body.debugDescription)")
            #expect(try WebVTT(parsing: [0xEF, 0xBB, 0xBF] + bytes).losses == [])
        }
    }

    @Test func `a cue whose text is not UTF-8 has lost characters`() throws {
        let start = Array("WEBVTT\r\n\r\n\(timings)\r\nsch".utf8)
        let end = Array("n\n\n\(timings)\nsch\u{F6}n\n\n\(timings)\n".utf8)
        let file = try WebVTT(parsing: start + [0xF6] + end + [0xFC])
        let problem = WebVTTProblem(.invalidUTF8, line: 4)
        #expect(file.problems == [problem])
        #expect(file.losses == [WebVTTLoss(.characters, count: 2, cause: problem)])
        #expect(
            file.losses.map(\.description) == [
                "2 cues have lost characters: line 4: the text is not UTF-8"
            ])
        #expect(try WebVTT(parsing: start + [0xC3, 0xB6] + end).problems == [])
    }

    @Test func `a cue with null characters has lost characters`() throws {
        let file = try read("\(timings)\na\n\n\(timings)\n\u{0}\u{0}\n\n\(timings)\n\u{FFFD}\u{0}")
        let problem = WebVTTProblem(.nullCharacter, line: 7)
        #expect(file.problems == [problem])
        #expect(file.losses == [WebVTTLoss(.characters, count: 2, cause: problem)])
        #expect(problem.description == "line 7: the text has a null character")
        let bytes = Array("WEBVTT\n\nNOTE ".utf8) + [0xFF, 0x0A, 0]
        #expect(try WebVTT(parsing: bytes).problems == [WebVTTProblem(.invalidUTF8, line: 3)])
        #expect(try read("\(timings)\n\u{FFFD}").problems == [])
    }

    @Test(arguments: ["00:03\u{0}\u{0}\n\u{0}", "\u{0}\u{0}c", "2\u{0}\nc", "c\n\u{0}d"])
    func `a block with null characters in place of timings is a lost cue`(block: String) throws {
        #expect(try lost("\(timings)\na\n\n\(block)\n\n\(timings)\nb") == 1)
        #expect(try lost("\(timings)\na\n\n\(block)") == 1)
        #expect(try lost("\(timings)\na\n\nNOTE \(block)") == 0)
    }

    @Test(arguments: [([0xE9], 0), ([0xE9, 0x01], 1)] as [([UInt8], Int)])
    func `a block in another encoding is not a lost cue unless it has control characters`(
        damage: [UInt8], count: Int
    ) throws {
        let block = Array("WEBVTT\n\nTitre: ".utf8) + damage
        let file = try WebVTT(parsing: block + Array("\n\n\(timings)\na\n".utf8))
        #expect(file.cues.count == 1)
        #expect(file.losses.map(\.count) == (count > 0 ? [count] : []))
    }

    @Test(arguments: [
        ("a\n\u{0}\u{0}", 0), ("a\r\n\u{0}", 0), ("a\u{0}", 1), ("a\u{0}b\n\u{0}", 1),
        ("\u{0}\u{0}", 1), ("\n\u{0}", 0),
    ])
    func `null characters after the last line are padding`(text: String, count: Int) throws {
        let file = try WebVTT(parsing: Array("WEBVTT\n\n\(timings)\n\(text)".utf8))
        #expect(file.losses.map(\.count) == (count > 0 ? [count] : []))
        #expect(file.problems.count == count)
    }

    @Test(arguments: [1, 2, 3])
    func `invalid UTF-8 outside of cues is a problem, also beyond the limit of problems`(
        limit: Int
    ) throws {
        var limits = WebVTTLimits()
        limits.problems = limit
        let bytes = Array("WEBVTT\n\nwhat\n\nwho\n\nNOTE ".utf8) + [0xFF]
        let file = try WebVTT(parsing: bytes, limits: limits)
        #expect(file.problems.count == limit)
        #expect(file.problems.last == WebVTTProblem(.invalidUTF8, line: 7))
        #expect(file.losses == [])
    }

    @Test func `the number of lost cues does not depend on the limit of problems`() throws {
        var limits = WebVTTLimits()
        limits.problems = 1
        let cue = "00:01.000 -> 00:02.000\na\n\n"
        let text = "WEBVTT\n\nwhat\n\n" + String(repeating: cue, count: 3)
        let file = try WebVTT(parsing: text, limits: limits)
        #expect(file.problems == [WebVTTProblem(.unknownBlock("what"), line: 3)])
        #expect(
            file.losses.map { "\($0)" } == [
                "3 cues are lost, the first by line 5: \"00:01.000 -> 00:02.000\" is not a pair of times"
            ])
    }

    // MARK: Times

    private func lostTimes(_ header: String, _ body: String = "\(timings)\na") throws -> Int {
        try WebVTT(parsing: "WEBVTT\n\(header)\n\n\(body)").losses.reduce(0) {
            $0 + ($1.kind == .times ? $1.count : 0)
        }
    }

    @Test(arguments: [
        "X-TIMESTAMPMAP=MPEGTS:900000,LOCAL:00:00:00.000", "X-TIMESTAMP-MAPMPEGTS:900000",
        "X-TIMESTAMP-MAP=MPEGTS:9OOOOO,LOCAL:00:00:00.000", "X-TIMESTAMP-MAP=MPEGTS:900000",
        "X-TIMESTAMP-MAP:MPEGTS:900000,LOCAL:00:00:00.000", "X-TIMESTAMP-MAP",
        "x-timestamp-map=MPEGTS:900000,LOCAL:00:00:00.000",
        " X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000",
        "\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000",
        "\nWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000",
        "X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00.000\n\nX-TIMESTAMP-MAP=MPEGTS:1,LOCAL:00:00.000",
    ])
    func `a timestamp map without effect loses the times of all cues`(header: String) throws {
        #expect(try lostTimes(header) == 1)
        #expect(try lostTimes(header, "\(timings)\na\n\n\(timings)\nb") == 2)
        #expect(try lostTimes(header, "") == 0, "without cues, nothing is lost")
    }

    @Test(arguments: [
        "", "X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000",
        " X-TIMESTAMP-MAP=MPEGTS:1\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00.000",
        "X-TIMESTAMP-MAP=MPEGTS:7,LOCAL:00:00.000\n\nWEBVTT\n"
            + "X-TIMESTAMP-MAP=MPEGTS:7,LOCAL:00:00.000",
        "\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000",
    ])
    func `a timestamp map that applies, or that changes nothing, loses no times`(
        header: String
    ) throws {
        #expect(try lostTimes(header) == 0)
    }
}
