import Synchronization

/// Handles that are idle, with their open connections, for whoever needs one next.
final class CurlHandlePool: Sendable {
    /// A handle that one thread at a time uses.
    final class Slot: Sendable {
        private let handle: Mutex<CurlHandle>

        fileprivate init?() {
            guard let handle = CurlHandle() else { return nil }
            self.handle = Mutex(handle)
        }

        /// Uses the handle.
        func use<Value: Sendable>(_ body: (borrowing CurlHandle) -> Value) -> Value {
            handle.withLock { body($0) }
        }
    }

    private let idle = Mutex<[Slot]>([])
    private let limit: Int

    /// Creates an empty pool.
    ///
    /// - Parameter limit: How many idle handles are kept.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes the handle that was used last, or a new one.
    ///
    /// - Returns: `nil` when the system has no means left for a handle.
    func take() -> Slot? {
        idle.withLock { $0.popLast() } ?? Slot()
    }

    /// Gives back a handle that is no longer used.
    func give(_ slot: Slot) {
        idle.withLock { idle in
            if idle.count < limit { idle.append(slot) }
        }
    }
}
