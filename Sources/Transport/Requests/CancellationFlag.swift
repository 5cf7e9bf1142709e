import Synchronization

/// Tells a request that is under way on another thread that nobody waits for it any more.
public final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    /// Creates a flag that is not raised.
    public init() {}

    /// Whether the flag has been raised; it stays so.
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Raises the flag.
    public func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}
