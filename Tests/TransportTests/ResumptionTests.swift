import TestTools
import Testing
import Transport

/// Received bytes are kept when the server confirms their version, and loaded again otherwise.
@Suite struct ResumptionTests {
    static let path = "/a.ts"
    static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    let server: OriginServer
    let loader = HTTPLoader()
    let letters = Array("abcdefghij".utf8)

    init() throws {
        server = try OriginServer(.memory([Self.path: letters]))
    }

    func request(_ byteRange: Range<Int64>? = nil) -> ResourceRequest {
        ResourceRequest(url: server.url(Self.path), kind: .segment, byteRange: byteRange)
    }

    /// Returns a sink that contains the bytes received before an interruption.
    func interrupted(
        after count: Int = 4, _ byteRange: Range<Int64>? = nil, _ faults: OriginFault...
    ) throws -> MemorySink {
        let sink = MemorySink()
        for fault in faults { server.order(fault, .truncate(after: count), at: Self.path) }
        if faults.isEmpty { server.order(.truncate(after: count), at: Self.path) }
        let error = #expect(throws: TransportError.self) {
            try loader.load(request(byteRange), into: sink)
        }
        let expected = byteRange.map { $0.upperBound - $0.lowerBound } ?? 10
        #expect(error?.cause == .truncated(expected: expected, received: Int64(count)))
        #expect(sink.bytes.count == count)
        server.order(at: Self.path)
        return sink
    }

    func resume(
        _ sink: MemorySink, _ byteRange: Range<Int64>? = nil, version: String? = nil
    ) throws -> ResourceResponse {
        var request = request(byteRange)
        request.resumption = sink.resumption
        if let version {
            request.resumption = ResourceResumption(
                offset: Int64(sink.bytes.count), version: version)
        }
        return try loader.load(request, into: sink)
    }

    func failure(_ sink: MemorySink, _ byteRange: Range<Int64>? = nil) -> TransportError.Cause? {
        #expect(throws: TransportError.self) { try resume(sink, byteRange) }?.cause
    }

    @Test func `an interrupted resource is completed by its remaining bytes`() throws {
        let sink = try interrupted()
        let response = try resume(sink)
        #expect(sink.bytes == letters)
        #expect(sink.begins == [0, 4])
        #expect(response.status == 206)
        #expect(response.totalByteCount == 10)
        #expect(response.version == sink.version)
        #expect(server.log.last?.range == "bytes=4-")
        #expect(server.log.last?.ifRange == sink.version)
    }

    @Test func `an interrupted byte range is completed by its remaining bytes`() throws {
        let sink = try interrupted(after: 2, 3..<8)
        _ = try resume(sink, 3..<8)
        #expect(sink.bytes == Array("defgh".utf8))
        #expect(sink.begins == [0, 2])
        #expect(server.log.last?.range == "bytes=5-7")
    }

    @Test func `a transfer may be interrupted repeatedly`() throws {
        let sink = try interrupted(after: 1)
        for count in 2...9 {
            server.order(.truncate(after: 1), at: Self.path)
            #expect(failure(sink) == .truncated(expected: 10, received: Int64(count)))
            #expect(sink.bytes == Array(letters.prefix(count)))
        }
        server.order(at: Self.path)
        _ = try resume(sink)
        #expect(sink.bytes == letters)
        #expect(server.log.map(\.range).last == "bytes=9-")
    }

    @Test func `a changed resource is loaded again`() throws {
        for byteRange in [nil, 3..<8] as [Range<Int64>?] {
            server.offer(letters, at: Self.path)
            let sink = try interrupted(after: 2, byteRange)
            let old = sink.version
            server.offer(Array("ABCDEFGHIJ".utf8), at: Self.path)
            let response = try resume(sink, byteRange)
            #expect(response.status == 200)
            let all = "ABCDEFGHIJ"
            #expect(sink.bytes == Array((byteRange == nil ? all : "DEFGH").utf8))
            #expect(sink.begins == [0, 0])
            #expect(sink.version != old)
            #expect(server.log.last?.ifRange == old)
        }
    }

    @Test func `a server without ranges sends everything again`() throws {
        for byteRange in [nil, 3..<8] as [Range<Int64>?] {
            let sink = try interrupted(after: 2, byteRange)
            server.order(.ignoreRanges, at: Self.path)
            _ = try resume(sink, byteRange)
            #expect(sink.bytes == (byteRange == nil ? letters : Array("defgh".utf8)))
            #expect(sink.begins == [0, 0])
        }
    }

    @Test(arguments: [
        "W/\"1\"", "1", "\"", "\"a\"b\"", "yesterday", "", "\"\r\nX: y\"",
    ])
    func `nothing is resumed with an invalid or weak version`(version: String) throws {
        for byteRange in [nil, 3..<8] as [Range<Int64>?] {
            let sink = MemorySink(Array("xy".utf8))
            _ = try resume(sink, byteRange, version: version)
            #expect(sink.bytes == (byteRange == nil ? letters : Array("defgh".utf8)))
            #expect(server.log.last?.range == (byteRange == nil ? nil : "bytes=3-7"))
            #expect(server.log.last?.ifRange == nil)
        }
    }

    @Test func `a weak entity tag is reported and never sent`() throws {
        let weak = OriginFault.validators(entityTag: "W/\"1\"")
        let sink = try interrupted(after: 4, nil, weak)
        #expect(sink.version == "W/\"1\"")
        _ = try resume(sink)
        #expect(sink.begins == [0, 0] && sink.bytes == letters)
        #expect(server.log.last?.range == nil)
    }

    @Test func `a resource without an entity tag or a modification date has no version`() throws {
        let sink = try interrupted(after: 4, nil, .validators(entityTag: nil))
        #expect(sink.version == nil)
    }

    @Test func `Last-Modified is a version when it is older than the response`() throws {
        let dated = OriginFault.validators(entityTag: nil, lastModified: Self.date)
        let sink = try interrupted(after: 4, nil, dated)
        #expect(sink.version == Self.date)
        server.order(dated, at: Self.path)
        _ = try resume(sink)
        #expect(sink.begins == [0, 4] && sink.bytes == letters)
        #expect(server.log.last?.ifRange == Self.date)
        server.order(dated, .header("Date", Self.date), at: Self.path)
        let fresh = MemorySink()
        _ = try loader.load(request(), into: fresh)
        #expect(fresh.version == nil)
    }

    @Test func `resuming a completely received resource loads nothing more`() throws {
        let sink = MemorySink(letters)
        let version = try loader.load(request(), into: MemorySink()).version
        let response = try resume(sink, version: version)
        #expect(response.status == 416)
        #expect(response.totalByteCount == 10)
        #expect(response.version == version)
        #expect(sink.begins == [10] && sink.bytes == letters)
    }

    @Test func `a received part longer than the resource is not resumed`() throws {
        let sink = try interrupted()
        let version = try #require(sink.version)
        server.offer(Array("abc".utf8), at: Self.path)
        server.order(
            .ignoreIfRange, .validators(entityTag: version), at: Self.path)
        #expect(failure(sink) == .changed)
        #expect(sink.begins == [0] && sink.bytes.count == 4)
    }

    @Test func `a resource of another size is not resumed, even with the same entity tag`() throws {
        for other in [letters.dropLast(), letters + [0], Array(letters.prefix(4))] {
            server.offer(letters, at: Self.path)
            let sink = try interrupted()
            let version = try #require(sink.version)
            server.offer(other, at: Self.path)
            server.order(.validators(entityTag: version), at: Self.path)
            #expect(failure(sink) == .changed)
            #expect(sink.begins == [0] && sink.bytes.count == 4)
        }
    }

    @Test func `a server that ignores If-Range is detected`() throws {
        for byteRange in [nil, 3..<8] as [Range<Int64>?] {
            server.offer(letters, at: Self.path)
            let sink = try interrupted(after: 2, byteRange)
            let there = sink.bytes
            server.offer(Array("ABCDEFGHIJ".utf8), at: Self.path)
            server.order(.ignoreIfRange, at: Self.path)
            #expect(failure(sink, byteRange) == .changed)
            #expect(sink.begins == [0] && sink.bytes == there)
            server.order(.ignoreIfRange, .validators(entityTag: nil), at: Self.path)
            #expect(failure(sink, byteRange) == .changed)
            #expect(sink.bytes == there)
        }
    }

    @Test(arguments: ["bytes 0-9/10", "bytes 5-9/10", "bytes 4-9/9", "nonsense", "bytes 4-7/10"])
    func `a response with other bytes than the remaining ones is refused`(contentRange: String)
        throws
    {
        let sink = try interrupted()
        server.order(.contentRange(contentRange), at: Self.path)
        #expect(failure(sink) == .rangeNotSatisfied)
        #expect(sink.begins == [0] && sink.bytes.count == 4)
    }

    @Test func `an error response leaves the received part unchanged`() throws {
        let sink = try interrupted()
        for status in [403, 404, 410, 500, 503] {
            server.order(.status(status), at: Self.path)
            #expect(failure(sink) == .status(status))
        }
        server.order(.hangUp, at: Self.path)
        guard case .unreachable = failure(sink) else {
            Issue.record("the server was reached")
            return
        }
        #expect(sink.begins == [0] && sink.bytes.count == 4)
        server.order(at: Self.path)
        _ = try resume(sink)
        #expect(sink.bytes == letters)
    }

    @Test func `the remaining bytes are loaded from the target of a redirect`() throws {
        let sink = try interrupted()
        server.offer(letters, at: "/b.ts")
        server.order(.redirect(to: "/b.ts"), at: Self.path)
        #expect(try resume(sink).url == server.url("/b.ts"))
        #expect(sink.begins == [0, 4] && sink.bytes == letters)
    }

    @Test func `texts are never resumed, since they may be compressed`() throws {
        let sink = MemorySink(Array("xy".utf8))
        var request = ResourceRequest(url: server.url(Self.path), kind: .mediaPlaylist)
        request.resumption = ResourceResumption(offset: 2, version: "\"1\"")
        _ = try loader.load(request, into: sink)
        #expect(server.log.last?.range == nil && sink.bytes == letters)
    }

    @Test func `the limit includes the received part`() throws {
        let sink = try interrupted()
        var request = request()
        request.resumption = sink.resumption
        request.maximumByteCount = 9
        let error = #expect(throws: TransportError.self) { try loader.load(request, into: sink) }
        #expect(error?.cause == .tooLarge(limit: 9))
    }

    @Test func `a completely received byte range is loaded again`() throws {
        for count in [5, 6] {
            let sink = MemorySink([UInt8](repeating: 0, count: count))
            let version = try loader.load(request(), into: MemorySink()).version
            _ = try resume(sink, 3..<8, version: version)
            #expect(sink.begins == [0] && sink.bytes == Array("defgh".utf8))
        }
    }

    @Test func `a load without a sink ignores the received part`() throws {
        var request = request()
        request.resumption = ResourceResumption(offset: 4, version: "\"1\"")
        #expect(try loader.load(request).body.bytes() == letters)
        #expect(server.log.last?.range == nil)
    }

    @Test func `a reset connection keeps the received bytes`() throws {
        let sink = MemorySink()
        server.order(.reset(after: 4), at: Self.path)
        #expect(throws: TransportError.self) { try loader.load(request(), into: sink) }
        #expect(letters.starts(with: sink.bytes))
        server.order(at: Self.path)
        _ = try resume(sink)
        #expect(sink.bytes == letters)
    }

    @Test func `a wrong Content-Length is an error or ends the body at that length`() throws {
        var options = HTTPOptions()
        options.slowTimeout = .seconds(1)
        let sink = MemorySink()
        server.order(.announce(byteCount: 20), at: Self.path)
        let error = #expect(throws: TransportError.self) {
            try HTTPLoader(options: options).load(request(), into: sink)
        }
        #expect(error?.cause == .truncated(expected: 20, received: 10))
        server.order(.announce(byteCount: 6), at: Self.path)
        _ = try loader.load(request(), into: sink)
        #expect(sink.bytes == Array("abcdef".utf8))
        server.order(.announce(byteCount: 3), at: Self.path)
        #expect(failure(sink) == .rangeNotSatisfied)
        #expect(sink.bytes == Array("abcdef".utf8))
    }
}
