import TestTools
import Testing
import Transport

@Suite struct HTTPRangeTests {
    let server: OriginServer
    let loader = HTTPLoader()
    let letters = Array("abcdefghij".utf8)

    init() throws {
        server = try OriginServer(.memory(["/a.ts": letters]))
    }

    func load(
        _ byteRange: Range<Int64>, acceptsShorterRange: Bool = false
    ) throws -> ResourceResponse {
        var request = ResourceRequest(
            url: server.url("/a.ts"), kind: .segment, byteRange: byteRange)
        request.acceptsShorterRange = acceptsShorterRange
        return try loader.load(request)
    }

    func cause(_ byteRange: Range<Int64>) -> TransportError.Cause? {
        let error = #expect(throws: TransportError.self) { try load(byteRange) }
        return error?.cause
    }

    @Test(arguments: [false, true])
    func `only the range is loaded, with or without support by the server`(
        ignoresRanges: Bool
    ) throws {
        if ignoresRanges { server.order(.ignoreRanges, at: "/a.ts") }
        for (range, text) in [(0..<10, "abcdefghij"), (0..<1, "a"), (3..<7, "defg"), (9..<10, "j")]
            as [(Range<Int64>, String)]
        {
            let response = try load(range)
            #expect(try response.body.bytes() == Array(text.utf8))
            #expect(response.status == (ignoresRanges ? 200 : 206))
            #expect(response.totalByteCount == 10)
        }
        #expect(server.log.map { $0.headers["range"] }.contains("bytes=3-6"))
    }

    @Test(arguments: [false, true])
    func `a range beyond the end is an error`(ignoresRanges: Bool) throws {
        if ignoresRanges { server.order(.ignoreRanges, at: "/a.ts") }
        #expect(cause(8..<12) == .truncated(expected: 4, received: 2))
        #expect(cause(10..<12) == .rangeNotSatisfied)
        let shorter = try load(8..<12, acceptsShorterRange: true)
        #expect(try shorter.body.bytes() == Array("ij".utf8))
    }

    @Test(arguments: [
        "bytes 2-5/10", "bytes 4-7/10", "bytes 3-6", "bytes 3-6/4", "items 3-6/10", "bytes 3-9/10",
        "bytes 6-3/10", "bytes 3-9223372036854775807/10", "nonsense",
    ])
    func `a response with other bytes than requested is refused`(contentRange: String) {
        server.order(.contentRange(contentRange), at: "/a.ts")
        #expect(cause(3..<7) == .rangeNotSatisfied)
    }

    @Test func `a response of unknown total size is accepted`() throws {
        server.order(.contentRange("bytes 3-6/*"), at: "/a.ts")
        let response = try load(3..<7)
        #expect(try response.body.bytes() == Array("defg".utf8))
        #expect(response.totalByteCount == nil)
    }

    @Test func `unrequested bytes before the range are dropped up to a limit`() throws {
        server.offer([UInt8](repeating: 1, count: 3 << 20), at: "/a.ts")
        server.order(.ignoreRanges, at: "/a.ts")
        var options = HTTPOptions()
        options.maximumDiscardedByteCount = 1 << 20
        let loader = HTTPLoader(options: options)
        let near = ResourceRequest(
            url: server.url("/a.ts"), kind: .segment, byteRange: 1 << 20..<(1 << 20) + 5)
        #expect(try loader.load(near).body.byteCount == 5)
        let far = ResourceRequest(
            url: server.url("/a.ts"), kind: .segment, byteRange: 2 << 20..<(2 << 20) + 5)
        let error = #expect(throws: TransportError.self) { try loader.load(far) }
        #expect(error?.cause == .rangeNotSatisfied)
    }

    @Test func `a truncated range is an error`() {
        server.order(.truncate(after: 2), at: "/a.ts")
        #expect(cause(3..<7) == .truncated(expected: 4, received: 2))
    }

    @Test func `an empty range makes no request`() {
        #expect(cause(3..<3) == .rangeNotSatisfied)
        #expect(server.log.isEmpty)
    }
}
