import HeadlessPlayback
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps all transfers together below a number of bytes a second.
///
/// A thread that brought bytes waits until their time is over, and the connection with it, so that
/// the server is held back in the end. What libcurl has for this lets fast servers through.
final class RateLimit: Sendable {
    /// The interval at which cancellation is checked during a wait.
    private static let patience = Duration.milliseconds(50)

    private let bytesPerSecond: Int64
    private let clock = ContinuousClock()
    /// When the bytes that came so far have had their time.
    private let paidUntil: Mutex<ContinuousClock.Instant>

    init(bytesPerSecond: Int64) {
        self.bytesPerSecond = max(1, bytesPerSecond)
        paidUntil = Mutex(clock.now)
    }

    /// Waits as long as these bytes have to take.
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
