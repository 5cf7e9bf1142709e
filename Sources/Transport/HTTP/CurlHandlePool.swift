import Synchronization

/// Idle handles with their open connections, for reuse.
final class CurlHandlePool: Sendable {
    /// A handle that at most one thread uses at a time.
    final class Slot: Sendable {
        private let handle: Mutex<CurlHandle>

        fileprivate init?() {
            guard let handle = CurlHandle() else { return nil }
            self.handle = Mutex(handle)
        }

        /// Calls a closure with the handle and returns the closure's result.
        func use<Value: Sendable>(_ body: (borrowing CurlHandle) -> Value) -> Value {
            handle.withLock { body($0) }
        }
    }

    private let idle = Mutex<[Slot]>([])
    private let limit: Int

    /// Creates an empty pool.
    ///
    /// - Parameter limit: The maximum number of idle handles.
    init(limit: Int) {
        self.limit = limit
    }

    /// Removes and returns the most recently used handle, or creates one if the pool is empty.
    ///
    /// - Returns: The handle; `nil` when the system has no resources left for one.
    func take() -> Slot? {
        idle.withLock { $0.popLast() } ?? Slot()
    }

    /// Puts a handle back into the pool, unless the pool is full.
    func give(_ slot: Slot) {
        idle.withLock { idle in
            if idle.count < limit { idle.append(slot) }
        }
    }
}
