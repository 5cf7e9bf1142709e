/// What is to be told at the end of the turn, first in first out.
struct EventOutbox {
    private var deliveries: [(PlaybackController) -> Void] = []
    private var head = 0
    private var isFlushScheduled = false

    mutating func add(_ delivery: @escaping (PlaybackController) -> Void) {
        deliveries.append(delivery)
    }

    /// Whether a flush has to be scheduled for what was added.
    mutating func needsFlush() -> Bool {
        if isFlushScheduled { return false }
        isFlushScheduled = true
        return true
    }

    /// Takes what is next to be told; `nil` ends the flush.
    mutating func next() -> ((PlaybackController) -> Void)? {
        guard head < deliveries.count else {
            deliveries.removeAll(keepingCapacity: head <= 1024)
            head = 0
            isFlushScheduled = false
            return nil
        }
        defer { head += 1 }
        return deliveries[head]
    }
}
