import TestTools
import Testing
import Transport

@Suite struct ContentCodingTests {
    /// A body and the content codings with which it is encoded.
    struct Coded: CustomTestStringConvertible {
        let codings: String
        let bytes: [UInt8]

        init(_ codings: String, _ digits: String) {
            self.codings = codings
            bytes = stride(from: 0, to: digits.utf8.count, by: 2).compactMap {
                UInt8(digits.dropFirst($0).prefix(2), radix: 16)
            }
        }

        var testDescription: String { codings }
    }

    enum Outcome: Equatable {
        case success([UInt8])
        case failure(TransportError.Cause)
    }

    static let letters = Array("abcdefghij".utf8)
    static let gzip = Coded("gzip", "1f8b08000000000002034b4c4a4e494d4bcfc8cc02003a7081390a000000")
    static let coded = [
        gzip, Coded("deflate", "789c4b4c4a4e494d4bcfc8cc0200158603f8"),
        // Raw DEFLATE data, without the header and the checksum of the zlib format.
        Coded("deflate", "4b4c4a4e494d4bcfc8cc0200"),
        Coded(
            "gzip, gzip",
            "1f8b080000000000020393efe660000126666f1f2f3f4f5feff327ce30315815345a720145011dd4c7bb"
                + "1e000000"),
        Coded(
            "deflate, gzip",
            "1f8b0800000000000203ab98e3ede3e5e7e9eb7dfec4192606d136e61f00217899ea12000000"),
    ]

    let server: OriginServer

    init() throws { server = try OriginServer(.memory([:])) }

    func load(
        _ bytes: [UInt8], _ codings: String, range: Range<Int64>? = nil,
        kind: ResourceKind = .segment, change: (inout ResourceRequest) -> Void = { _ in }
    ) -> Outcome {
        server.offer(bytes, at: "/a")
        server.order(.header("Content-Encoding", codings), at: "/a")
        var request = ResourceRequest(url: server.url("/a"), kind: kind, byteRange: range)
        change(&request)
        do throws(TransportError) {
            return .success(try HTTPLoader().load(request).body.bytes())
        } catch {
            return .failure(error.cause)
        }
    }

    @Test(arguments: coded)
    func `a body in known codings is decoded, though the request of a segment accepts none`(
        coded: Coded
    ) {
        for kind in ResourceKind.allCases {
            #expect(load(coded.bytes, coded.codings, kind: kind) == .success(Self.letters))
        }
        #expect(load(coded.bytes, coded.codings.uppercased()) == .success(Self.letters))
    }

    @Test(arguments: coded)
    func `a coded body that is cut anywhere is an error`(coded: Coded) {
        for count in 1..<coded.bytes.count {
            let result = load(Array(coded.bytes.prefix(count)), coded.codings)
            guard case .failure(.truncated(nil, _)) = result else {
                Issue.record("\(count) bytes: \(result)")
                continue
            }
        }
    }

    @Test(arguments: ["gzip", "deflate"])
    func `a body without the stated coding is refused`(coding: String) {
        let reason = "the body is not valid \(coding), which Content-Encoding states"
        let segment: [UInt8] = [0x47, 0x40] + [UInt8](repeating: 0xFF, count: 186)
        #expect(load(segment, coding) == .failure(.failed(reason)))
        #expect(load(Array("#EXTM3U\n".utf8), coding) == .failure(.failed(reason)))
    }

    @Test func `a coded body with a changed byte is refused, unless the byte is only padding`() {
        for index in 10..<Self.gzip.bytes.count {
            var bytes = Self.gzip.bytes
            bytes[index] ^= 0x10
            guard case .success(let body) = load(bytes, "gzip") else { continue }
            #expect(body == Self.letters && index == 21, "byte \(index) was changed")
        }
    }

