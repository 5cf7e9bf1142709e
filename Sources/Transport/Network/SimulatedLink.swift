package import VirtualTime

/// A link of limited bandwidth that transfers share evenly, in virtual time.
///
/// The link is a value: tell it what starts and ends when, and ask it what is complete when. All
/// its arithmetic is exact. It counts in bits times attoseconds, of which a bandwidth of one bit a
/// second carries one in an attosecond; what does not divide evenly goes to those that need least.
///
/// Instants that it is told must not go back.
package struct SimulatedLink: Sendable {
    /// One transfer of a link.
    package struct TransferID: Hashable, Sendable {
        let ordinal: UInt64
    }

    /// A transfer that has arrived.
    package struct Completion: Equatable, Sendable {
        package let instant: Instant
        package let id: TransferID
        package let byteCount: Int64
    }

    /// A transfer that is under way or waits for its first byte.
    private struct Transfer {
        let id: TransferID
        /// When its first byte may come.
        let start: Instant
        let byteCount: Int64
        let wireByteCount: Int64
        /// What is still to be carried, in units of a bit times an attosecond.
        var remaining: Int128
    }

    /// What a byte takes of the link, in units of a bit times an attosecond.
    private static let unitsPerByte: Int128 = 8 * 1_000_000_000_000_000_000

    /// The most bytes of a transfer, on the wire: all products below stay within 128 bits.
    private static let highestByteCount: Int64 = 1 << 40

    private let conditions: NetworkConditions

    /// Up to when everything has been reckoned.
    private var now: Instant
    private var nextOrdinal: UInt64 = 0

    /// Transfers that have not begun, by start, then by ordinal.
    private var waiting: [Transfer] = []

    /// Transfers under way, by what remains, then by ordinal; sharing evenly keeps the order.
    private var active: [Transfer] = []

    /// What has arrived and has not been taken, in order.
    private var arrived: [Completion] = []

    /// What the link has carried in all, in bits times attoseconds; bytes that were sent again and
    /// those of cancelled transfers count too.
    package private(set) var carried: Int128 = 0

    /// Creates a link on which nothing is under way.
    ///
    /// - Parameters:
    ///   - conditions: What it lets through.
    ///   - now: The present instant.
    package init(conditions: NetworkConditions, now: Instant = .start) {
        self.conditions = conditions
        self.now = now
    }

    /// Starts a transfer.
    ///
    /// - Parameters:
    ///   - byteCount: How many bytes are to arrive.
    ///   - instant: When they are asked for; the first comes after the latency.
    /// - Returns: The name of the transfer.
    package mutating func start(byteCount: Int64, at instant: Instant) -> TransferID {
        precondition(byteCount >= 0, "a transfer has a number of bytes")
        advance(to: instant)
        let id = TransferID(ordinal: nextOrdinal)
        nextOrdinal += 1
        let loss = PacketLoss(lossPerMillion: conditions.lossPerMillion, seed: conditions.seed)
        let wire = loss.wireByteCount(of: byteCount, ordinal: id.ordinal)
        let wireByteCount = min(wire, Self.highestByteCount)
        let transfer = Transfer(
            id: id, start: instant.advanced(by: conditions.latency),
            byteCount: min(byteCount, Self.highestByteCount), wireByteCount: wireByteCount,
            remaining: Int128(wireByteCount) * Self.unitsPerByte)
        // The latency is the same for all, so that those that wait are in order.
        waiting.append(transfer)
        advance(to: instant)
        return id
    }

    /// Ends a transfer early; what it has received so far was carried for nothing.
    ///
    /// - Parameters:
    ///   - id: The transfer; one that has arrived is forgotten if it has not been taken yet.
    ///   - instant: When it is ended.
    package mutating func cancel(_ id: TransferID, at instant: Instant) {
        advance(to: instant)
        waiting.removeAll { $0.id == id }
        active.removeAll { $0.id == id }
        arrived.removeAll { $0.id == id }
    }

    /// What arrives next, if nothing is started or cancelled until then; `nil` when nothing ever
    /// does, because nothing is under way or the link is out for good.
    package var nextCompletion: Completion? {
        if let first = arrived.first { return first }
        guard !waiting.isEmpty || !active.isEmpty else { return nil }
        var future = self
        while future.arrived.isEmpty {
            guard let next = future.nextChange else { return nil }
            future.step(to: next)
        }
        return future.arrived.first
    }

    /// Takes the first transfer of those that have arrived and have not been taken.
    ///
    /// - Parameter instant: Up to when, inclusive; it may be in the past.
    /// - Returns: The transfer, or `nil` when there is none.
    package mutating func takeCompletion(upTo instant: Instant) -> Completion? {
        if instant > now { advance(to: instant) }
        guard let first = arrived.first, first.instant <= instant else { return nil }
        return arrived.removeFirst()
    }

    /// How many bytes a transfer has received.
    ///
    /// - Parameters:
    ///   - id: The transfer.
    ///   - instant: When.
    /// - Returns: The bytes, rounded down; `nil` for a transfer that was cancelled or taken.
    package func receivedByteCount(of id: TransferID, at instant: Instant) -> Int64? {
        var future = self
        future.advance(to: instant)
        if future.waiting.contains(where: { $0.id == id }) { return 0 }
        guard let transfer = future.active.first(where: { $0.id == id }) else {
            return future.arrived.first { $0.id == id }?.byteCount
        }
        let wire = Int128(transfer.wireByteCount) * Self.unitsPerByte - transfer.remaining
        let share = wire / Self.unitsPerByte * Int128(transfer.byteCount)
        return Int64(share / Int128(transfer.wireByteCount))
    }

    // MARK: The passing of time

    private mutating func advance(to instant: Instant) {
        precondition(instant >= now, "time does not go back")
        while let next = nextChange, next <= instant { step(to: next) }
        if instant > now { step(to: instant) }
    }

    /// When something changes next: a transfer begins or arrives, or the bandwidth is another one.
    private var nextChange: Instant? {
        var next = waiting.first?.start
        guard let first = active.first else { return next }
        let (bandwidth, end) = conditions.bandwidth(at: now)
        if let end { next = min(next ?? end, end) }
        guard let bandwidth, first.remaining > 0 else { return now }
        guard bandwidth > 0 else { return next }
        // The first of n gets the n-th part, rounded up, of what the link carries.
        let needed = (first.remaining - 1) * Int128(active.count) / Int128(bandwidth) + 1
        let arrival = now.advanced(by: Duration(attoseconds: needed))
        return min(next ?? arrival, arrival)
    }

    /// Lets time pass up to the next change, or to an instant before it.
    private mutating func step(to instant: Instant) {
        let (bandwidth, _) = conditions.bandwidth(at: now)
        carry(bandwidth, for: now.duration(to: instant).attoseconds)
        now = instant
        while let first = waiting.first, first.start <= now {
            waiting.removeFirst()
            insert(first)
        }
        settle()
    }

    /// Gives all that are under way their share.
    private mutating func carry(_ bandwidth: Int64?, for attoseconds: Int128) {
        guard let bandwidth, bandwidth > 0, attoseconds > 0, !active.isEmpty else { return }
        var units = Int128(bandwidth) * attoseconds
        for index in active.indices {
            let sharers = Int128(active.count - index)
            let share = min(active[index].remaining, (units + sharers - 1) / sharers)
            active[index].remaining -= share
            units -= share
            carried += share
        }
    }

    private mutating func insert(_ transfer: Transfer) {
        let index = active.firstIndex { $0.remaining > transfer.remaining } ?? active.endIndex
        active.insert(transfer, at: index)
    }

    /// Notes what has arrived, in the order of starting where it arrived together.
    private mutating func settle() {
        let isUnlimited = conditions.bandwidth(at: now).bitsPerSecond == nil
        let done = active.filter { isUnlimited || $0.remaining == 0 }
        guard !done.isEmpty else { return }
        active.removeFirst(done.count)
        carried += done.reduce(0) { $0 + $1.remaining }
        arrived += done.sorted { $0.id.ordinal < $1.id.ordinal }
            .map { Completion(instant: now, id: $0.id, byteCount: $0.byteCount) }
    }
}
