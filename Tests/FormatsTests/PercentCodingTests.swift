import Formats
import Testing

/// Percent-encoding, decoded leniently, as in browsers, and strictly, as in query parameters.
@Suite struct PercentCodingTests {
    @Test(arguments: [
        ("", ""), ("a%20b", "a b"), ("%41%7a", "Az"), ("%c3%A4", "ä"), ("a+b", "a+b"),
    ])
    func `escapes are decoded`(text: String, decoded: String) {
        #expect(PercentCoding.decode(text.utf8) == Array(decoded.utf8))
        #expect(PercentCoding.decodeStrictly(text.utf8) == Array(decoded.utf8))
    }

    @Test(arguments: [
        ("%", "%"), ("%4", "%4"), ("%%41", "%A"), ("%4%41", "%4A"), ("%g1", "%g1"),
        ("100%", "100%"), ("%1g%20", "%1g "),
    ])
    func `a percent sign without two digits is kept, or refused in strict decoding`(
        text: String, decoded: String
    ) {
        #expect(PercentCoding.decode(text.utf8) == Array(decoded.utf8))
        #expect(PercentCoding.decodeStrictly(text.utf8) == nil)
    }

    @Test func `any path is encoded and decoded again`() {
        let path = Array(UInt8.min...UInt8.max)
        let text = PercentCoding.encodePath(path)
        #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(PercentCoding.decodeStrictly(text.utf8) == path)
        #expect(PercentCoding.encodeSegment("/a b&=ä~.ts".utf8) == "%2Fa%20b%26%3D%C3%A4~.ts")
        #expect(PercentCoding.encodePath("/a b/ä~.ts".utf8) == "/a%20b/%C3%A4~.ts")
    }

    @Test(arguments: [
        ("http://h/a.ts?b#c", "http://h/a.ts?b#c"), ("http://h/a b", "http://h/a%20b"),
        ("http://h/ä?ö=%20", "http://h/%C3%A4?%C3%B6=%20"),
        ("http://ä.example/b", "http://ä.example/b"),
        ("http://ä.example/ü", "http://ä.example/%C3%BC"),
    ])
    func `characters that URLs exclude are encoded after the host`(
        url: String, encoded: String
    ) {
        #expect(PercentCoding.encodeForbidden(in: url) == encoded)
    }
}
