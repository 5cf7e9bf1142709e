import Transport

/// A requested part of a resource, or the whole resource.
struct ResourcePart: Hashable {
    private let url: String
    private let range: Range<Int64>?

    init(of request: ResourceRequest) {
        url = request.url
        range = request.byteRange
    }
}

/// The bytes that a player has received and keeps for later requests.
struct KeptResponses {
    private struct Bytes {
        var count: Int64
        let isWhole: Bool
        /// The rule that determines how long the bytes are kept.
        var keep = Keep.always
        /// The fault that changed the bytes; `nil` if they are unchanged.
        var fault: AttemptFate?
        /// The time that the transfer of the bytes took.
        ///
        /// The next request for the same resource uses the bytes and this time instead of a
        /// transfer. The value is `nil` if no request may take over the bytes in this way, or if a
        /// request has already taken them over.
        var transfer: Duration?
    }

    private enum Keep {
        /// The bytes are kept until there are too many responses and these bytes are the oldest.
        case always
        /// The bytes are kept until the rest of the response has arrived.
        case untilRest
        /// The bytes are kept until the next request for the same resource.
        case untilNext
    }

    /// The maximum number of kept responses; in a long broadcast, the oldest ones are removed.
    static let limit = 4096

    private let reuse: RequestRules.Reuse
    private var received: [ResourcePart: Bytes] = [:]
    private var order: [ResourcePart] = []

    /// Creates an empty store.
    init(_ reuse: RequestRules.Reuse) {
        self.reuse = reuse
    }

    /// Returns the number of bytes of a response that are kept and need not be received again.
    func byteCount(of request: ResourceRequest) -> Int64 {
        received.isEmpty ? 0 : received[ResourcePart(of: request)]?.count ?? 0
    }

    /// Returns whether the whole response to a request is kept.
    func hasAll(of request: ResourceRequest) -> Bool {
        received.isEmpty ? false : received[ResourcePart(of: request)]?.isWhole ?? false
    }

    /// Returns the fault that changed the kept bytes of a response; `nil` if they are unchanged.
    ///
    /// A later request that uses these bytes receives the same fault.
    func fate(of request: ResourceRequest) -> AttemptFate? {
        received.isEmpty ? nil : received[ResourcePart(of: request)]?.fault?.repeated
    }

    /// The sizes of the kept responses that no request has taken over yet.
    ///
    /// The next requests for the same resources take these responses over.
    var untakenByteCounts: [Int64] {
        order.compactMap { received[$0] }.filter { $0.transfer != nil }.map(\.count)
    }

    /// Hands a kept response over to the next request for the same resource.
    ///
    /// - Returns: The number of bytes, and the duration of their transfer; `nil` if no response is
    ///   kept for the request, or an earlier request has already taken the response over.
    mutating func take(
        for request: ResourceRequest
    ) -> (byteCount: Int64, transfer: Duration)? {
        guard !received.isEmpty else { return nil }
        let part = ResourcePart(of: request)
        guard let bytes = received[part], let transfer = bytes.transfer else { return nil }
        received[part]?.transfer = nil
        return (bytes.count, transfer)
    }

    /// Keeps the bytes of a response if a later request can reuse them.
    ///
    /// The rules of the player determine the responses that are kept.
    ///
    /// - Parameters:
    ///   - outcome: The response; the bytes of a failure are not kept.
    ///   - request: The request.
    ///   - fate: The outcome planned for the request; `nil` for an ordinary request.
    ///   - transfer: The duration of the transfer, if the next request for the same resource reuses
    ///     the bytes regardless of the rules; otherwise `nil`.
    mutating func keep<Value>(
        _ outcome: FetchOutcome<Value>, of request: ResourceRequest, meeting fate: AttemptFate?,
        untilNext transfer: Duration?
    ) {
        let part = ResourcePart(of: request)
        if !received.isEmpty, received[part]?.keep == .untilNext { forget(part) }
        guard case .success = outcome.result, transfer != nil || !outcome.isStored else { return }
        let isKept =
            switch reuse {
            case .none: false
            case .versions: outcome.isVersioned
            case .segments: request.kind == .segment
            }
        if isKept || transfer != nil {
            var bytes = Bytes(count: outcome.byteCount, isWhole: !outcome.isGivenUp)
            bytes.keep = isKept ? .always : .untilNext
            bytes.transfer = transfer
            let isAltered = fate?.changes(
                first: outcome.byteCount, isWhole: !outcome.isGivenUp)
            bytes.fault = isAltered == true ? fate : nil
            keep(bytes, as: part)
        } else if !received.isEmpty, received[part]?.keep == .untilRest {
            forget(part)
        }
    }

    /// Keeps the bytes of a response that broke off, until the rest has arrived.
    ///
    /// - Parameters:
    ///   - count: The number of bytes that the last attempt received.
    ///   - request: The request.
    mutating func keep(brokenAfter count: Int64, of request: ResourceRequest) {
        let part = ResourcePart(of: request)
        let former = received[part]
        keep(
            Bytes(
                count: (former?.count ?? 0) + count, isWhole: false, keep: .untilRest,
                fault: former?.fault),
            as: part)
    }

    private mutating func forget(_ part: ResourcePart) {
        received[part] = nil
        order.removeAll { $0 == part }
    }

    private mutating func keep(_ bytes: Bytes, as part: ResourcePart) {
        guard received[part]?.isWhole != true else {
            if let transfer = bytes.transfer { received[part]?.transfer = transfer }
            return
        }
        if received[part] == nil { order.append(part) }
        received[part] = bytes
        if order.count > Self.limit { received[order.removeFirst()] = nil }
    }
}
