import Testing
import Formats

/// Displayed locations omit possible secrets, and different locations remain different.
@Suite struct SafeTextTests {
    @Test(arguments: [
        ("http://h/a.ts?token=hunter2", "http://h/a.ts?token=…2da4b3969768"),
        ("http://h/a?n=12&v=abc&_HLS_msn=273", "http://h/a?n=12&v=abc&_HLS_msn=273"),
        ("http://h/a?eyJhbGciOi", "http://h/a?…"),
        ("a.ts?token=hunter2", "a.ts?token=…2da4b3969768"),
        ("/tmp/what?.ts", "/tmp/what?.ts"),
        ("http://h/a#access=hunter2", "http://h/a#access=…2da4b3969768"),
        ("http://u:p@h?a=hunter2/x@y", "http://h?a=…"), ("http://h/a?b=", "http://h/a?b="),
        ("http://h/?a=b?c=hunter2#t=10", "http://h/?a=…"), ("HTTP://U:P@H", "HTTP://H"),
        ("skd://u:p@film?k=hunter2", "skd://film?k=…2da4b3969768"),
        ("http://h/a?x=1;token=hunter2", "http://h/a?x=1;token=…2da4b3969768"),
        ("http://h/a?token=2f00ce", "http://h/a?token=…"),
    ])
    func `the credentials and query values of a URL are not shown`(url: String, shown: String) {
        let text = SafeText.url(url)
        if shown.hasSuffix("…") {
            #expect(text.hasPrefix(shown))
        } else {
            #expect(text == shown)
        }
        for secret in ["hunter2", "u:p", "U:P", "eyJhb", "2f00ce"] {
            #expect(!text.contains(secret))
        }
        #expect(SafeText.url(text) == text)
    }

    @Test func `URLs with different query values remain different`() {
        let shown = (0..<10_000).map { SafeText.url("http://h/a?token=signature\($0)") }
        #expect(Set(shown).count == 10_000)
    }

    @Test(arguments: [
        ("http://…@h/a", "http://…@h/a"), ("http://…@u:p@h/a", "http://h/a"),
        ("http://…:p@h/a", "http://h/a"), ("http://u@…@h/a", "http://h/a"),
        ("http://u:p@…@h/a?t=…hunter2hunte", "http://h/a?t=…"),
    ])
    func `a mask in place of credentials is kept, and any other credentials are removed`(
        url: String, shown: String
    ) {
        #expect(SafeText.url(url).hasPrefix(shown))
        #expect(!SafeText.url(url).contains("hunter2"))
        #expect(SafeText.url(SafeText.url(url)) == SafeText.url(url))
    }

    @Test func `the text of an error begins with another location only`() {
        let url = "http://h/a.key?token=hunter2"
        #expect(SafeText.line("\(SafeText.url(url)): no such file", about: url) == "no such file")
        #expect(SafeText.line("b.key: no such file", about: url) == "b.key: no such file")
    }

    @Test func `a text that is printed neither controls a terminal nor reverses text`() {
        let nasty = "a\u{1B}[2J\u{9B}31m\u{202E}b\r\u{7}\u{2066}"
        #expect(
            SafeText.printable(nasty) == "a\u{FFFD}[2J\u{FFFD}31m\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}")
        for plain in ["two\nlines\tof text\n", "Grüße, שלום 👩‍👩‍👧"] {
            #expect(SafeText.printable(plain) == plain)
        }
    }

    @Test(arguments: [
        (
            "see http://u:p@h/a?token=hunter2, and 'https://x/?k=hunter2'.",
            "see http://h/a?token=…2da4b3969768, and 'https://x/?k=…2da4b3969768'."
        ),
        ("no location: a://, ://b", "no location: a://, ://b"),
        ("(http://h/a?k=hunter2)", "(http://h/a?k=…2da4b3969768)"), ("://", "://"), ("a:b", "a:b"),
        ("http://h/a?k=…2da4b3969768:6:1: error", "http://h/a?k=…2da4b3969768:6:1: error"),
        ("data:video/mp2t;base64,U0VD: bad", "data:video/mp2t;base64,…: bad"),
        ("(DATA:,secret)", "(DATA:,…)"), ("'data:text/plain,a b'", "'data:text/plain,… b'"),
        ("metadata:a/b,c and data: a,b", "metadata:a/b,c and data: a,b"),
        ("a.ts?token=hunter2: no such file", "a.ts?token=…2da4b3969768: no such file"),
        ("is it a?b=hunter2", "is it a?b=…2da4b3969768"), ("why? a=hunter2", "why? a=hunter2"),
        ("(?token=hunter2)", "(?token=…2da4b3969768)"), ("c?=hunter2", "c?=hunter2"),
        ("a.ts?b&t[]=hunter2;c=1", "a.ts?b&t[]=…2da4b3969768;c=1"),
        ("a?t=hunter2&b=http://h/", "a?t=…2da4b3969768&b=…d4d5bcece425"), ("what?.ts", "what?.ts"),
        ("data:text/plain,hunter2://h", "data:text/plain,…"),
        (
            "a.ts?token=hunter2&u=data:text/plain,b", "a.ts?token=…2da4b3969768&u=data:text/plain,…"
        ),
    ])
    func `URLs within a text are protected as well`(text: String, shown: String) {
        #expect(SafeText.line(text) == shown)
        #expect(SafeText.cleaned(shown) == shown)
    }
    @Test(arguments: [
        "a.ts?u=data:text/plain&token=hunter2,", "a.ts?u=data:a/b&token=hunter2&list=1,2",
        "data:x?token=hunter2&u=data:text/plain,b", "a.ts?u=data:;b&token=hunter2,",
    ])
    func `a parameter next to a data URL is protected`(text: String) {
        let shown = SafeText.line(text)
        #expect(!shown.contains("hunter2"), "\(shown)")
        #expect(SafeText.line(shown) == shown)
    }

    @Test func `names of files are kept if relative URLs are not expected`() {
        let text = "suite/what?a=bcdefgh.play.yaml and http://h/?a=bcdefgh"
        let shown = SafeText.cleaned(text, relative: false)
        #expect(shown.hasPrefix("suite/what?a=bcdefgh.play.yaml and http://h/?a=…"))
    }

    @Test func `a long word with many schemes is read in linear time`() {
        // A reader whose time is quadratic would take many minutes here.
        let count = 100_000
        for piece in ["data:", "data:,:", "data:/", "adata:;", "a?b&", "://", "a:"] {
            let text = String(repeating: piece, count: count)
            #expect(!SafeText.cleaned(text).isEmpty)
        }
    }
}
