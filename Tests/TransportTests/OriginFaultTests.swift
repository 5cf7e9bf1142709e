import TestTools
import Testing
import Transport

/// The test origin applies each configured fault to the configured number of requests.
@Suite struct OriginFaultTests {
    let server: OriginServer
    let loader = HTTPLoader()

    init() throws {
        server = try OriginServer(.memory(["/a/1.ts": [1, 2, 3], "/a/2.ts": [4, 5, 6]]))
    }

    func load(_ path: String) -> TransportError.Cause? {
        do throws(TransportError) {
            _ = try loader.load(ResourceRequest(url: server.url(path), kind: .segment))
            return nil
        } catch {
            return error.cause
        }
    }

    @Test func `a fault may apply a number of times after a number of requests`() {
        let truncated = TransportError.Cause.truncated(expected: 3, received: 1)
        server.order(.later(.times(2, .truncate(after: 1)), after: 1), at: "/a/1.ts")
        #expect(
            (0..<5).map { _ in load("/a/1.ts") } == [nil, truncated, truncated, nil, nil])
    }

    @Test func `a fault may apply to a folder`() {
        server.order(.times(1, .status(503)), below: "/a/")
        #expect(load("/a/1.ts") == .status(503))
        #expect(load("/a/2.ts") == nil)
        server.order(.status(403), below: "/a/")
        server.order(.status(404), at: "/a/2.ts")
        #expect(load("/a/1.ts") == .status(403))
        #expect(load("/a/2.ts") == .status(404))
    }

    @Test func `a request without the required token is refused`() {
        server.order(.requireToken("2"), below: "/a/")
        #expect(load("/a/1.ts?token=1") == .status(403))
        #expect(load("/a/1.ts") == .status(403))
        #expect(load("/a/1.ts?token=2") == nil)
    }

    @Test func `a slow body arrives completely`() throws {
        server.offer([UInt8](repeating: 7, count: 5000), at: "/slow.ts")
        server.order(.slow(bytesPerSecond: 50_000), at: "/slow.ts")
        let request = ResourceRequest(url: server.url("/slow.ts"), kind: .segment)
        #expect(try loader.load(request).body.bytes() == [UInt8](repeating: 7, count: 5000))
    }

    @Test func `equal bytes have equal versions, and other bytes have other versions`() throws {
        let request = ResourceRequest(url: server.url("/a/1.ts"), kind: .segment)
        let version = try loader.load(request).version
        #expect(version?.hasPrefix("\"") == true)
        #expect(try loader.load(request).version == version)
        server.offer([1, 2, 4], at: "/a/1.ts")
        #expect(try loader.load(request).version != version)
    }
}
