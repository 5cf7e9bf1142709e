import SidecarSubtitles
import Testing
import VirtualTime

@Suite struct CueTextTests {
    @Test(arguments: [
        ("", ""), ("a", "\"a\""), ("a\nb", "\"a\nb\""), ("<i>a</i>", "i(\"a\")"),
        ("<b>a</b>c", "b(\"a\") \"c\""), ("<u>a", "u(\"a\")"), ("<c>a</c>", "c(\"a\")"),
        ("<i><b>a</b></i>", "i(b(\"a\"))"), ("<i><b>a</i>b", "i(b(\"a\" \"b\"))"),
        ("</i>a", "\"a\""), ("a</i>b", "\"a\" \"b\""), ("<x>a</x>", "\"a\""),
        ("a<x>b", "\"a\" \"b\""),
        ("<>a", "\"a\""), ("<", ""), ("a<", "\"a\""), ("</", ""), ("</>a", "\"a\""), ("<i", "i()"),
        ("<i a", "i()"), ("<I>a", "\"a\""), ("<i/>a", "\"a\""), ("< i>a", "\"a\""),
        ("</ i>a", "\"a\""), ("<i>a</i >b", "i(\"a\" \"b\")"), ("<i>a</i.x>b", "i(\"a\" \"b\")"),
        ("<i></i>", "i()"), ("a>b", "\"a>b\""), ("<i\n>a", "i(\"a\")"), ("<i\tx>a", "i(\"a\")"),
        ("<<i>a", "\"a\""), ("<i<b>a", "\"a\""), ("<b>a</b></b>c", "b(\"a\") \"c\""),
    ])
    func `the tags of a cue text are read as nested spans`(text: String, expected: String) {
        #expect(outline(text) == expected)
    }

    @Test(arguments: [
        ("<c.a>x", "c.a(\"x\")"), ("<c.a.b>x", "c.a.b(\"x\")"), ("<c.>x", "c(\"x\")"),
        ("<c..a>x", "c.a(\"x\")"), ("<c.a.>x", "c.a(\"x\")"), ("<c.a b.c>x", "c.a(\"x\")"),
        ("<c.a\nb>x", "c.a(\"x\")"), ("<i.a>x", "i.a(\"x\")"), ("<.a>x", "\"x\""),
        ("<c.a", "c.a()"), ("<c.<b>x", "c.<b(\"x\")"), ("<c.a.a>x", "c.a.a(\"x\")"),
        ("<ruby.r><rt.t>x", "ruby.r(rt.t(\"x\"))"), ("<c.é>x", "c.é(\"x\")"),
        ("<c.a&amp;b>x", "c.a&amp;b(\"x\")"),
    ])
    func `tags have classes`(text: String, expected: String) {
        #expect(outline(text) == expected)
    }

    @Test(arguments: [
        ("<v>x", "v[](\"x\")"), ("<v >x", "v[](\"x\")"), ("<v Ann>x</v>y", "v[Ann](\"x\") \"y\""),
        ("<v  Mary \t Ann\n Lee >x", "v[Mary Ann Lee](\"x\")"),
        ("<v.loud Ann>x", "v.loud[Ann](\"x\")"),
        ("<v a.b>x", "v[a.b](\"x\")"), ("<v A&amp;B>x", "v[A&B](\"x\")"),
        ("<v A&B>x", "v[A&B](\"x\")"), ("<v A&>x", "v[A&](\"x\")"), ("<v a<b>x", "v[a<b](\"x\")"),
        ("<v a&gt;b>x", "v[a>b](\"x\")"), ("<v Ann", "v[Ann]()"), ("<v\nAnn>x", "v[Ann](\"x\")"),
        ("<v &nbsp;a>x", "v[\u{A0}a](\"x\")"), ("<v.a.b  c  >x", "v.a.b[c](\"x\")"),
        ("<v &lrm;>x", "v[\u{200E}](\"x\")"),
    ])
    func `a voice has a name`(text: String, expected: String) {
        #expect(outline(text) == expected)
    }

