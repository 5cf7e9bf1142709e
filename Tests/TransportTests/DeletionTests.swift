import TestTools
import Testing
import Transport

/// Requests that delete a resource, and answers without content.
@Suite struct DeletionTests {
    private let server: OriginServer
    private let loader = StandardLoader()

    init() throws {
        server = try OriginServer(.memory(["/a": Array("clear".utf8)]))
    }

    private func request(_ path: String = "/a") -> ResourceRequest {
        var request = ResourceRequest(url: server.url(path), kind: .other)
        request.deletes = true
        request.acceptsRefusal = true
        request.acceptsNoContent = true
        return request
    }

    @Test func `a deletion uses the DELETE method and has no body`() throws {
        server.order(.status(204), at: "/a")
        let response = try loader.load(request())
        #expect(response.status == 204)
        #expect(response.body.byteCount == 0)
        let seen = try #require(server.log.first)
        #expect(seen.method == "DELETE")
        #expect(seen.body.isEmpty)
    }

    @Test func `a request after a deletion deletes nothing`() throws {
        server.order(.status(204, times: 1), at: "/a")
        _ = try loader.load(request())
        _ = try loader.load(ResourceRequest(url: server.url("/a"), kind: .other))
        #expect(server.log.map(\.method) == ["DELETE", "GET"])
    }

    @Test func `a response without content is an error unless it is accepted`() {
        server.order(.status(204), at: "/a")
        var request = request()
        request.acceptsNoContent = false
        #expect(throws: TransportError(url: server.url("/a"), cause: .status(204))) {
            try loader.load(request)
        }
    }

    @Test func `a deletion follows no redirect`() {
        server.order(.redirect(to: server.url("/b")), at: "/a")
        #expect(throws: TransportError.self) { try loader.load(request()) }
        #expect(server.log.map(\.path) == ["/a"])
    }

    @Test(arguments: ["data:,a", "/dev/null"])
    func `only servers accept deletions`(url: String) {
        var request = request()
        request.url = url
        let cause = TransportError.Cause.failed("only servers delete resources")
        #expect(throws: TransportError(url: url, cause: cause)) { try loader.load(request) }
    }
}
