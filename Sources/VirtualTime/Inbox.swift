import Dispatch

/// Where other threads ring when a result is there for a world that waits in real time.
final class Inbox: Sendable {
    private let bell = DispatchSemaphore(value: 0)

    /// Says that there is a result.
    func ring() {
        bell.signal()
    }

    /// Waits for a ring, or takes one that was there before.
    ///
    /// - Parameter patience: The longest time to wait; zero or less does not wait.
    func wait(atMost patience: Duration) {
        guard patience > .zero else { return }
        let (seconds, attoseconds) = patience.components
        let nanoseconds = min(seconds, 3600) * 1_000_000_000 + attoseconds / 1_000_000_000
        _ = bell.wait(timeout: .now() + .nanoseconds(Int(nanoseconds)))
    }
}
