import Dispatch

/// A bell that other threads ring when a result is ready, for a world on real time.
final class Inbox: Sendable {
    private let bell = DispatchSemaphore(value: 0)

    /// Announces a result.
    func ring() {
        bell.signal()
    }

    /// Waits for a ring, or consumes an earlier one.
    ///
    /// - Parameter patience: The longest time to wait; zero or less does not wait.
    func wait(atMost patience: Duration) {
        guard patience > .zero else { return }
        let (seconds, attoseconds) = patience.components
        let nanoseconds = min(seconds, 3600) * 1_000_000_000 + attoseconds / 1_000_000_000
        _ = bell.wait(timeout: .now() + .nanoseconds(Int(nanoseconds)))
    }
}
