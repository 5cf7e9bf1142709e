import HTTPServing
import Synchronization
import Transport
import VirtualTime

/// A client's link, which sends bodies at the bandwidth that the scenario states.
///
/// The connections of a client send in turn, one piece at a time.
final class ServedLink: Sendable {
    /// The number of pieces in which the link sends the bytes of one second.
    ///
    /// One piece is sent at a time.
    private static let piecesPerSecond: Int64 = 50
    /// The longest timer delay that the link compensates for.
    private static let delay = Duration.milliseconds(100)

    private let conditions: NetworkConditions
    /// The instant at which the link will have transferred everything sent so far.
    private let free = Mutex(Instant.start)
    private let now: @Sendable () -> Instant

    init(_ conditions: NetworkConditions, now: @escaping @Sendable () -> Instant) {
        self.conditions = conditions
        self.now = now
    }

    /// The delay of the first byte of a reply.
    var latency: Duration { conditions.latency }

    /// Whether the link has unlimited bandwidth, so that bodies are sent at once.
    var isUnlimited: Bool { conditions.steps.allSatisfy { $0.bitsPerSecond == nil } }

    /// Returns a closure that permits bytes to be sent when both the link and `own` permit it.
    ///
    /// The closure receives the number of bytes sent so far. If `own` is `nil`, only the link
    /// limits the body.
    func permission(
        within own: (@Sendable (Int) -> HTTPPermission)?
    ) -> @Sendable (Int) -> HTTPPermission {
        guard let own else { return { self.permission(continues: $0 > 0) } }
        // The number of bytes that `own` permits, while the link does not permit any of them yet.
        // It is `nil` when `own` must be asked: at the start, and after the link permitted bytes.
        let granted = Mutex<Int?>(nil)
        return { sent in
            granted.withLock { granted in
                if granted == nil {
                    let permission = own(sent)
                    guard case .bytes(let count) = permission else { return permission }
                    granted = count
                }
                let next = self.permission(continues: sent > 0)
                guard case .bytes(let count) = next, let most = granted else { return next }
                granted = nil
                return .bytes(min(count, most))
            }
        }
    }

    /// Returns the number of bytes that the link permits the server to send now.
    ///
    /// - Parameter continues: Whether bytes of the same body were sent before. If so, the link
    ///   makes up for time that was lost because a timer was late. Before the first bytes of a
    ///   body, no time is made up, because that time is the latency.
    /// - Returns: The number of permitted bytes, or the time to wait.
    func permission(continues: Bool) -> HTTPPermission {
        let instant = now()
        return free.withLock { free in
            if free > instant { return .wait(instant.duration(to: free)) }
            let (rate, end) = conditions.bandwidth(at: instant)
            guard let rate else { return .bytes(1 << 20) }
            guard rate > 0 else {
                return .wait(end.map { instant.duration(to: $0) } ?? .seconds(1))
            }
            let piece = min(max(rate / 8 / Self.piecesPerSecond, 1448), 1 << 20)
            // If a timer is late, the next piece of the body is scheduled as if the timer were on
            // time, so that the lost time is made up. After a longer pause of the link, the lost
            // time is not made up.
            let isLate = continues && free.advanced(by: Self.delay) >= instant
            free = (isLate ? free : instant)
                .advanced(by: .microseconds(piece * 8 * 1_000_000 / rate))
            return .bytes(Int(piece))
        }
    }
}
