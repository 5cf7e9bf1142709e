/// What a key server remembers: who has what since when, and which requests it has answered.
package struct KeyServerRecords {
    /// How many answered requests are known again; an older one would be answered a second time.
    package static let mostAnswered = 1 << 16
    /// How many clients are remembered over all content.
    package static let mostHolders = 100_000

    /// What a client has of one content.
    package struct Holding: Equatable {
        /// When the first licence was granted, in milliseconds since the start of 1970.
        package let since: Int64
        /// When the lease ends; `nil` means never.
        var leaseEnd: Int64?
        /// When the licence ends that the client keeps; `nil` when it keeps none.
        var keptEnd: Int64?
        /// How often the licence was renewed.
        var renewals: Int
        /// Whether more than the lease must be remembered.
        let isRental: Bool

        package init(
            since: Int64, leaseEnd: Int64?, keptEnd: Int64? = nil, renewals: Int = 0,
            isRental: Bool
        ) {
            self.since = since
            self.leaseEnd = leaseEnd
            self.keptEnd = keptEnd
            self.renewals = renewals
            self.isRental = isRental
        }

        /// Whether the client can play at a time.
        func isActive(at now: Int64) -> Bool {
            leaseEnd ?? .max > now || keptEnd ?? .min > now
        }
    }

    private var holdings: [String: [String: Holding]] = [:]
    private var holderCount = 0
    private var answered: Set<[UInt8]> = []
    private var answeredInOrder: [[UInt8]] = []
    private var oldest = 0
    private var faultyRequests: [String: Int] = [:]

    /// Creates records of nothing.
    package init() {}

    /// What a client has of one content; `nil` when it is not known.
    package func holding(of client: String, content: String) -> Holding? {
        holdings[content]?[client]
    }

    /// How many clients other than one have a lease on a content, or a licence that they keep, that
    /// has not ended.
    package func leases(on content: String, besides client: String, at now: Int64) -> Int {
        var count = 0
        for (other, holding) in holdings[content] ?? [:]
        where other != client && holding.isActive(at: now) { count += 1 }
        return count
    }

    /// Remembers what a client has; `false` when there is no room.
    package mutating func remember(
        _ holding: Holding, of client: String, content: String, at now: Int64
    ) -> Bool {
        let isNew = holdings[content]?[client] == nil
        if isNew, holderCount >= Self.mostHolders {
            forgetEndedLeases(at: now)
            guard holderCount < Self.mostHolders else { return false }
        }
        holdings[content, default: [:]][client] = holding
        if isNew { holderCount += 1 }
        return true
    }

    private mutating func forgetEndedLeases(at now: Int64) {
        holdings = holdings.mapValues { clients in
            clients.filter { $0.value.isRental || $0.value.isActive(at: now) }
        }
        holdings = holdings.filter { !$0.value.isEmpty }
        holderCount = holdings.values.reduce(0) { $0 + $1.count }
    }

    /// Whether a request was answered before.
    package func hasAnswered(_ digest: [UInt8]) -> Bool {
        answered.contains(digest)
    }

    /// Remembers that a request is answered.
    package mutating func noteAnswer(to digest: [UInt8]) {
        answered.insert(digest)
        guard answeredInOrder.count == Self.mostAnswered else {
            answeredInOrder.append(digest)
            return
        }
        answered.remove(answeredInOrder[oldest])
        answeredInOrder[oldest] = digest
        oldest = (oldest + 1) % Self.mostAnswered
    }

    /// Counts a request for content with a fault, and says whether it meets the fault.
    mutating func meetsFault(_ fault: KeyPolicy.Fault, policy name: String) -> Bool {
        guard let first = fault.first else { return true }
        let count = faultyRequests[name] ?? 0
        guard count < first else { return false }
        faultyRequests[name] = count + 1
        return true
    }
}
