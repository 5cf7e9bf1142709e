import TestTools
import Testing
import Transport
import VirtualTime

/// A loader passes the same bytes to a sink as it returns in a response without a sink.
@Suite struct ByteSinkTests {
    let folder = ScratchFolder()
    /// More bytes than a loader delivers at a time, with no two parts alike.
    static let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }
    let bytes = Self.bytes

    func agree(_ loader: any ResourceLoader, _ request: ResourceRequest) throws {
        let whole = try loader.load(request)
        let sink = MemorySink()
        let response = try loader.load(request, into: sink)
        #expect(try whole.body.bytes() == sink.bytes)
        #expect(sink.begins == [0])
        #expect(response.body.byteCount == 0)
        #expect(response.url == whole.url)
        #expect(response.status == whole.status)
        #expect(response.contentType == whole.contentType)
        #expect(response.totalByteCount == whole.totalByteCount)
        #expect(response.version == whole.version)
        #expect(sink.version == whole.version)
    }

    @Test(arguments: [nil, 0..<1, 5..<2_500_000, 2_999_999..<3_000_000] as [Range<Int64>?])
    func `every loader writes the same bytes to a sink as it returns`(byteRange: Range<Int64>?)
        throws
    {
        let path = folder.put(bytes, at: "a.ts")
        let server = try OriginServer(.memory(["/a.ts": bytes]))
        func request(_ url: String) -> ResourceRequest {
            ResourceRequest(url: url, kind: .segment, byteRange: byteRange)
        }
        try agree(FileLoader(), request(path))
        try agree(HTTPLoader(), request(server.url("/a.ts")))
        try agree(StandardLoader(), request(path))
        try agree(StandardLoader(), request(server.url("/a.ts")))
        try agree(ScriptedLoader(), request(path))
        try agree(ScriptedLoader([("a.ts", .bytes(bytes))]), request(path))
        server.order(.ignoreRanges, at: "/a.ts")
        try agree(HTTPLoader(), request(server.url("/a.ts")))
    }

    @Test func `data URLs and empty resources are also written to a sink`() throws {
        let server = try OriginServer(.memory(["/empty": []]))
        try agree(StandardLoader(), ResourceRequest(url: "data:,abc", kind: .other))
        try agree(StandardLoader(), ResourceRequest(url: "data:,", kind: .other))
        try agree(
            StandardLoader(), ResourceRequest(url: folder.put([], at: "empty"), kind: .other))
        try agree(StandardLoader(), ResourceRequest(url: server.url("/empty"), kind: .segment))
    }

    @Test func `a server's bytes are written as they arrive`() throws {
        let server = try OriginServer(.memory(["/a.ts": bytes]))
        let gate = OriginGate()
        server.order(.stall(after: 100_000, gate), at: "/a.ts")
        /// A sink that opens the gate once the bytes before the gate have arrived.
        final class Opener: ByteSink {
            var count = 0
            let gate: OriginGate
            init(_ gate: OriginGate) { self.gate = gate }
            func begin(at offset: Int64, version: String?, totalByteCount: Int64?) {}
            func append(_ piece: RawSpan) {
                count += piece.byteCount
                if count == 100_000 { gate.open() }
            }
        }
        let sink = Opener(gate)
        _ = try HTTPLoader().load(
            ResourceRequest(url: server.url("/a.ts"), kind: .segment), into: sink)
        #expect(sink.count == bytes.count)
    }

    @Test(arguments: [0, 1, 2_000_000])
    func `a sink that fails ends the transfer with its error`(capacity: Int) throws {
        let path = folder.put(bytes, at: "a.ts")
        let server = try OriginServer(.memory(["/a.ts": bytes]))
        for url in [path, server.url("/a.ts")] {
            let sink = MemorySink(capacity: capacity)
            let error = #expect(throws: TransportError.self) {
                try StandardLoader().load(ResourceRequest(url: url, kind: .segment), into: sink)
            }
            #expect(error == MemorySink.full)
            #expect(sink.bytes == Array(bytes.prefix(sink.bytes.count)))
        }
    }

    @Test(arguments: [201, 204, 206, 304, 400, 403, 404, 410, 429, 500, 503])
    func `the body of an error response does not reach a sink`(status: Int) throws {
        let server = try OriginServer(.memory(["/a.ts": bytes]))
        server.order(.status(status), at: "/a.ts")
        let sink = MemorySink()
        var request = ResourceRequest(url: server.url("/a.ts"), kind: .segment)
        request.acceptsRefusal = true
        let error = #expect(throws: TransportError.self) {
            try HTTPLoader().load(request, into: sink)
        }
        #expect(error?.cause == .status(status))
        #expect(sink.begins == [] && sink.bytes == [])
    }

    @Test func `a sink receives only the target of a redirect`() throws {
        let server = try OriginServer(.memory(["/b.ts": bytes]))
        server.order(.redirect(to: "/b.ts"), at: "/a.ts")
        let sink = MemorySink()
        let response = try HTTPLoader().load(
            ResourceRequest(url: server.url("/a.ts"), kind: .segment), into: sink)
        #expect(response.url == server.url("/b.ts"))
        #expect(sink.begins == [0])
        #expect(sink.bytes == bytes)
    }

    @Test func `a resource announced as too large is not begun`() throws {
        let server = try OriginServer(.memory(["/a.ts": bytes]))
        let sink = MemorySink()
        let request = ResourceRequest(
            url: server.url("/a.ts"), kind: .segment, maximumByteCount: 2_999_999)
        let error = #expect(throws: TransportError.self) {
            try HTTPLoader().load(request, into: sink)
        }
        #expect(error?.cause == .tooLarge(limit: 2_999_999))
        #expect(sink.begins == [])
    }

    @Test func `a request that is cancelled between two pieces of its body ends there`() throws {
        let path = folder.put(bytes, at: "a.ts")
        let server = try OriginServer(.memory(["/a.ts": bytes]))
        /// A sink that cancels its request after the first piece.
        final class Quitter: ByteSink {
            var count = 0
            let flag = CancellationFlag()
            func begin(at offset: Int64, version: String?, totalByteCount: Int64?) {}
            func append(_ piece: RawSpan) {
                count += piece.byteCount
                flag.cancel()
            }
        }
        for url in [path, server.url("/a.ts")] {
            let sink = Quitter()
            let request = ResourceRequest(url: url, kind: .segment, cancellation: sink.flag)
            let error = #expect(throws: TransportError.self) {
                try StandardLoader().load(request, into: sink)
            }
            #expect(error?.cause == .cancelled)
            #expect(sink.count > 0 && sink.count < bytes.count)
        }
    }

    @Test func `a large body is not kept in memory`() throws {
        let byteCount = 200 << 20
        let path = folder.put([], at: "large.ts")
        folder.cut("large.ts", to: byteCount)
        let server = try OriginServer(.folder(folder.path))
        /// A sink that counts its bytes, and keeps the size of the largest piece.
        final class Counter: ByteSink {
            var count = 0
            var largest = 0
            func begin(at offset: Int64, version: String?, totalByteCount: Int64?) {}
            func append(_ piece: RawSpan) {
                count += piece.byteCount
                largest = max(largest, piece.byteCount)
            }
        }
        for url in [path, server.url("/large.ts")] {
            let sink = Counter()
            _ = try StandardLoader().load(ResourceRequest(url: url, kind: .segment), into: sink)
            #expect(sink.count == byteCount)
            #expect(sink.largest <= 1 << 20)
        }
    }
}
