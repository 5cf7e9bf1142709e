/// A loader that injects the fault of one attempt, except for delays.
///
/// Time is virtual, so a loader cannot wait; the issuer of the request simulates the delays.
struct FaultyLoader: ResourceLoader {
    /// The mask that turns a key's bytes into a wrong key.
    private static let otherKey: UInt8 = 0x5A

    let behind: any ResourceLoader
    let fate: AttemptFate

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        if let refusal = try refusal(of: request) { return refusal }
        let answer: ResourceResponse
        if let earlier = fate.earlierAnswer {
            fate.receipt.change()
            answer = earlier
        } else {
            answer = try behind.load(request)
        }
        return try kept(changed(answer, for: request), of: request)
    }

    func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        if let refusal = try refusal(of: request) {
            return try refusal.handOver(to: sink, for: request)
        }
        if case .reset(let count) = fate.fault {
            let cut = CutSink(sink, afterBytes: count, url: request.url, receipt: fate.receipt)
            return try behind.load(request, into: cut)
        }
        guard changesBytes || fate.earlierAnswer != nil || fate.receipt.keepsAnswer else {
            return try behind.load(request, into: sink)
        }
        var whole = request
        whole.resumption = nil
        whole.acceptsRefusal = false
        return try load(whole).handOver(to: sink, for: request)
    }

    /// Whether the fault changes or removes bytes of a body.
    private var changesBytes: Bool {
        switch fate.fault {
        case .truncation, .truncationToShare, .zeroedBytes, .wrongKey, .reset: true
        case nil, .status, .hang, .slowBody, .delay, .stale: false
        }
    }

    /// Returns an injected error response, or throws an injected error; `nil` if there is neither.
    private func refusal(
        of request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse? {
        switch fate.fault {
        case .hang:
            fate.receipt.change()
            throw TransportError(url: request.url, cause: .timedOut)
        case .status(let code, let retryAfter):
            fate.receipt.change()
            guard request.accepts(status: code) else {
                throw TransportError(
                    url: request.url, cause: .status(code), retryAfter: retryAfter)
            }
            return ResourceResponse(url: request.url, status: code, body: ResourceBody([]))
        case .reset(let count) where count <= 0:
            fate.receipt.change()
            // The first component of a local path is not a host.
            let isRemote = ResourceScheme(of: request.url).isRemote
            let cause = TransportError.Cause.unreachable(
                host: isRemote ? HTTPHost(of: request.url).name : "the source",
                reason: "the connection was reset")
            throw TransportError(url: request.url, cause: cause)
        default: return nil
        }
    }

    private func changed(
        _ response: ResourceResponse, for request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        var response = response
        let original = response.body
        let size = original.byteCount
        switch fate.fault {
        case .reset(let count) where count < size - fate.receivedBefore:
            fate.receipt.change()
            fate.receipt.note(byteCount: count)
            throw TransportError(
                url: request.url, cause: .truncated(expected: size, received: count))
        case .truncation(let count): cut(&response, to: count, of: request)
        case .truncationToShare(let part):
            let share = Int128(size) * Int128(min(max(part, 0), 1_000_000)) / 1_000_000
            cut(&response, to: Int64(share), of: request)
        case .zeroedBytes(let range):
            let range = (range ?? 0..<size).clamped(to: 0..<size)
            var bytes = try response.body.bytes(limit: request.maximumByteCount)
            var isChanged = false
            for index in range {
                isChanged = isChanged || bytes[Int(index)] != 0
                bytes[Int(index)] = 0
            }
            if isChanged {
                fate.receipt.change()
                response.unaltered = original
            }
            response.body = ResourceBody(bytes)
        case .wrongKey where request.kind == .key:
            let bytes = try response.body.bytes(limit: request.maximumByteCount)
            if !bytes.isEmpty { fate.receipt.change() }
            response.body = ResourceBody(bytes.map { $0 ^ Self.otherKey })
        default: break
        }
        return response
    }

    /// Truncates a body silently: the total size is removed from the response, too.
    private func cut(
        _ response: inout ResourceResponse, to count: Int64, of request: ResourceRequest
    ) {
        if count < response.body.byteCount {
            fate.receipt.change()
            response.unaltered = response.body
        }
        response.body = response.body.part(0..<min(max(count, 0), response.body.byteCount))
        if request.byteRange == nil { response.totalByteCount = nil }
    }

    /// Stores the response, with its body in memory, if a later attempt may need the response.
    ///
    /// - Returns: The response.
    private func kept(
        _ response: ResourceResponse, of request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        guard fate.receipt.keepsAnswer else { return response }
        var response = response
        let limit = request.maximumByteCount
        response.body = ResourceBody(try response.body.bytes(limit: limit))
        fate.receipt.keep(response)
        return response
    }
}

/// Forwards a limited number of bytes to a sink, then fails as if the connection had broken.
private final class CutSink: ByteSink {
    private let sink: any ByteSink
    private let limit: Int64
    private let url: String
    private let receipt: AttemptReceipt
    private var received: Int64 = 0

    init(_ sink: any ByteSink, afterBytes limit: Int64, url: String, receipt: AttemptReceipt) {
        self.sink = sink
        self.limit = limit
        self.url = url
        self.receipt = receipt
    }

    func begin(
        at offset: Int64, version: String?, totalByteCount: Int64?
    ) throws(TransportError) {
        received = 0
        try sink.begin(at: offset, version: version, totalByteCount: totalByteCount)
    }

    func append(_ bytes: RawSpan) throws(TransportError) {
        let room = limit - received
        guard Int64(bytes.byteCount) > room else {
            received += Int64(bytes.byteCount)
            return try sink.append(bytes)
        }
        if room > 0 { try sink.append(bytes.extracting(first: Int(room))) }
        receipt.change()
        receipt.note(byteCount: limit)
        throw TransportError(url: url, cause: .truncated(expected: nil, received: limit))
    }
}
