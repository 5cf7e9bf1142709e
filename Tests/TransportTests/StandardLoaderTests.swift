import TestTools
import Testing
import Transport

@Suite struct StandardLoaderTests {
    let loader = StandardLoader()
    let folder = ScratchFolder()

    @Test func `the scheme selects the loader`() throws {
        let server = try OriginServer(.folder(folder.path))
        let path = folder.put(Array("abc".utf8), at: "a.ts")
        for url in [path, "file://" + path, "data:,abc", server.url("/a.ts")] {
            let response = try loader.load(ResourceRequest(url: url, kind: .segment))
            #expect(try response.body.bytes() == Array("abc".utf8))
        }
    }

    @Test(arguments: ["rtmp://host/a", "ftp://host/a", "concat:a", "javascript:a"])
    func `an unknown scheme is refused`(url: String) {
        let error = #expect(throws: TransportError.self) {
            try loader.load(ResourceRequest(url: url, kind: .segment))
        }
        let scheme = String(url.prefix { $0 != ":" })
        #expect(error?.cause == .unsupportedScheme(scheme))
    }

    @Test(arguments: ["http://host/a.m3u8", "https://host/a.m3u8", "data:,", "hls://a"])
    func `a remote referrer cannot reference local files`(referrer: String) throws {
        let path = folder.put(Array("secret".utf8), at: "secret")
        for url in [path, "file://" + path, "FILE:" + path, "secret", "../secret"] {
            let request = ResourceRequest(url: url, kind: .segment, referrer: referrer)
            let error = #expect(throws: TransportError.self) { try loader.load(request) }
            guard case .forbidden = error?.cause else {
                Issue.record("\(url): \(String(describing: error))")
                continue
            }
        }
    }

    @Test func `a local referrer may reference any location`() throws {
        let server = try OriginServer(.folder(folder.path))
        let path = folder.put(Array("abc".utf8), at: "a.ts")
        for referrer in [nil, folder.path + "/a.m3u8", "file:///a.m3u8"] {
            for url in [path, server.url("/a.ts"), "data:,abc"] {
                let request = ResourceRequest(url: url, kind: .segment, referrer: referrer)
                #expect(try loader.load(request).body.byteCount == 3)
            }
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirected response has its final location`(status: Int) throws {
        let server = try OriginServer(.memory(["/b/c.ts": Array("abc".utf8)]))
        server.order(.redirect(to: "/b/c.ts", status: status), at: "/a.ts")
        let request = ResourceRequest(
            url: server.url("/a.ts"), kind: .segment, byteRange: 1..<3)
        let response = try loader.load(request)
        #expect(response.url == server.url("/b/c.ts"))
        #expect(try response.body.bytes() == Array("bc".utf8))
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://host/a", "data:,abc", "gopher://host/a", "javascript:a",
    ])
    func `a redirect to a scheme other than http and https is refused`(location: String) throws {
        let server = try OriginServer(.memory([:]))
        server.order(.redirect(to: location), at: "/a.ts")
        let error = #expect(throws: TransportError.self) {
            try loader.load(ResourceRequest(url: server.url("/a.ts"), kind: .segment))
        }
        guard case .forbidden(let reason) = error?.cause else {
            Issue.record("\(location): \(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("redirect to \(location.prefix { $0 != ":" })"))
    }

    @Test func `the number of redirects is limited`() throws {
        let server = try OriginServer(.memory([:]))
        server.order(.redirectForever, at: "/a.ts")
        let error = #expect(throws: TransportError.self) {
            try loader.load(ResourceRequest(url: server.url("/a.ts"), kind: .segment))
        }
        #expect(error?.cause == .tooManyRedirects(limit: 10))
        #expect(server.log.count == 11)
    }
}
