import TestTools
import Testing
import Transport
import VirtualTime

@Suite struct HTTPLoaderTests {
    let server: OriginServer
    let loader = HTTPLoader()
    let numbers = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }

    init() throws {
        server = try OriginServer(.memory(["/a.ts": numbers, "/a.m3u8": Array("#EXTM3U\n".utf8)]))
    }

    func cause(_ request: ResourceRequest) -> TransportError.Cause? {
        do throws(TransportError) {
            _ = try loader.load(request)
            return nil
        } catch {
            return error.cause
        }
    }

    func request(_ path: String, _ byteRange: Range<Int64>? = nil) -> ResourceRequest {
        ResourceRequest(url: server.url(path), kind: .segment, byteRange: byteRange)
    }

    @Test(arguments: [("7", 7), ("0", 0), ("-1", nil), ("1.5", nil), ("9999999999", nil)])
    func `the age of a response is read from its Age header`(value: String, age: Int?) throws {
        let server = try OriginServer(.memory(["/a.m3u8": Array("#EXTM3U".utf8)]))
        server.order(.header("Age", value), at: "/a.m3u8")
        let request = ResourceRequest(url: server.url("/a.m3u8"), kind: .mediaPlaylist)
        #expect(try HTTPLoader().load(request).age == age)
    }

    @Test func `a response has its bytes, status, type, URL and size`() throws {
        let response = try loader.load(request("/a.ts"))
        #expect(try response.body.bytes() == numbers)
        #expect(response.status == 200)
        #expect(response.contentType == "video/mp2t")
        #expect(response.url == server.url("/a.ts"))
        #expect(response.totalByteCount == 100_000)
        #expect(server.log.map(\.method) == ["GET"])
        #expect(server.log.first?.headers["user-agent"] == "HeadlessPlayback")
    }

    @Test func `spaces and letters beyond ASCII are encoded in requests`() throws {
        server.offer(Array("abc".utf8), at: "/a b/ä.ts")
        let response = try loader.load(request("/a b/ä.ts?q=ö ü"))
        #expect(try response.body.bytes() == Array("abc".utf8))
        #expect(response.url == server.url("/a%20b/%C3%A4.ts?q=%C3%B6%20%C3%BC"))
        #expect(server.log.first?.path == "/a b/ä.ts")
        #expect(server.log.first?.query == ["q=ö ü"])
    }

    @Test(arguments: [99_999, 100_000, 1] as [Int])
    func `a body beyond the memory limit is stored in a file`(limit: Int) throws {
        var options = HTTPOptions()
        options.largestBodyInMemory = limit
        let loader = HTTPLoader(options: options)
        let whole = try loader.load(request("/a.ts")).body
        #expect(whole.isInMemory == (limit >= 100_000))
        #expect(try whole.bytes() == numbers)
        #expect(try whole.part(70_000..<70_010).bytes() == Array(numbers[70_000..<70_010]))
        let part = try loader.load(request("/a.ts", 10..<90_010)).body
        #expect(try part.bytes() == Array(numbers[10..<90_010]))
        server.order(.redirect(to: server.url("/a.ts")), at: "/b.ts")
        #expect(try loader.load(request("/b.ts")).body.bytes() == numbers)
    }

    @Test func `a response that arrives too slowly ends at its timeout`() throws {
        server.order(.slow(bytesPerSecond: 20_000), at: "/a.ts")
        var request = request("/a.ts")
        request.patience.total = .milliseconds(400)
        let clock = ContinuousClock()
        let start = clock.now
        #expect(cause(request) == .timedOut)
        #expect(clock.now - start < .seconds(4))
    }

    @Test func `requests share a connection`() throws {
        for _ in 0..<5 { _ = try loader.load(request("/a.ts")) }
        #expect(cause(request("/missing")) == .status(404))
        _ = try loader.load(request("/a.ts"))
        #expect(server.log.count == 7)
        #expect(Set(server.log.map(\.port)).count == 1)
    }

    @Test func `an empty resource is valid`() throws {
        server.offer([], at: "/empty")
        #expect(try loader.load(request("/empty")).body.byteCount == 0)
    }

    @Test func `valid header fields are sent as given, and invalid ones are dropped`() throws {
        var request = request("/a.ts")
        request.headers = [
            HeaderField(name: "X-Token", value: "a: b"), HeaderField(name: "X-Empty", value: ""),
            HeaderField(name: "X-Split", value: "a\r\nX-Smuggled: b"),
            HeaderField(name: "X-Na\r\nme", value: "a"),
        ]
        _ = try loader.load(request)
        let headers = server.log.first?.headers ?? [:]
        #expect(headers["x-token"] == "a: b")
        #expect(headers["x-empty"] == "")
        #expect(headers["x-split"] == nil && headers["x-smuggled"] == nil && headers["me"] == nil)
    }

    @Test func `compression is accepted for texts only`() throws {
        _ = try loader.load(ResourceRequest(url: server.url("/a.m3u8"), kind: .mediaPlaylist))
        _ = try loader.load(request("/a.ts"))
        #expect(server.log.first?.headers["accept-encoding"]?.contains("gzip") == true)
        #expect(server.log.last?.headers["accept-encoding"] == nil)
    }

    @Test func `compressed texts are unpacked within their limit`() throws {
        // 100,000 zeros, compressed by gzip.
        let packed: [UInt8] =
            [
                0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03, 0xED, 0xC1, 0x31, 0x01, 0, 0, 0, 0xC2,
                0xA0, 0xF5, 0x4F, 0x6D, 0x0D, 0x0F, 0xA0,
            ] + [UInt8](repeating: 0, count: 96) + [
                0x80, 0x57, 0x03, 0x7D, 0x95, 0x11, 0xD4, 0xA0, 0x86, 0x01, 0,
            ]
        server.offer(packed, at: "/zeros.m3u8")
        server.order(.header("Content-Encoding", "gzip"), at: "/zeros.m3u8")
        var request = ResourceRequest(url: server.url("/zeros.m3u8"), kind: .mediaPlaylist)
        #expect(try loader.load(request).body.bytes() == [UInt8](repeating: 0, count: 100_000))
        request.maximumByteCount = 99_999
        #expect(cause(request) == .tooLarge(limit: 99_999))
    }

    @Test(arguments: [400, 403, 404, 410, 500, 503])
    func `an error status is reported`(status: Int) throws {
        server.order(.status(status, times: 2), at: "/a.ts")
        #expect(cause(request("/a.ts")) == .status(status))
        #expect(cause(request("/a.ts", 0..<10)) == .status(status))
        #expect(server.log.count == 2)
        #expect(cause(request("/a.ts")) == nil)
    }

    @Test func `a resource that is too large is cancelled`() throws {
        var request = request("/a.ts")
        request.maximumByteCount = 99_999
        #expect(cause(request) == .tooLarge(limit: 99_999))
        request.maximumByteCount = 100_000
        #expect(cause(request) == nil)
    }

    @Test func `a body that ends early is an error`() throws {
        server.order(.truncate(after: 50_000), at: "/a.ts")
        #expect(cause(request("/a.ts")) == .truncated(expected: 100_000, received: 50_000))
        server.order(.truncate(after: 0), at: "/a.ts")
        #expect(cause(request("/a.ts")) == .truncated(expected: 100_000, received: 0))
    }

    @Test func `a server that closes the connection counts as unreachable`() throws {
        server.order(.hangUp, at: "/a.ts")
        let host = "127.0.0.1:\(server.port)"
        let expected = TransportError.Cause.unreachable(host: host, reason: "the server hung up")
        #expect(cause(request("/a.ts")) == expected)
    }

    @Test func `a port without a server is unreachable`() throws {
        server.stop()
        let host = "127.0.0.1:\(server.port)"
        #expect(
            cause(request("/a.ts")) == .unreachable(host: host, reason: "no connection"))
    }

    @Test func `a host without an address is unreachable`() {
        let request = ResourceRequest(url: "http://host.invalid/a", kind: .segment)
        #expect(cause(request) == .unreachable(host: "host.invalid", reason: "no such host"))
    }

    @Test func `a server that sends nothing fails at the timeout`() throws {
        var options = HTTPOptions()
        options.slowTimeout = .seconds(1)
        server.order(.hold(OriginGate()), at: "/a.ts")
        let error = #expect(throws: TransportError.self) {
            try HTTPLoader(options: options).load(request("/a.ts"))
        }
        #expect(error?.cause == .timedOut)
    }

    @Test func `a cancelled request ends`() throws {
        server.order(.hold(OriginGate()), at: "/a.ts")
        let flag = CancellationFlag()
        var request = request("/a.ts")
        request.cancellation = flag
        let abandoned = request
        let answer = Workers(count: 1).submit { cause(abandoned) }
        #expect(server.waitForRequests(1))
        flag.cancel()
        #expect(answer.wait() == .cancelled)
    }

    @Test func `a location with control characters is refused`() {
        for url in ["http://host/a\tb", "http://host/a\r\nX: y", "http://host/\0"] {
            guard case .malformedURL = cause(ResourceRequest(url: url, kind: .segment)) else {
                Issue.record("\(url.debugDescription) was sent")
                continue
            }
        }
        #expect(server.log.isEmpty)
    }

    @Test func `a server without a trusted certificate is refused`() throws {
        let secure = try OriginServer(
            .memory(["/a.ts": numbers]), identity: LoopbackIdentity.identity)
        #expect(
            cause(ResourceRequest(url: secure.url("/a.ts"), kind: .segment))
                == .tls("the certificate is not trusted"))
        #expect(secure.log.isEmpty)
        let folder = ScratchFolder()
        var options = HTTPOptions()
        options.certificateFile = folder.put(
            Array(LoopbackIdentity.identity.certificate.utf8), at: "trusted.pem")
        let trusting = HTTPLoader(options: options)
        let response = try trusting.load(
            ResourceRequest(url: secure.url("/a.ts"), kind: .segment))
        #expect(try response.body.bytes() == numbers)
    }
}
