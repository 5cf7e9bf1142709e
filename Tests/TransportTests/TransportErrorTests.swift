import Testing
import Transport

@Suite struct TransportErrorTests {
    @Test(arguments: [
        ("https://host/a", "https://host/a"),
        ("https://user:pa@ss@host/a@b", "https://host/a@b"),
        ("https://user@host", "https://host"),
        ("https://host/?mail=a@b", "https://host/?mail=a@b"),
        ("file:///a/b@c", "file:///a/b@c"),
        ("/a\u{1B}[31m\nb\u{202E}", "/a\u{FFFD}[31m\u{FFFD}b\u{FFFD}"),
        ("data:video/mp2t;base64,AAAA", "data:video/mp2t;base64,…"),
    ])
    func `the text of an error has neither control characters nor passwords`(
        url: String, shown: String
    ) {
        let error = TransportError(url: url, cause: .status(404))
        #expect(error.description == "\(shown): the server answered with status 404")
    }

    @Test func `the text of an error has a maximum length`() {
        let error = TransportError(
            url: "/" + String(repeating: "x", count: 1_000_000), cause: .notFound)
        #expect(error.description.utf8.count < 500)
    }

    @Test(arguments: [
        ("a.m3u8", ResourceScheme.file), ("/a:b.m3u8", .file), ("1a:b", .file), (":", .file),
        ("File:/a", .file), ("HTTPS://a", .https), ("http:a", .http), ("data:,", .data),
        ("rtmp://a", .other("rtmp")), ("view-source+x.1:a", .other("view-source+x.1")),
    ])
    func `the scheme is the text before the colon`(url: String, scheme: ResourceScheme) {
        #expect(ResourceScheme(of: url) == scheme)
    }
}