    @Test func `a gzip body of two members is decoded completely`() {
        let both = Self.gzip.bytes + Self.gzip.bytes
        #expect(load(both, "gzip") == .success(Self.letters + Self.letters))
        #expect(
            load(both.dropLast(), "gzip") == .failure(.truncated(expected: nil, received: 20)))
    }

    @Test func `bytes after the end of a coded body are an error`() {
        for coded in Self.coded.prefix(3) {
            let reason = "other bytes follow the end of the \(coded.codings) body"
            for surplus: [UInt8] in [[0], [0x0A], [1, 2, 3], [0x1F, 0x8B, 7, 0]] {
                let result = load(coded.bytes + surplus, coded.codings)
                #expect(result == .failure(.failed(reason)))
            }
        }
    }

    @Test(arguments: ["br", "zstd", "gzip, br", "compress"])
    func `a body in an unknown coding is refused by the name of the coding`(codings: String) {
        let name = codings.split(separator: " ").last ?? ""
        let reason = "the body has the coding \(name), which is not supported"
        #expect(load(Self.letters, codings) == .failure(.failed(reason)))
    }

    @Test func `a body with more than two codings is refused`() {
        let result = load(Self.letters, "gzip, gzip, gzip")
        #expect(result == .failure(.failed("the body has more than 2 codings")))
    }

    @Test(arguments: ["identity", "", "identity, identity", "aws-chunked", "none", "utf-8, binary"])
    func `a body without a registered coding is unchanged`(codings: String) {
        #expect(load(Self.letters, codings) == .success(Self.letters))
    }

    @Test func `an unregistered token does not hide a coding`() {
        #expect(load(Self.gzip.bytes, "aws-chunked, gzip") == .success(Self.letters))
    }

    /// The gzip stream of 4,096 empty gzip streams, which have 20 bytes each.
    static let emptyStreams = Coded(
        "gzip, gzip",
        "1f8b0800000000000203edc8b10d0020080030228b5f70304f13065f706ac756df5827339e72ce39"
            + "e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39"
            + "e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39"
            + "e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39"
            + "e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39"
            + "e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39e79c73ce39f7fd066df0"
            + "34fb00400100")

    @Test func `a body whose first decoding is large and whose second is empty is bounded`() {
        let bytes = Array(repeatElement(Self.emptyStreams.bytes, count: 800).joined())
        #expect(load(bytes, "gzip, gzip") == .success([]))
        var options = HTTPOptions()
        options.maximumDiscardedByteCount = 4_000_000
        var request = ResourceRequest(url: server.url("/a"), kind: .segment)
        request.maximumByteCount = 1_000_000
        let error = #expect(throws: TransportError.self) {
            try HTTPLoader(options: options).load(request)
        }
        #expect(error?.cause == .tooLarge(limit: 5_000_000))
    }

    @Test func `an empty body is empty in any known coding`() {
        #expect(load([], "gzip") == .success([]))
        #expect(load([], "deflate") == .success([]))
    }

    @Test func `a byte range of a coded body is not the requested range`() {
        #expect(load(Self.gzip.bytes, "gzip", range: 2..<5) == .failure(.rangeNotSatisfied))
    }

    @Test func `the rest of a coded body does not continue the received bytes`() {
        server.offer(Self.gzip.bytes, at: "/a")
        server.order(.header("Content-Encoding", "gzip"), .validators(entityTag: "\"1\""), at: "/a")
        var request = ResourceRequest(url: server.url("/a"), kind: .segment)
        request.resumption = ResourceResumption(offset: 4, version: "\"1\"")
        let error = #expect(throws: TransportError.self) {
            try HTTPLoader().load(request, into: MemorySink(Array("abcd".utf8)))
        }
        #expect(error?.cause == .changed)
    }

    @Test func `a range is taken from the decoded body if the server ignores ranges`() throws {
        server.offer(Self.gzip.bytes, at: "/a")
        server.order(.ignoreRanges, .header("Content-Encoding", "gzip"), at: "/a")
        let request = ResourceRequest(url: server.url("/a"), kind: .segment, byteRange: 2..<5)
        let response = try HTTPLoader().load(request)
        #expect(try response.body.bytes() == Array("cde".utf8))
        #expect(response.totalByteCount == nil)
    }

    @Test func `a download of a coded body cannot be resumed by offsets of the decoded bytes`()
        throws
    {
        server.offer(Self.gzip.bytes, at: "/a")
        server.order(.header("Content-Encoding", "gzip"), at: "/a")
        let sink = MemorySink()
        let request = ResourceRequest(url: server.url("/a"), kind: .segment)
        _ = try HTTPLoader().load(request, into: sink)
        #expect(sink.bytes == Self.letters)
        #expect(sink.version == nil)
    }

    @Test func `a refusal whose text cannot be decoded is reported by its status`() {
        server.order(.header("Content-Encoding", "gzip"), at: "/missing")
        let result = load([], "gzip") { request in
            request.url = server.url("/missing")
            request.acceptsRefusal = true
        }
        #expect(result == .failure(.status(404)))
    }

    @Test func `a complete body with status 203 is complete`() throws {
        server.offer(Self.letters, at: "/a")
        server.order(.status(203), at: "/a")
        let whole = try HTTPLoader().load(ResourceRequest(url: server.url("/a"), kind: .segment))
        #expect(whole.status == 203)
        #expect(try whole.body.bytes() == Array("status 203".utf8))
        let request = ResourceRequest(url: server.url("/a"), kind: .segment, byteRange: 7..<10)
        #expect(try HTTPLoader().load(request).body.bytes() == Array("203".utf8))
    }

    @Test func `a body with status 203 that ends early is an error`() {
        server.offer(Self.letters, at: "/a")
        server.order(.status(203), .truncate(after: 4), at: "/a")
        let error = #expect(throws: TransportError.self) {
            try HTTPLoader().load(ResourceRequest(url: server.url("/a"), kind: .segment))
        }
        #expect(error?.cause == .truncated(expected: 10, received: 4))
    }
}
