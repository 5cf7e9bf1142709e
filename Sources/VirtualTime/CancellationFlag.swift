import Synchronization

/// Tells work that is under way on another thread that nobody waits for it any more.
public final class CancellationFlag: Sendable {
    private let flag = Atomic(false)
    private let parent: CancellationFlag?

    /// Creates a flag that is not raised.
    ///
    /// - Parameter parent: A flag that stands for many: raising it raises this one too.
    public init(under parent: CancellationFlag? = nil) {
        self.parent = parent
    }

    /// Whether the flag has been raised; it stays so.
    public var isCancelled: Bool {
        flag.load(ordering: .relaxed) || parent?.isCancelled == true
    }

    /// Raises the flag.
    public func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}
