import TestTools
import Testing

@testable import Transport

@Suite struct FaultyLoaderTests {
    private let bytes = (0..<200).map { UInt8($0) }
    private let request = ResourceRequest(url: "http://origin.test/a.ts", kind: .segment)

    private func loader(_ fate: AttemptFate) -> any ResourceLoader {
        fate.loader(around: ScriptedLoader([("", .bytes(bytes))]))
    }

    private func body(_ fault: ResourceFault, kind: ResourceKind = .segment) throws -> [UInt8] {
        var request = request
        request.kind = kind
        let whole = try loader(AttemptFate(fault)).load(request).body.bytes()
        let sink = MemorySink()
        _ = try loader(AttemptFate(fault)).load(request, into: sink)
        #expect(sink.bytes == whole, "a sink gets what others get")
        return whole
    }

    private func cause(_ fault: ResourceFault, _ fate: AttemptFate? = nil) -> TransportError? {
        #expect(throws: TransportError.self) {
            try loader(fate ?? AttemptFate(fault)).load(request)
        }
    }

    @Test func `a body is truncated, zeroed or unchanged, as the fault states`() throws {
        #expect(try body(.truncation(toBytes: 7)) == Array(bytes[..<7]))
        #expect(try body(.truncation(toBytes: 900)) == bytes)
        #expect(try body(.truncation(toBytes: -1)) == [])
        #expect(try body(.truncation(toMillionths: 250_000)) == Array(bytes[..<50]))
        #expect(try body(.zeroedBytes(nil)) == [UInt8](repeating: 0, count: 200))
        let zeroed = try body(.zeroedBytes(10..<1000))
        #expect(zeroed == Array(bytes[..<10]) + [UInt8](repeating: 0, count: 190))
        #expect(try body(.slowBody(bitsPerSecond: 8)) == bytes)
        #expect(try body(.delay(.seconds(1))) == bytes)
        #expect(try body(.stale) == bytes)
    }

    @Test func `only keys are replaced by wrong keys`() throws {
        #expect(try body(.wrongKey) == bytes)
        let other = try body(.wrongKey, kind: .key)
        #expect(other.count == bytes.count && zip(other, bytes).allSatisfy { $0 != $1 })
    }

    @Test func `a simulated error status may have a Retry-After delay`() {
        let error = cause(.status(503, retryAfter: .seconds(7)))
        #expect(error?.cause == .status(503))
        #expect(error?.retryAfter == .seconds(7))
    }

    @Test func `an accepted error status is a response, unless it is temporary`() throws {
        var request = request
        request.acceptsRefusal = true
        let answer = try loader(AttemptFate(.status(403))).load(request)
        #expect(answer.status == 403 && answer.body.byteCount == 0)
        #expect(throws: TransportError.self) {
            try loader(AttemptFate(.status(503))).load(request)
        }
        #expect(throws: TransportError.self) {
            try loader(AttemptFate(.status(403))).load(request, into: MemorySink())
        }
    }

    @Test func `a simulated success is a response, without content only where that is accepted`()
        throws
    {
        var request = request
        let answer = try loader(AttemptFate(.status(200))).load(request)
        #expect(answer.status == 200 && answer.body.byteCount == 0)
        #expect(cause(.status(204))?.cause == .status(204))
        request.acceptsNoContent = true
        #expect(try loader(AttemptFate(.status(204))).load(request).status == 204)
    }

    @Test(arguments: [
        (200, true, true, true), (204, false, true, true), (301, false, false, false),
        (100, false, false, false), (404, false, true, true), (408, false, false, true),
        (429, false, false, true), (500, false, false, true), (599, false, false, true),
        (600, false, false, false),
    ])
    func `a request states which status codes it accepts`(
        status: Int, plainly: Bool, withRefusals: Bool, withTemporaryOnes: Bool
    ) {
        var request = request
        #expect(request.accepts(status: status) == plainly)
        request.acceptsNoContent = true
        request.acceptsRefusal = true
        #expect(request.accepts(status: status) == withRefusals)
        request.acceptsTemporaryRefusal = true
        #expect(request.accepts(status: status) == withTemporaryOnes)
    }

    @Test func `a connection breaks before the first byte, or after some`() {
        let early = cause(.reset())
        #expect(
            early?.cause == .unreachable(host: "origin.test", reason: "the connection was reset"))
        // The error does not contain a path of this machine.
        let local = #expect(throws: TransportError.self) {
            try loader(AttemptFate(.reset())).load(
                ResourceRequest(url: "/home/somebody/a.ts", kind: .segment))
        }
        #expect(
            local?.cause == .unreachable(host: "the source", reason: "the connection was reset"))
        let fate = AttemptFate(.reset(afterBytes: 150))
        #expect(cause(.hang, fate)?.cause == .truncated(expected: 200, received: 150))
        #expect(fate.receipt.byteCount == 150)
    }

    @Test func `a sink receives the bytes before a reset`() {
        let fate = AttemptFate(.reset(afterBytes: 150))
        let sink = MemorySink()
        #expect(throws: TransportError.self) { try loader(fate).load(request, into: sink) }
        #expect(sink.bytes == Array(bytes[..<150]))
        #expect(fate.receipt.byteCount == 150)
    }

    @Test func `a fault without bytes makes no request`() {
        let origin = ScriptedLoader([("", .bytes(bytes))])
        for fault in [ResourceFault.hang, .status(404), .reset()] {
            let loader = AttemptFate(fault).loader(around: origin)
            #expect(throws: TransportError.self) { try loader.load(request) }
        }
        #expect(origin.asked == [])
    }

    @Test func `a stale response repeats the earlier response without a request`() throws {
        let first = AttemptFate(nil, keepsAnswer: true)
        _ = try loader(first).load(request)
        let origin = ScriptedLoader([("", .bytes([1]))])
        let second = AttemptFate(.stale, earlierAnswer: first.receipt.answer)
        let answer = try second.loader(around: origin).load(request)
        #expect(try answer.body.bytes() == bytes)
        #expect(origin.asked == [])
    }
}