    @Test(arguments: [
        ("<lang en>x</lang>y", nil, "lang:en(\"x\") \"y\""),
        ("<lang>x</lang>", nil, "lang:(\"x\")"),
        ("<lang en><i>x</i></lang><i>y", nil, "lang:en(i:en(\"x\")) i(\"y\")"),
        ("<lang en><lang de><b>x</lang><b>y", nil, "lang:en(lang:de(b:de(\"x\" b:de(\"y\"))))"),
        ("<lang en><lang de>x</lang><b>y", nil, "lang:en(lang:de(\"x\") b:en(\"y\"))"),
        ("<i>x<lang fr><b>y", "en", "i:en(\"x\" lang:fr(b:fr(\"y\")))"),
        ("<lang fr>x</lang><b>y", "en", "lang:fr(\"x\") b:en(\"y\")"),
        ("<lang.a en GB>x", nil, "lang.a:en GB(\"x\")"),
    ])
    func `a language applies to its contents`(text: String, track: String?, expected: String) {
        #expect(outline(text, language: track) == expected)
    }

    @Test(arguments: [
        ("<ruby>a<rt>b</rt></ruby>c", "ruby(\"a\" rt(\"b\")) \"c\""),
        ("<ruby>a<rt>b</ruby>c", "ruby(\"a\" rt(\"b\")) \"c\""),
        ("<ruby>a<rt>b</rt>c<rt>d", "ruby(\"a\" rt(\"b\") \"c\" rt(\"d\"))"),
        ("<ruby>a<rt><b>b</rt></ruby>c", "ruby(\"a\" rt(b(\"b\" \"c\")))"),
        ("<ruby>a<rt><b>b</ruby></b>c</ruby>d", "ruby(\"a\" rt(b(\"b\") \"c\")) \"d\""),
        ("<ruby>a<rt>b<rt>c", "ruby(\"a\" rt(\"b\" \"c\"))"),
        ("<rt>a</rt>b", "\"a\" \"b\""), ("<ruby><i><rt>a", "ruby(i(\"a\"))"),
        ("<ruby>a</rt>b", "ruby(\"a\" \"b\")"),
        ("<ruby><ruby>a</ruby>b", "ruby(ruby(\"a\") \"b\")"),
    ])
    func `a ruby text tag is valid only within ruby`(text: String, expected: String) {
        #expect(outline(text) == expected)
    }

    @Test(arguments: [
        ("<00:01.500>a", "@1.500 \"a\""), ("<1:00:00.000>a", "@3600.000 \"a\""),
        ("<i>a<00:00.000>b", "i(\"a\" @0.000 \"b\")"), ("<00:01.500", "@1.500"),
        ("<00:01.500 >a", "\"a\""), ("<00:01>a", "\"a\""), ("<0>a", "\"a\""),
        ("< 00:01.500>a", "\"a\""), ("<00:61.000>a", "\"a\""), ("<00:01.5000>a", "\"a\""),
        ("<60:00.000>a", "\"a\""), ("</00:01.500>a", "\"a\""),
    ])
    func `a timestamp tag within the text is a node`(text: String, expected: String) {
        #expect(outline(text) == expected)
    }

    @Test(arguments: [
        ("a <i>b</i> c", "a b c"), ("<v Ann>a</v>\n<v Bob>b", "a\nb"), ("a &lt;i&gt; b", "a <i> b"),
        ("<ruby>漢<rt>kan</ruby>", "漢kan"), ("<00:01.000>a<00:02.000> b", "a b"), ("<i", ""),
        ("a &amp;amp; b", "a &amp; b"), ("", ""), (" a ", " a "),
    ])
    func `the plain text is the text outside of tags`(text: String, expected: String) {
        #expect(WebVTTCue(start: .zero, end: .zero, text: text).plainText == expected)
    }

    @Test(arguments: [255, 256, 257, 100_000])
    func `spans nest up to 256 levels, and the text of deeper spans is kept`(depth: Int) throws {
        let text =
            String(repeating: "<i>", count: depth) + "a"
            + String(repeating: "</i>", count: depth) + "b"
        let nodes = WebVTTCue(start: .zero, end: .zero, text: text).nodes()
        #expect(nodes.count == 2)
        #expect(nodes.last == .text("b"))
        var level = 0
        var inner = nodes.first
        while case .span(let span) = inner {
            level += 1
            inner = span.children.first
        }
        #expect(level == min(depth, 256))
        #expect(inner == .text("a"))
    }

    @Test func `beyond 256 levels of spans, end tags still match their start tags`() {
        let deep = String(repeating: "<b>", count: 256)
        let text = deep + "<ruby>a<rt>b</ruby>c<lang x>d</lang><u>e</b>f</u>g</b>h"
        let nodes = WebVTTCue(start: .zero, end: .zero, text: text).nodes()
        #expect(
            nodes.outline.hasSuffix(
                "b(\"a\" \"b\" \"c\" \"d\" \"e\" \"f\" \"g\") \"h\""
                    + String(repeating: ")", count: 255)))
    }
}
