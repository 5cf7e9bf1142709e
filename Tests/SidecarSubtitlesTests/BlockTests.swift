import SidecarSubtitles
import Testing
import VirtualTime

/// Lines that form blocks, and blocks that form a file.
@Suite struct BlockTests {
    private static let timings = "00:01.000 --> 00:02.000"

    private func texts(_ body: String) throws -> [String] { try read(body).cues.map(\.text) }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func `any line ending ends a line`(end: String) throws {
        let text = """
            WEBVTT

            id
            00:01.000 --> 00:02.000
            one
            two


            00:03.000 --> 00:04.000
            three
            """
        let bytes = text.utf8.flatMap { $0 == 0x0A ? Array(end.utf8) : [$0] }
        let cues = try WebVTT(parsing: bytes).cues
        #expect(cues.map(\.id) == ["id", ""])
        #expect(cues.map(\.text) == ["one\ntwo", "three"])
    }

    @Test func `a carriage return and a line feed are one ending only in this order`() throws {
        #expect(try texts("\(Self.timings)\r\na\r\n\r\nb") == ["a"])
        #expect(try texts("\(Self.timings)\na\n\rb") == ["a"])
        #expect(try texts("\(Self.timings)\ra\rb") == ["a\nb"])
        #expect(try texts("\(Self.timings)\r\r\na") == [""])
    }

    @Test(arguments: ["\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\u{C}"])
    func `line separators other than CR and LF are ordinary text`(character: String) throws {
        #expect(try texts("\(Self.timings)\na\(character)b") == ["a\(character)b"])
    }

    @Test func `a null becomes a replacement character`() throws {
        let cue = try #require(read("i\u{0}d\n\(Self.timings)\na\u{0}b").cues.first)
        #expect(cue.id == "i\u{FFFD}d")
        #expect(cue.text == "a\u{FFFD}b")
    }

    @Test func `a null in the timings is not a space`() throws {
        #expect(try read("00:01.000\u{0}--> 00:02.000\na").cues == [])
        let file = try read("00:01.000 --> 00:02.000 align:start\u{0}\na")
        #expect(file.cues.map(\.settings) == [.init()])
    }

    @Test func `bytes that are not UTF-8 become replacement characters`() throws {
        let bytes = Array("WEBVTT\n\n\(Self.timings)\na".utf8) + [0xFF, 0x62, 0xE2, 0x82, 0x63]
        #expect(try WebVTT(parsing: bytes).cues.map(\.text) == ["a\u{FFFD}b\u{FFFD}c"])
    }

    @Test func `a byte-order mark within the file is text`() throws {
        #expect(try texts("\(Self.timings)\n\u{FEFF}a") == ["\u{FEFF}a"])
        #expect(try read("\u{FEFF}\(Self.timings)\na").cues == [])
    }

    // MARK: Header

    @Test func `lines between the signature and an empty line are ignored`() throws {
        let file = try WebVTT(parsing: "WEBVTT title\nid\nSTYLE\nx\n\n\(Self.timings)\na")
        #expect(file.cues.map(\.text) == ["a"])
        #expect(file.styleSheets == [])
        #expect(file.cues.map(\.id) == [""])
    }

