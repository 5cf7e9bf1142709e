/// The events to report at the end of the turn, first in first out.
struct EventOutbox {
    private var deliveries: [(PlaybackController) -> Void] = []
    private var head = 0
    private var isFlushScheduled = false

    mutating func add(_ delivery: @escaping (PlaybackController) -> Void) {
        deliveries.append(delivery)
    }

    /// Returns whether the caller must schedule a flush for the added events.
    mutating func needsFlush() -> Bool {
        if isFlushScheduled { return false }
        isFlushScheduled = true
        return true
    }

    /// Removes and returns the next report; `nil` ends the flush.
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
