import HeadlessPlayback
import Synchronization
import VirtualTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Limits the total rate of all transfers to a number of bytes per second.
///
/// After receiving bytes, a thread waits for the time that these bytes take at the limited rate.
/// Meanwhile, it does not read, and this slows down the server. The rate limit of libcurl is not
/// used, because it does not limit fast servers.
final class RateLimit: Sendable {
    /// The interval at which cancellation is checked during a wait.
    private static let patience = Duration.milliseconds(50)

    private let bytesPerSecond: Int64
    private let clock = ContinuousClock()
    /// The instant at which all received bytes would have arrived at the limited rate.
    private let paidUntil: Mutex<ContinuousClock.Instant>

    init(bytesPerSecond: Int64) {
        self.bytesPerSecond = max(1, bytesPerSecond)
        paidUntil = Mutex(clock.now)
    }

    /// Waits for the time that received bytes take at the limited rate, or until cancellation.
    func wait(for byteCount: Int, unless cancellation: CancellationFlag?) {
        let cost = Duration.nanoseconds(
            Int64(clamping: Int128(byteCount) * 1_000_000_000 / Int128(bytesPerSecond)))
        let now = clock.now
        let end = paidUntil.withLock { paid in
            paid = max(paid, now).advanced(by: cost)
            return paid
        }
        while cancellation?.isCancelled != true {
            let rest = clock.now.duration(to: end)
            guard rest > .zero else { return }
            let pause = min(rest, Self.patience).components
            usleep(UInt32(clamping: pause.attoseconds / 1_000_000_000_000 + 1))
        }
    }
}
