import TestTools
import Testing
import Transport

/// The loader also works with an independent server, not only with the server of the tests.
@Suite(.enabled(if: NginxServer.isAvailable, "nginx is not installed"))
struct NginxTests {
    let folder = ScratchFolder()
    let loader = HTTPLoader()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }

    @Test func `an interrupted resource or byte range is completed by its remaining bytes`() throws
    {
        folder.put(bytes, at: "a.ts")
        let server = try NginxServer(serving: folder.path)
        for byteRange in [nil, 1000..<200_000] as [Range<Int64>?] {
            let all = byteRange.map { Array(bytes[Int($0.lowerBound)..<Int($0.upperBound)]) }
            let sink = MemorySink(capacity: 50_000)
            var request = ResourceRequest(
                url: server.url("/a.ts"), kind: .segment, byteRange: byteRange)
            let error = #expect(throws: TransportError.self) {
                try loader.load(request, into: sink)
            }
            #expect(error == MemorySink.full)
            let rest = MemorySink(sink.bytes)
            request.resumption = ResourceResumption(
                offset: Int64(sink.bytes.count), version: try #require(sink.version))
            let response = try loader.load(request, into: rest)
            #expect(response.status == 206)
            #expect(response.contentType == "video/mp2t")
            #expect(rest.begins == [Int64(sink.bytes.count)])
            #expect(rest.version == sink.version)
            #expect(rest.bytes == all ?? bytes)
        }
    }

    @Test func `a changed resource is loaded again, and a complete one is kept`() throws {
        folder.put(bytes, at: "a.ts")
        let server = try NginxServer(serving: folder.path)
        var request = ResourceRequest(url: server.url("/a.ts"), kind: .segment)
        let whole = MemorySink()
        _ = try loader.load(request, into: whole)
        #expect(whole.bytes == bytes)
        request.resumption = whole.resumption
        let same = MemorySink(bytes)
        #expect(try loader.load(request, into: same).status == 416)
        #expect(same.begins == [300_000] && same.bytes == bytes)
        folder.put(Array(bytes.dropLast().reversed()), at: "a.ts")
        request.resumption?.offset = 1000
        let other = MemorySink(Array(bytes.prefix(1000)))
        #expect(try loader.load(request, into: other).status == 200)
        #expect(other.begins == [0])
        #expect(other.bytes == bytes.dropLast().reversed())
        #expect(other.version != whole.version)
    }

    @Test func `rate limits, missing files and folders of nginx are handled`() throws {
        folder.put(bytes, at: "a.ts")
        let server = try NginxServer(serving: folder.path, bytesPerSecond: 10_000_000)
        let sink = MemorySink()
        _ = try loader.load(
            ResourceRequest(url: server.url("/a.ts"), kind: .segment), into: sink)
        #expect(sink.bytes == bytes)
        for (path, status) in [("/missing.ts", 404), ("/", 403)] {
            let error = #expect(throws: TransportError.self) {
                try loader.load(
                    ResourceRequest(url: server.url(path), kind: .segment), into: MemorySink())
            }
            #expect(error?.cause == .status(status))
        }
    }

    @Test func `a stopped server is unreachable`() throws {
        let server = try NginxServer(serving: folder.path)
        server.stop()
        let error = #expect(throws: TransportError.self) {
            try loader.load(ResourceRequest(url: server.url("/a.ts"), kind: .segment))
        }
        #expect(
            error?.cause
                == .unreachable(host: "127.0.0.1:\(server.port)", reason: "no connection"))
    }
}
