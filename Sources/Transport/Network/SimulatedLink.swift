package import VirtualTime

/// A link of limited bandwidth, shared evenly by its transfers in virtual time.
///
/// The link is a value: it receives starts and cancellations with their instants, and returns
/// completions. All arithmetic is exact. Its unit is 10^-18 bits: a bandwidth of one bit per second
/// carries one unit per attosecond. If units cannot be shared evenly, the transfers with the fewest
/// remaining bits receive one unit more.
///
/// The instants of successive calls must not decrease.
package struct SimulatedLink: Sendable {
    /// The identifier of a transfer on a link.
    package struct TransferID: Hashable, Sendable {
        let ordinal: UInt64
    }

    /// A transfer whose last byte has arrived.
    package struct Completion: Equatable, Sendable {
        package let instant: Instant
        package let id: TransferID
        package let byteCount: Int64
    }

    /// A transfer that is active or waits for its first byte.
    private struct Transfer {
        let id: TransferID
        /// The earliest instant at which the first byte can arrive.
        let start: Instant
        let byteCount: Int64
        let wireByteCount: Int64
        /// The amount still to be sent, in units of 10^-18 bits.
        var remaining: Int128
    }

    /// The number of units in a byte; a unit is 10^-18 bits.
    private static let unitsPerByte: Int128 = 8 * 1_000_000_000_000_000_000

    /// The maximum size of a transfer, in sent bytes; it keeps all products below 128 bits.
    private static let highestByteCount: Int64 = 1 << 40

    private let conditions: NetworkConditions

    /// The instant up to which transfers have been computed.
    private var now: Instant
    private var nextOrdinal: UInt64 = 0

    /// The transfers that have not begun, ordered by start, then by ordinal.
    private var waiting: [Transfer] = []

    /// The active transfers, by remaining amount, then by ordinal; equal shares keep this order.
    private var active: [Transfer] = []

    /// Completed transfers that `takeCompletion(upTo:)` has not returned yet, in order.
    private var arrived: [Completion] = []

    /// The total amount sent, in units of 10^-18 bits.
    ///
    /// It includes repeated bytes and the bytes of cancelled transfers.
    package private(set) var carried: Int128 = 0

    /// Creates a link without transfers.
    ///
    /// - Parameters:
    ///   - conditions: The conditions of the network.
    ///   - now: The current instant.
    package init(conditions: NetworkConditions, now: Instant = .start) {
        self.conditions = conditions
        self.now = now
    }

    /// Starts a transfer.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes to transfer.
    ///   - isResponse: Whether the bytes are the body of a response; the bytes of its head are then
    ///     transferred as well.
    ///   - isContinued: Whether the bytes continue another transfer, so that they have no latency.
    ///   - instant: The instant of the request; the first byte follows after the latency.
    /// - Returns: The identifier of the transfer.
    package mutating func start(
        byteCount: Int64, isResponse: Bool = false, isContinued: Bool = false,
        at instant: Instant
    ) -> TransferID {
        precondition(byteCount >= 0, "a transfer has a number of bytes")
        advance(to: instant)
        let id = TransferID(ordinal: nextOrdinal)
        nextOrdinal += 1
        let loss = PacketLoss(lossPerMillion: conditions.lossPerMillion, seed: conditions.seed)
        let head = min(max(conditions.headByteCount, 0), NetworkConditions.highestHeadByteCount)
        let sent = min(byteCount, Self.highestByteCount) + (isResponse ? head : 0)
        let wire = loss.wireByteCount(of: sent, ordinal: id.ordinal)
        let wireByteCount = min(wire, Self.highestByteCount)
        let transfer = Transfer(
            id: id, start: isContinued ? instant : instant.advanced(by: conditions.latency),
            byteCount: min(byteCount, Self.highestByteCount), wireByteCount: wireByteCount,
            remaining: Int128(wireByteCount) * Self.unitsPerByte)
        // All transfers with latency have the same latency, so waiting transfers stay in order.
        if isContinued { insert(transfer) } else { waiting.append(transfer) }
        advance(to: instant)
        return id
    }

    /// Cancels a transfer; the bytes that it has received are wasted.
    ///
    /// - Parameters:
    ///   - id: The transfer. If it is complete, but its completion has not been returned yet, the
    ///     completion is removed.
    ///   - instant: The instant of the cancellation.
    package mutating func cancel(_ id: TransferID, at instant: Instant) {
        advance(to: instant)
        waiting.removeAll { $0.id == id }
        active.removeAll { $0.id == id }
        arrived.removeAll { $0.id == id }
    }

    /// The next completion, if no transfer starts or is cancelled before it.
    ///
    /// The value is `nil` when no transfer is active or waits, or when the link is down
    /// permanently.
    package var nextCompletion: Completion? {
        if let first = arrived.first { return first }
        guard !waiting.isEmpty || !active.isEmpty else { return nil }
        if let only = completionOfOnly { return only }
        var future = self
        while future.arrived.isEmpty {
            guard let next = future.nextChange else { return nil }
            future.step(to: next)
        }
        return future.arrived.first
    }

    /// The next completion, if the link has one transfer and a bandwidth that never changes.
    ///
    /// It is `nil` in all other cases. Stepping through a copy of the link would give the same
    /// completion, but takes longer.
    private var completionOfOnly: Completion? {
        guard waiting.count + active.count == 1, let transfer = waiting.first ?? active.first,
            case (let bandwidth?, nil) = conditions.bandwidth(at: now), bandwidth > 0,
            transfer.remaining > 0
        else { return nil }
        let needed = (transfer.remaining - 1) / Int128(bandwidth) + 1
        return Completion(
            instant: max(transfer.start, now).advanced(by: Duration(attoseconds: needed)),
            id: transfer.id, byteCount: transfer.byteCount)
    }

    /// Removes and returns the first completed transfer.
    ///
    /// - Parameter instant: The latest instant of completion, inclusive; it may be in the past.
    /// - Returns: The transfer, or `nil` when there is none.
    package mutating func takeCompletion(upTo instant: Instant) -> Completion? {
        if instant > now { advance(to: instant) }
        guard let first = arrived.first, first.instant <= instant else { return nil }
        return arrived.removeFirst()
    }

    /// Returns the number of bytes that a transfer has received.
    ///
    /// - Parameters:
    ///   - id: The transfer.
    ///   - instant: The instant.
    /// - Returns: The bytes, rounded down; `nil` for a transfer that was cancelled, or whose
    ///   completion was already returned.
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

    // MARK: Time

    private mutating func advance(to instant: Instant) {
        precondition(instant >= now, "time does not go back")
        while let next = nextChange, next <= instant { step(to: next) }
        if instant > now { step(to: instant) }
    }

    /// The next instant at which a transfer begins or completes, or the bandwidth changes.
    private var nextChange: Instant? {
        var next = waiting.first?.start
        guard let first = active.first else { return next }
        let (bandwidth, end) = conditions.bandwidth(at: now)
        if let end { next = min(next ?? end, end) }
        guard let bandwidth, first.remaining > 0 else { return now }
        guard bandwidth > 0 else { return next }
        // The first of n transfers receives one n-th of the link's amount, rounded up.
        let needed = (first.remaining - 1) * Int128(active.count) / Int128(bandwidth) + 1
        let arrival = now.advanced(by: Duration(attoseconds: needed))
        return min(next ?? arrival, arrival)
    }

    /// Advances to an instant that is not after the next change.
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

    /// Transfers the amount that a span of time allows, shared evenly by the active transfers.
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

    /// Records completed transfers; simultaneous completions are in the order of their starts.
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
