import Transport

/// The bytes that a player has received and keeps for later requests.
struct KeptResponses {
    /// The part of a resource that was requested.
    private struct Part: Hashable {
        let url: String
        let range: Range<Int64>?

        init(of request: ResourceRequest) {
            url = request.url
            range = request.byteRange
        }
    }

    private struct Bytes {
        let count: Int64
        let isWhole: Bool
    }

    /// The maximum number of responses; the oldest ones are removed, as in a long broadcast.
    static let limit = 4096

    private let reuse: RequestRules.Reuse
    private var received: [Part: Bytes] = [:]
    private var order: [Part] = []

    /// Creates a store without bytes.
    init(_ reuse: RequestRules.Reuse) {
        self.reuse = reuse
    }

    /// Returns the number of bytes of a response that need not be received again.
    func byteCount(of request: ResourceRequest) -> Int64 {
        received.isEmpty ? 0 : received[Part(of: request)]?.count ?? 0
    }

    /// Returns whether a whole response is there.
    func hasAll(of request: ResourceRequest) -> Bool {
        received.isEmpty ? false : received[Part(of: request)]?.isWhole ?? false
    }

    /// Keeps the bytes of a response, if the player does so.
    ///
    /// - Parameters:
    ///   - outcome: The response; the bytes of a failure are not kept.
    ///   - request: The request.
    mutating func keep<Value>(_ outcome: FetchOutcome<Value>, of request: ResourceRequest) {
        guard case .success = outcome.result, !outcome.isStored else { return }
        switch reuse {
        case .none: return
        case .versions: guard outcome.isVersioned else { return }
        case .segments: guard request.kind == .segment else { return }
        }
        let part = Part(of: request)
        guard received[part]?.isWhole != true else { return }
        if received[part] == nil { order.append(part) }
        received[part] = Bytes(count: outcome.byteCount, isWhole: !outcome.isGivenUp)
        if order.count > Self.limit { received[order.removeFirst()] = nil }
    }
}
