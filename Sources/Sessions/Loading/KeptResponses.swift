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
        var count: Int64
        let isWhole: Bool
        /// Whether they are kept only until the rest has arrived.
        var awaitsRest = false
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
        let isKept =
            switch reuse {
            case .none: false
            case .versions: outcome.isVersioned
            case .segments: request.kind == .segment
            }
        let part = Part(of: request)
        if isKept {
            keep(Bytes(count: outcome.byteCount, isWhole: !outcome.isGivenUp), as: part)
        } else if !received.isEmpty, received[part]?.awaitsRest == true {
            received[part]?.count = 0
        }
    }

    /// Keeps the bytes of a broken response until the rest has arrived.
    ///
    /// - Parameters:
    ///   - count: The number of bytes that were received last.
    ///   - request: The request.
    mutating func keep(brokenAfter count: Int64, of request: ResourceRequest) {
        let part = Part(of: request)
        let former = received[part]?.count ?? 0
        keep(Bytes(count: former + count, isWhole: false, awaitsRest: true), as: part)
    }

    private mutating func keep(_ bytes: Bytes, as part: Part) {
        guard received[part]?.isWhole != true else { return }
        if received[part] == nil { order.append(part) }
        received[part] = bytes
        if order.count > Self.limit { received[order.removeFirst()] = nil }
    }
}
