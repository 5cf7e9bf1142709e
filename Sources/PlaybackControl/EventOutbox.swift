import Sessions
import VirtualTime

/// The events to report at the end of the turn, first in first out.
///
/// Most turns report one event. It has a place of its own, which costs less than a list.
final class EventOutbox {
    /// One thing to deliver.
    enum Delivery {
        /// An event, with its number among all events.
        case event(PlaybackEvent, number: Int)
        /// An earlier event, repeated for a new listener.
        case replay(PlaybackEvent, to: (PlaybackController, PlaybackEvent) -> Void)
        /// A closure that a caller registered with a session.
        case call(() -> Void)
    }

    private var first: Delivery?
    /// The deliveries after the first, of which some have been taken.
    private var others: [Delivery] = []
    private var taken = 0
    private var hasOthers = false
    private var isFlushScheduled = false

    /// Adds a delivery after all others.
    ///
    /// - Returns: Whether the caller must schedule a flush.
    func add(_ delivery: consuming Delivery) -> Bool {
        if first == nil, !hasOthers {
            first = delivery
        } else {
            others.append(delivery)
            hasOthers = true
        }
        if isFlushScheduled { return false }
        isFlushScheduled = true
        return true
    }

    /// Removes and returns the next delivery; `nil` ends the flush.
    func take() -> Delivery? {
        if let delivery = first {
            first = nil
            return delivery
        }
        if hasOthers { return takeOther() }
        isFlushScheduled = false
        return nil
    }

    // Only this function is checked for overlapping accesses to the list.
    @inline(never)
    private func takeOther() -> Delivery {
        let delivery = others[taken]
        taken += 1
        if taken == others.count {
            others.clear()
            taken = 0
            hasOthers = false
        }
        return delivery
    }
}
