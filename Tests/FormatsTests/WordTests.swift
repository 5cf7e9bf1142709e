import Formats
import Testing

/// The formatting of words, columns and numbers for people.
@Suite struct WordTests {
    @Test(
        arguments: [
            ("plya", "play"), ("PLAY", "play"), ("veri", "verify"), ("swep", "sweep"),
            ("pla", "play"), ("REWR", "rewrite"),
            ("cuse", "cues"), ("xyz", nil), ("", nil), ("re", nil),
            (String(repeating: "play", count: 11), nil),
        ] as [(String, String?)])
    func `the nearest word is found unless none is near`(typed: String, nearest: String?) {
        let words = ["play", "run", "verify", "cues", "sweep", "report", "rewrite"]
        #expect(nearestWord(to: typed, in: words) == nearest)
    }

    @Test func `a column is as wide as its widest value, by characters`() {
        var table = TextTable(columns: ["name", "count", "says"], numbersFrom: 1)
        #expect(table.text == "")
        table.add(["ä🇩🇪", "1", "x"])
        table.add(["abcdef", "1000", ""], mark: "!")
        #expect(
            table.text == """
                  name    count  says
                  ä🇩🇪          1     x
                ! abcdef   1000

                """)
    }

    @Test func `a text is padded by characters and never cut`() {
        #expect("ab".padded(to: 4) == "ab  ")
        #expect("äb".padded(to: 4, alignment: .right) == "  äb")
        #expect("abcde".padded(to: 4) == "abcde" && "".padded(to: 0) == "")
    }

    @Test func `an FNV hash has the values of the standard's test vectors`() {
        // The test vectors of the authors: draft-eastlake-fnv, appendix C.
        #expect(FNVHash().value == 0xCBF2_9CE4_8422_2325)
        #expect(FNVHash("a").value == 0xAF63_DC4C_8601_EC8C)
        #expect(FNVHash("foobar").value == 0x8594_4171_F739_67E8)
        var parts = FNVHash()
        parts.add("fooba", end: UInt8(ascii: "r"))
        #expect(parts == FNVHash("foobar"))
        #expect(FNVHash("hunter2").mixed >> 16 == 0x2DA4_B396_9768)
    }

    @Test func `a plain decimal is read exactly, and other notations are refused`() {
        #expect(PlainDecimal("0.1")?.rounded(times: 705_600_000) == 70_560_000)
        #expect(PlainDecimal("999999999999999")?.value == 999_999_999_999_999)
        #expect(PlainDecimal(".5")?.rounded(times: 1) == 1)
        for text in ["", ".", "1.2.3", "-1", "1e3", "1234567890123456"] {
            #expect(PlainDecimal(text[...]) == nil)
        }
        #expect(PlainDecimal.text(ofThousandths: -1_250) == "-1.25")
    }
}
