import Testing
import VirtualTime

@testable import Transport

/// Cookies follow RFC 6265, with limits on their size and number.
@Suite struct CookieTests {
    private var store = CookieStore()

    private static func origin(_ url: String) throws -> HTTPOrigin {
        try #require(HTTPOrigin(of: url))
    }

    private mutating func set(
        _ field: String, from url: String = "http://a.example.com/x/y", date: Int64? = nil,
        at second: Double = 0
    ) throws {
        guard let cookie = SetCookie(field) else { return }
        store.keep(
            cookie, from: try Self.origin(url), path: HTTPOrigin.path(of: url), date: date,
            at: .seconds(second))
    }

    private func text(_ url: String, at second: Double = 0) throws -> String {
        let path = HTTPOrigin.path(of: url)
        return store.cookies(for: try Self.origin(url), path: path, at: .seconds(second))
            .map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    @Test(arguments: [
        ("a=1", "http://a.example.com/x/z", true),
        ("a=1", "http://a.example.com/x", true),
        ("a=1", "http://a.example.com/xy", false),
        ("a=1", "http://b.example.com/x/y", false),
        ("a=1; Domain=example.com", "http://b.example.com/x/y", true),
        ("a=1; Domain=.example.com; Path=/", "http://example.com/", true),
        ("a=1; Domain=example.com", "http://badexample.com/x/y", false),
        ("a=1; Domain=com", "http://a.example.com/x/y", false),
        ("a=1; Domain=other.org", "http://a.example.com/x/y", false),
        ("a=1; Path=/", "http://a.example.com/", true),
        ("a=1; Path=relative", "http://a.example.com/x/z", true),
        ("a=1; Secure", "https://a.example.com/x/y", false),
        ("a=1; Max-Age=0", "http://a.example.com/x/y", false),
        ("a=1; Max-Age=-5", "http://a.example.com/x/y", false),
        ("=1", "http://a.example.com/x/y", false),
        ("a", "http://a.example.com/x/y", false),
        ("a=1\u{1}", "http://a.example.com/x/y", false),
        ("__Host-a=1; Path=/", "http://a.example.com/", false),
        ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "http://a.example.com/x/y", false),
    ])
    func `the attributes of a cookie decide which requests carry it`(
        field: String, url: String, isSent: Bool
    ) throws {
        var copy = self
        try copy.set(field)
        #expect(try copy.text(url) == (isSent ? "a=1" : ""))
    }

    @Test func `a cookie of an IP address is sent only to that address`() throws {
        var copy = self
        try copy.set("a=1; Domain=0.0.1; Path=/", from: "http://127.0.0.1/")
        try copy.set("b=1; Domain=127.0.0.1; Path=/", from: "http://127.0.0.1/")
        #expect(try copy.text("http://127.0.0.1/") == "b=1")
        #expect(try copy.text("http://9.127.0.0.1/") == "")
    }

    @Test func `secure cookies are sent only over https, and not replaced over http`() throws {
        var copy = self
        try copy.set("a=1; Secure; Path=/", from: "https://h.example.com/")
        try copy.set("a=2; Path=/", from: "http://h.example.com/")
        #expect(try copy.text("https://h.example.com/") == "a=1")
        #expect(try copy.text("http://h.example.com/") == "")
    }

    @Test func `longer paths come first, then older cookies`() throws {
        var copy = self
        for field in ["a=1; Path=/", "b=1; Path=/x", "c=1; Path=/"] { try copy.set(field) }
        #expect(try copy.text("http://a.example.com/x/y") == "b=1; a=1; c=1")
    }

    @Test func `cookies expire in virtual time`() throws {
        var copy = self
        try copy.set("a=1; Max-Age=30", at: 10)
        try copy.set("b=1; Expires=Sun, 22 Nov 2026 10:00:30 GMT", date: 1_795_341_600, at: 10)
        #expect(try copy.text("http://a.example.com/x/y", at: 39) == "a=1; b=1")
        #expect(try copy.text("http://a.example.com/x/y", at: 40) == "")
    }

    @Test func `a response can remove a cookie`() throws {
        var copy = self
        try copy.set("a=1")
        try copy.set("a=; Max-Age=0")
        #expect(try copy.text("http://a.example.com/x/y") == "")
    }

    @Test func `the size of a cookie and the number of cookies per domain and in all are limited`()
        throws
    {
        var copy = self
        try copy.set("a=\(String(repeating: "x", count: 4096))")
        #expect(copy.store.cookies.isEmpty)
        for number in 0..<60 { try copy.set("n\(number)=1") }
        #expect(copy.store.cookies.map(\.name) == (10..<60).map { "n\($0)" })
        for host in 0..<70 {
            for number in 0..<50 { try copy.set("n\(number)=1", from: "http://h\(host).test/") }
        }
        #expect(copy.store.cookies.count == 3000)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "06 nov 1994 08:49:37", "8:49:37 6-NOVEMBER-94",
    ])
    func `cookie dates are read in every form`(text: String) {
        #expect(CookieDate(text)?.secondsSince1970 == 784_111_777)
    }

    @Test(arguments: ["", "Nov 1994", "06 Nov 1994", "06 Nov 1994 25:00:00", "32 Nov 1994 1:1:1"])
    func `incomplete or invalid cookie dates are not read`(text: String) {
        #expect(CookieDate(text) == nil)
    }
}
