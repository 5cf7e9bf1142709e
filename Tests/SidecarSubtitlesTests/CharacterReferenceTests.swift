import SidecarSubtitles
import Testing
import VirtualTime

@Suite struct CharacterReferenceTests {
    private func plain(_ text: String) -> String {
        WebVTTCue(start: .zero, end: .zero, text: text).plainText
    }

    @Test(arguments: [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&lrm;", "\u{200E}"), ("&rlm;", "\u{200F}"),
        ("&nbsp;", "\u{A0}"), ("&quot;", "\""), ("&apos;", "'"), ("&hellip;", "…"), ("&euro;", "€"),
        ("&Aacute;", "Á"), ("&aacute;", "á"), ("&frac12;", "½"), ("&there4;", "∴"),
        ("&notin;", "∉"), ("&Kopf;", "𝕂"), ("&NotEqualTilde;", "≂̸"), ("&fjlig;", "fj"),
        ("&CounterClockwiseContourIntegral;", "∳"), ("&zwnj;", "\u{200C}"),
    ])
    func `a name with a semicolon is replaced by its character`(text: String, expected: String) {
        #expect(plain("a\(text)b").unicodeScalars.elementsEqual("a\(expected)b".unicodeScalars))
    }

    @Test(arguments: [
        ("&amp", "&"), ("&ampx", "&x"), ("&lt<i>b", "<b"), ("&notit;", "¬it;"), ("&notinx", "¬inx"),
        ("&copy2", "©2"), ("&AMP", "&"), ("&Ouml", "Ö"), ("&thorn", "þ"),
        ("&thetasym", "&thetasym"),
        ("&ampamp;", "&amp;"), ("&gtcc", ">cc"), ("&gtcc;", "⪧"),
    ])
    func `some names need no semicolon`(text: String, expected: String) {
        #expect(plain(text) == expected)
    }

    @Test(arguments: [
        "&", "&&", "& ", "&;", "&x", "&nosuch;", "&lrm", "&rlm", "&hellip", "&apos", "&Amp;",
        "&euro x", "&#", "&#;", "&#x", "&#x;", "&#xg;", "&#a", "&é;", "&\n", "&<", "&#-1;",
        "&abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz;",
    ])
    func `text that is not a character reference is unchanged`(text: String) {
        // Only the text `&<` ends with the start of a tag, which is not plain text.
        #expect(plain(text) == (text == "&<" ? "&" : text))
    }

    @Test(arguments: [
        ("&#65;", 0x41), ("&#65", 0x41), ("&#x41;", 0x41), ("&#X4a", 0x4A), ("&#x4A;", 0x4A),
        ("&#0;", 0xFFFD), ("&#x0;", 0xFFFD), ("&#128;", 0x20AC), ("&#x80;", 0x20AC),
        ("&#x81;", 0x81), ("&#x85;", 0x2026), ("&#x99;", 0x2122), ("&#x9F;", 0x178),
        ("&#xA0;", 0xA0), ("&#x7F;", 0x7F), ("&#xD7FF;", 0xD7FF), ("&#xD800;", 0xFFFD),
        ("&#xDFFF;", 0xFFFD), ("&#xE000;", 0xE000), ("&#x10FFFF;", 0x10FFFF),
        ("&#x110000;", 0xFFFD), ("&#99999999999999999999;", 0xFFFD),
        ("&#xFFFFFFFFFFFFFFFFFFFF;", 0xFFFD), ("&#13;", 0x0D), ("&#10;", 0x0A),
        ("&#xFDD0;", 0xFDD0),
        ("&#xFFFF;", 0xFFFF), ("&#0000000000000000000065;", 0x41),
    ])
    func `a number is a code point`(text: String, codePoint: UInt32) {
        #expect(plain(text).unicodeScalars.map(\.value) == [codePoint])
    }

    @Test func `a number ends where its digits end`() {
        #expect(plain("&#65a;") == "Aa;")
        #expect(plain("&#x41g") == "Ag")
        #expect(plain("&#6&#53;") == "\u{6}5")
    }

    @Test func `a replaced reference is not markup`() {
        #expect(outline("&lt;i>a") == "\"<i>a\"")
        #expect(outline("a&amp;lt;b") == "\"a&lt;b\"")
    }
}
