/// The records of a key server: the licences of clients, and the answered requests.
package struct KeyServerRecords {
    /// The maximum number of answered requests in the records.
    ///
    /// When the maximum is reached, each new entry replaces the oldest one. The server no longer
    /// recognizes a repetition of the request whose entry was replaced.
    package static let mostAnswered = 1 << 16
    /// The maximum number of recorded pairs of a client and a content item.
    package static let mostHolders = 100_000

    /// The licences of a client for one content item.
    package struct Holding: Equatable {
        /// The time of the first licence, in milliseconds since the start of 1970.
        package let since: Int64
        /// The end of the lease, in milliseconds since 1970; `nil` when the lease never ends.
        var leaseEnd: Int64?
        /// The end of the stored licence, in milliseconds since 1970; `nil` when there is none.
        var keptEnd: Int64?
        /// The number of renewals since the last licence that was not a renewal.
        var renewals: Int
        /// Whether the content is rented.
        ///
        /// The record of a rental remains after the lease has ended, because it states when the
        /// rental began.
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

        /// Returns whether the lease or the stored licence of the client is valid at a time.
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

    /// Creates empty records.
    package init() {}

    /// Returns the licences of a client for one content item; `nil` when it has none.
    package func holding(of client: String, content: String) -> Holding? {
        holdings[content]?[client]
    }

    /// Returns the number of other clients that may currently use a content item.
    ///
    /// A client counts while its lease or its stored licence is valid.
    package func leases(on content: String, besides client: String, at now: Int64) -> Int {
        var count = 0
        for (other, holding) in holdings[content] ?? [:]
        where other != client && holding.isActive(at: now) { count += 1 }
        return count
    }

    /// Records the licences of a client; returns `false` when the records are full.
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

    /// Returns whether a request was answered before.
    package func hasAnswered(_ digest: [UInt8]) -> Bool {
        answered.contains(digest)
    }

    /// Records that a request was answered.
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

    /// Counts a request under a policy with a fault, and returns whether the fault applies to it.
    ///
    /// The result is always `true` for a fault without a maximum number of affected requests.
    mutating func appliesFault(_ fault: KeyPolicy.Fault, policy name: String) -> Bool {
        guard let first = fault.first else { return true }
        let count = faultyRequests[name] ?? 0
        guard count < first else { return false }
        faultyRequests[name] = count + 1
        return true
    }
}
