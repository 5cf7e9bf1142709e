import Dispatch

/// A signal to a waiting event loop that a result from another thread is ready.
///
/// Only worlds that run in real time need it.
final class Inbox: Sendable {
    private let bell = DispatchSemaphore(value: 0)

    /// Announces a result.
    func ring() {
        bell.signal()
    }

    /// Waits for a call to ``ring()``; returns at once if there was a call after the last wait.
    ///
    /// - Parameter patience: The longest time to wait; zero or less does not wait.
    func wait(atMost patience: Duration) {
        guard patience > .zero else { return }
        let (seconds, attoseconds) = patience.components
        let nanoseconds = min(seconds, 3600) * 1_000_000_000 + attoseconds / 1_000_000_000
        _ = bell.wait(timeout: .now() + .nanoseconds(Int(nanoseconds)))
    }
}
