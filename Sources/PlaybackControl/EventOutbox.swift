import Sessions
import VirtualTime

/// The events to report at the end of the turn, first in first out.
struct EventOutbox {
    /// One thing to deliver.
    enum Delivery {
        /// An event, with its number among all events.
        case event(PlaybackEvent, number: Int)
        /// An earlier event, repeated for a new listener.
        case replay(PlaybackEvent, to: (PlaybackController, PlaybackEvent) -> Void)
        /// A closure that a caller registered with a session.
        case call(() -> Void)
    }

    private var deliveries: [Delivery] = []
    private var isFlushScheduled = false

    mutating func add(_ delivery: Delivery) {
        deliveries.append(delivery)
    }

    /// Returns whether the caller must schedule a flush for the added events.
    mutating func needsFlush() -> Bool {
        if isFlushScheduled { return false }
        isFlushScheduled = true
        return true
    }

    /// Moves the next deliveries into a list; an empty list ends the flush.
    ///
    /// - Parameter list: The list that was delivered last; its memory is reused.
    mutating func take(into list: inout [Delivery]) {
        list.clear()
        swap(&deliveries, &list)
        if list.isEmpty { isFlushScheduled = false }
    }
}
