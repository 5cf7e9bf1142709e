import Synchronization

/// A flag, shared between threads, that cancels work in progress.
public final class CancellationFlag: Sendable {
    private let flag = Atomic(false)
    private let parent: CancellationFlag?

    /// Creates a flag that is not raised.
    ///
    /// - Parameter parent: A flag that many flags may share; raising it also raises the new flag.
    public init(under parent: CancellationFlag? = nil) {
        self.parent = parent
    }

    /// Whether the flag has been raised; a raised flag stays raised.
    public var isCancelled: Bool {
        flag.load(ordering: .relaxed) || parent?.isCancelled == true
    }

    /// Raises the flag.
    public func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}
