import Playlists
import Testing
import VirtualTime

@Suite struct URIReferenceTests {
    /// The examples of RFC 3986, sections 5.4.1 and 5.4.2, resolved strictly.
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
    ])
    func `references resolve as in RFC 3986`(reference: String, target: String) {
        #expect(URIReference.resolve(reference, against: "http://a/b/c/d;p?q") == target)
    }

    @Test(arguments: [
        ("/a/b/c.m3u8", "../x.ts", "/a/x.ts"), ("/a/b/c.m3u8", "x/y.ts", "/a/b/x/y.ts"),
        ("/a/b/c.m3u8", "/x.ts", "/x.ts"), ("/a/b/c.m3u8", "http://h/x.ts", "http://h/x.ts"),
        ("/a/b/c.m3u8", "x.ts?y=1", "/a/b/x.ts?y=1"), ("/c.m3u8", "../../x.ts", "/x.ts"),
        ("/a/.b/c.m3u8", "x.ts", "/a/.b/x.ts"), ("/a/...b/.../c.m3u8", "x.ts", "/a/...b/.../x.ts"),
        ("/a/./c.m3u8", "x.ts", "/a/x.ts"), ("/a/b/../c.m3u8", "x.ts", "/a/x.ts"),
        ("/a/b/..", "x.ts", "/a/b/x.ts"), ("http://h/a/../c.m3u8", "x.ts", "http://h/x.ts"),
        ("dir/c.m3u8", "x.ts", "dir/x.ts"), ("c.m3u8", "x.ts", "x.ts"),
        ("http://h", "x.ts", "http://h/x.ts"), ("http://h?q", "", "http://h?q"),
        ("file:///a/b.m3u8", "c.ts", "file:///a/c.ts"), ("/a/b.m3u8", "..//c", "/.//c"),
    ])
    func `references resolve against base URIs without a scheme or a path`(
        base: String, reference: String, to: String
    ) {
        #expect(URIReference.resolve(reference, against: base) == to)
    }

    @Test func `file names resolve like all other references`() {
        let pieces = [
            "/", "//", "a", "b.ts", ".", "..", "./", "../", ":", "http:", "://", "?", "#", "%20",
            "-", "_", "x/", ".h", "file:///", "https://h.example/",
        ]
        var random = SeededRandom(seed: 11)
        func text(_ count: Int) -> String {
            (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
        }
        let names = ["segment-000001.ts", "a", "a.b", "a..", "..a", ".a", "-", "a_b", ""]
        for _ in 0..<4000 {
            let base = text(Int.random(in: 0..<7, using: &random))
            for reference in names + [text(2)] {
                let target = URIReference(reference).resolved(against: URIReference(base)).text
                #expect(URIReference.resolve(reference, against: base) == target, "\(base)")
            }
        }
    }

    @Test func `a reference is split into its components`() {
        let uri = URIReference("https://user@h.example:80/a/b?c=d?e#f#g")
        #expect(uri.scheme == "https")
        #expect(uri.authority == "user@h.example:80")
        #expect(uri.path == "/a/b")
        #expect(uri.query == "c=d?e")
        #expect(uri.fragment == "f#g")
        #expect(URIReference("1:2").scheme == nil)
        #expect(URIReference("a?").query == "")
    }

    @Test func `query parameters are decoded`() {
        let uri = "http://h/p?a=1&b=x%20y&c&d=%zz&a=2"
        #expect(URIReference.queryParameter("a", of: uri) == "1")
        #expect(URIReference.queryParameter("b", of: uri) == "x y")
        #expect(URIReference.queryParameter("c", of: uri) == "")
        #expect(URIReference.queryParameter("d", of: uri) == nil)
        #expect(URIReference.queryParameter("e", of: uri) == nil)
    }
}
