import TestTools
import Testing
import Transport

@Suite struct RangedResourceTests {
    private static let windowSize = Int(RangedResource.windowSize)
    private static let path = "/a.mp4"

    private let server: OriginServer
    private let loader = HTTPLoader()

    init() throws {
        server = try OriginServer(.memory([:]))
    }

    /// Offers bytes whose values depend on their offsets.
    @discardableResult
    private func offer(_ byteCount: Int) -> [UInt8] {
        let ramp = (0..<4096 + 256).map { UInt8(truncatingIfNeeded: $0) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount + 4096)
        // The first byte of each block of 4096 bytes is one more than the first byte of the
        // previous block.
        for block in 0...byteCount >> 12 { bytes += ramp[block & 255..<block & 255 + 4096] }
        bytes.removeLast(bytes.count - byteCount)
        server.offer(bytes, at: Self.path)
        return bytes
    }

    private func open() throws -> RangedResource {
        let loader = loader
        let request = ResourceRequest(url: server.url(Self.path), kind: .segment)
        return try RangedResource(request) { request throws(TransportError) in
            try loader.load(request)
        }
    }

    private func read(
        _ resource: RangedResource, at offset: Int, count: Int
    ) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            var part = [UInt8](repeating: 0, count: count - filled)
            let got = try unsafe part.withUnsafeMutableBytes { buffer in
                var span = unsafe MutableRawSpan(_unsafeBytes: buffer)
                return try resource.read(at: Int64(offset + filled), into: &span)
            }
            if got == 0 { break }
            bytes.replaceSubrange(filled..<filled + got, with: part.prefix(got))
            filled += got
        }
        return Array(bytes.prefix(filled))
    }

    private func cause(_ resource: RangedResource, at offset: Int) -> TransportError.Cause? {
        #expect(throws: TransportError.self) { try read(resource, at: offset, count: 1) }?.cause
    }

    private var ranges: [String?] { server.log.map { $0.headers["range"] } }

    @Test func `the bytes of a resource are read with one request for each window`() throws {
        let bytes = offer(5 * Self.windowSize + 17)
        let resource = try open()
        #expect(resource.byteCount == Int64(bytes.count))
        #expect(try read(resource, at: 0, count: bytes.count + 1) == bytes)
        #expect(server.log.count == 6)
        #expect(ranges.first == "bytes=0-1048575")
        #expect(ranges.last == "bytes=5242880-5242896")
        #expect(try read(resource, at: bytes.count, count: 1) == [])
    }

    @Test func `the end of a resource is read without the windows between it and the first`() throws
    {
        let bytes = offer(9 * Self.windowSize)
        let resource = try open()
        #expect(try read(resource, at: bytes.count - 9, count: 9) == Array(bytes.suffix(9)))
        #expect(ranges == ["bytes=0-1048575", "bytes=8388608-9437183"])
    }

    @Test func `only the most recently read windows are kept in memory`() throws {
        let bytes = offer((RangedResource.mostWindows + 4) * Self.windowSize)
        let resource = try open()
        for index in 0..<RangedResource.mostWindows + 4 {
            let place = index * Self.windowSize
            #expect(try read(resource, at: place, count: 1) == [bytes[place]])
            // Position 7 stands for the index of a file, which a reader consults at every step.
            #expect(try read(resource, at: 7, count: 1) == [bytes[7]])
            #expect(
                resource.heldByteCount
                    <= RangedResource.windowSize * Int64(RangedResource.mostWindows))
        }
        #expect(server.log.count == RangedResource.mostWindows + 4)
        _ = try read(resource, at: Self.windowSize, count: 1)
        #expect(server.log.count == RangedResource.mostWindows + 5)
    }

    @Test func `a server without ranges sends the whole resource, within the limit`() throws {
        let bytes = offer(3 * Self.windowSize)
        server.order(.ignoreRanges, at: Self.path)
        let resource = try open()
        #expect(ranges == ["bytes=0-1048575", nil])
        #expect(try read(resource, at: 0, count: bytes.count) == bytes)
        #expect(server.log.count == 2)

        let loader = loader
        let request = ResourceRequest(
            url: server.url(Self.path), kind: .segment, maximumByteCount: 2 << 20)
        let error = #expect(throws: TransportError.self) {
            try RangedResource(request) { request throws(TransportError) in
                try loader.load(request)
            }
        }
        #expect(error?.cause == .tooLarge(limit: 2 << 20))
    }

    @Test(arguments: [false, true])
    func `a resource of at most one window takes one request, with or without ranges`(
        ignoresRanges: Bool
    ) throws {
        if ignoresRanges { server.order(.ignoreRanges, at: Self.path) }
        for count in [1, Self.windowSize] {
            let bytes = offer(count)
            let before = server.log.count
            #expect(try read(try open(), at: 0, count: count) == bytes)
            #expect(server.log.count == before + 1)
        }
    }

    @Test func `ranges with an unknown total are not used`() throws {
        let bytes = offer(2 * Self.windowSize)
        server.order(.contentRange("bytes 0-1048575/*"), at: Self.path)
        let resource = try open()
        #expect(ranges == ["bytes=0-1048575", nil])
        #expect(try read(resource, at: 0, count: bytes.count) == bytes)
    }

    @Test func `an empty resource is valid`() throws {
        offer(0)
        #expect(try open().byteCount == 0)
    }

    @Test func `a resource whose size changes is refused`() throws {
        offer(4 * Self.windowSize)
        for byteCount in [2 * Self.windowSize, 3 * Self.windowSize + 1, 5 * Self.windowSize] {
            offer(4 * Self.windowSize)
            let resource = try open()
            offer(byteCount)
            #expect(cause(resource, at: 3 * Self.windowSize) == .changed)
        }
    }

    @Test(arguments: ["ETag", "Last-Modified"])
    func `a resource whose version changes is refused`(field: String) throws {
        let bare = OriginFault.validators(entityTag: nil)
        offer(4 * Self.windowSize)
        server.order(bare, .header(field, "\"one\""), at: Self.path)
        let resource = try open()
        #expect(try read(resource, at: Self.windowSize, count: 1).count == 1)
        server.order(bare, .header(field, "\"two\""), at: Self.path)
        #expect(cause(resource, at: 2 * Self.windowSize) == .changed)
        let asked = server.log.count
        #expect(cause(resource, at: 3 * Self.windowSize) == .changed)
        #expect(server.log.count == asked)
        #expect(resource.failure?.cause == .changed)
    }

    @Test func `a server that stops supporting ranges is refused`() throws {
        offer(4 * Self.windowSize)
        let resource = try open()
        server.order(.ignoreRanges, at: Self.path)
        #expect(cause(resource, at: 2 * Self.windowSize) == .changed)
    }

    @Test func `a truncated window is an error without a retry`() throws {
        offer(4 * Self.windowSize)
        let resource = try open()
        server.order(.truncate(after: 1000), at: Self.path)
        let expected = TransportError.Cause.truncated(
            expected: RangedResource.windowSize, received: 1000)
        #expect(cause(resource, at: Self.windowSize + 2000) == expected)
        #expect(cause(resource, at: Self.windowSize) == expected)
        #expect(server.log.count == 2)
    }

    @Test func `reads that alternate between distant positions end with an error`() throws {
        let count = RangedResource.mostWindows + 1
        offer(count * Self.windowSize)
        let resource = try open()
        let error = #expect(throws: TransportError.self) {
            while true {
                for index in 0..<count {
                    _ = try read(resource, at: index * Self.windowSize, count: 1)
                }
            }
        }
        #expect(error.map { "\($0)".contains("too far apart") } == true)
        #expect(server.log.count < 10 * count)
    }

    @Test func `a local file is read with one request`() throws {
        let folder = ScratchFolder()
        let path = folder.put([UInt8](repeating: 7, count: 3 * Self.windowSize), at: "a.mp4")
        let request = ResourceRequest(url: path, kind: .segment)
        let resource = try RangedResource(request) { request throws(TransportError) in
            #expect(request.byteRange == nil)
            return try FileLoader().load(request)
        }
        #expect(try read(resource, at: 2 * Self.windowSize, count: 2) == [7, 7])
    }
}
