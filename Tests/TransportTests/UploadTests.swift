import TestTools
import Testing
import Transport

@Suite struct UploadTests {
    let server: OriginServer
    let loader = StandardLoader()
    let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }

    init() throws {
        server = try OriginServer(.memory(["/a": Array("clear".utf8)]))
    }

    private func request(_ body: [UInt8]) -> ResourceRequest {
        var request = ResourceRequest(url: server.url("/a"), kind: .key)
        request.upload = ResourceUpload(contentType: "application/octet-stream", bytes: body)
        request.acceptsRefusal = true
        return request
    }

    @Test(arguments: [0, 1, 70_000])
    func `bytes reach the server unchanged`(count: Int) throws {
        // The server answers uploads with status 405, which this test expects.
        let response = try loader.load(request(Array(bytes.prefix(count))))
        #expect(response.status == 405)
        #expect(try response.body.bytes() == Array("only GET and HEAD".utf8))
        let seen = try #require(server.log.first)
        #expect(seen.method == "POST")
        #expect(seen.body == Array(bytes.prefix(count)))
        #expect(seen.headers["content-type"] == "application/octet-stream")
    }

    @Test func `a request after an upload uploads nothing`() throws {
        _ = try loader.load(request(bytes))
        let plain = try loader.load(ResourceRequest(url: server.url("/a"), kind: .key))
        #expect(try plain.body.bytes() == Array("clear".utf8))
        #expect(server.log.map(\.method) == ["POST", "GET"])
    }

    @Test(arguments: [408, 429, 500, 503])
    func `a temporary error status is an error even when refusals are accepted`(status: Int) throws
    {
        server.order(.status(status), at: "/a")
        #expect(throws: TransportError(url: server.url("/a"), cause: .status(status))) {
            try loader.load(request([1]))
        }
    }

    @Test(arguments: [404, 408, 429, 500, 503])
    func `the body of a temporary error is a response when temporary errors are accepted`(
        status: Int
    ) throws {
        server.order(.status(status), at: "/a")
        var request = request([1])
        request.acceptsTemporaryRefusal = true
        let response = try loader.load(request)
        #expect(response.status == status)
        #expect(try response.body.bytes() == Array("status \(status)".utf8))
        request.acceptsRefusal = false
        #expect(throws: TransportError.self) { try loader.load(request) }
    }

    @Test(arguments: ["data:,x", "/etc/hostname", "file:///etc/hostname"])
    func `only servers accept uploads`(url: String) {
        var request = request([1])
        request.url = url
        #expect(throws: TransportError.self) { try loader.load(request) }
    }
}