    @Test func `timings on the line of the signature are not timings`() throws {
        #expect(
            try WebVTT(parsing: "WEBVTT \(Self.timings)\na\n\n\(Self.timings)\nb").cues.count == 1)
    }

    @Test func `timings end the header`() throws {
        #expect(try WebVTT(parsing: "WEBVTT\n\(Self.timings)\na").cues.map(\.text) == ["a"])
        let file = try WebVTT(parsing: "WEBVTT\nid\n\(Self.timings)\na")
        #expect(file.cues.map(\.text) == ["a"])
        #expect(file.cues.map(\.id) == [""])
    }

    @Test func `an arrow without timings ends the header as well`() throws {
        let file = try WebVTT(parsing: "WEBVTT\nx --> y\n\(Self.timings)\na")
        #expect(file.cues.map(\.text) == ["a"])
        #expect(file.problems == [WebVTTProblem(.strayArrow("x --> y"), line: 2)])
    }

    // MARK: Cues

    @Test func `a cue may have no text`() throws {
        let file = try read("\(Self.timings)\n\n\(Self.timings)")
        #expect(file.cues.map(\.text) == ["", ""])
    }

    @Test(arguments: [
        ("1", "1"), ("a b", "a b"), (" ", " "), ("\t", "\t"), ("-- >", "-- >"), ("->", "->"),
        ("WEBVTT", "WEBVTT"), ("STYLE", "STYLE"), ("REGION", "REGION"), ("NOTE x", "NOTE x"),
        ("é", "é"),
    ])
    func `the line above the timings is the identifier`(line: String, id: String) throws {
        let file = try read("\(line)\n\(Self.timings)\na")
        #expect(file.cues.map(\.id) == [id])
        #expect(file.cues.map(\.text) == ["a"])
    }

    @Test func `only the line right above the timings is an identifier`() throws {
        let file = try read("a\nb\n\(Self.timings)\nc")
        #expect(file.cues.map(\.id) == [""])
        #expect(file.problems == [WebVTTProblem(.unknownBlock("a"), line: 3)])
        #expect(try read("a\n\n\(Self.timings)\nc").cues.map(\.id) == [""])
    }

    @Test func `timings in the text of a cue start the next cue`() throws {
        let file = try read("\(Self.timings)\na\nb\n00:03.000 --> 00:04.000\nc")
        #expect(file.cues.map(\.text) == ["a\nb", "c"])
        #expect(file.cues.map(\.start) == [.seconds(1), .seconds(3)])
        #expect(file.cues.map(\.id) == ["", ""])
    }

    @Test func `a line with an arrow in the text of a cue ends the cue`() throws {
        #expect(try texts("\(Self.timings)\na\n-->\nb") == ["a"])
        #expect(try texts("\(Self.timings)\na --> b\nc\n\n\(Self.timings)\nd") == ["", "d"])
        #expect(try texts("\(Self.timings)\n-->\n\(Self.timings)\nd") == ["", "d"])
        #expect(try texts("\(Self.timings)\na--->b") == [""])
        #expect(try texts("\(Self.timings)\na -- > b->c") == ["a -- > b->c"])
    }

    @Test func `an arrow line right before the timings is not the identifier of the cue`() throws {
        let file = try read("-->\n\(Self.timings)\na")
        #expect(file.cues.map(\.id) == [""])
        #expect(file.cues.map(\.text) == ["a"])
        #expect(try texts("id\n-->\n\(Self.timings)\na") == ["a"])
    }

    @Test func `a line of spaces does not end a cue`() throws {
        #expect(try texts("\(Self.timings)\na\n \nb\n\t\nc") == ["a\n \nb\n\t\nc"])
    }

    // MARK: Comments and definitions

    @Test(arguments: ["NOTE", "NOTE x", "NOTE\tx", "NOTE\nx\ny", "NOTE x\ny", "NOTE\n"])
    func `a comment is omitted without a problem`(comment: String) throws {
        let file = try read("\(comment)\n\n\(Self.timings)\na\n\n\(comment)")
        #expect(file.cues.map(\.text) == ["a"])
        #expect(file.problems == [])
    }

    @Test func `a comment ends where timings start`() throws {
        #expect(try texts("NOTE\nx\n\(Self.timings)\na") == ["a"])
    }

    @Test(arguments: [
        ("STYLE\na {}\nb {}\n", ["a {}\nb {}"]), ("STYLE \t\na", ["a"]),
        ("STYLE\na\n\nSTYLE\nb", ["a", "b"]),
        ("STYLE", []), ("STYLE\n\na", []), ("STYLES\na", []), ("STYLE:\na", []), ("style\na", []),
        (" STYLE\na", []), ("STYLE\n ", [" "]), ("x\nSTYLE\na", []),
        ("STYLE\na\nb --> c\nd", ["a"]),
    ])
    func `a style block is kept as text`(body: String, sheets: [String]) throws {
        #expect(try read(body).styleSheets == sheets)
    }

    @Test func `definitions after the first cue are ignored with a problem`() throws {
        let file = try read("\(Self.timings)\na\n\nSTYLE\nb\n\nREGION\nid:c")
        #expect(file.styleSheets == [])
        #expect(file.regions == [])
        #expect(
            file.problems == [
                WebVTTProblem(.lateDefinition("STYLE"), line: 6),
                WebVTTProblem(.lateDefinition("REGION"), line: 9),
            ])
    }

    @Test func `a malformed cue does not end the style and region definitions`() throws {
        let file = try read("0:1 --> 2\na\n\nSTYLE\nb\n\nREGION\nid:c")
        #expect(file.styleSheets == ["b"])
        #expect(file.regions.map(\.identifier) == ["c"])
    }

    @Test func `each problem states the number of its line`() throws {
        let file = try WebVTT(
            parsing: "WEBVTT\r\n\r\nNOTE\r\n\r\nwhat\r\n\r\n\r\n00:01 --> 2\r\nx\r\n\r\n"
                + "a\r\nb\r\n--> \r\n\r\n00:01.000 --> 00:02.000 size:x region:y\r\n")
        #expect(
            file.problems == [
                WebVTTProblem(.unknownBlock("what"), line: 5),
                WebVTTProblem(.malformedTimings("00:01 --> 2"), line: 8),
                WebVTTProblem(.unknownBlock("a"), line: 11),
                WebVTTProblem(.strayArrow("--> "), line: 13),
                WebVTTProblem(.ignoredSetting("size:x"), line: 15),
                WebVTTProblem(.unknownRegion("y"), line: 15),
            ])
    }
}
