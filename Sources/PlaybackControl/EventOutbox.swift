import Sessions
import VirtualTime

/// The events and closures to deliver at the end of the event-loop turn, in order.
///
/// Most turns report only one event. The first delivery is therefore stored in a property of its
/// own, which costs less than an array.
final class EventOutbox {
    /// An event or a closure to deliver.
    enum Delivery {
        /// An event, with its number among all events of the controller.
        case event(PlaybackEvent, number: Int)
        /// An event that repeats the current state for a new delegate or consumer.
        case replay(PlaybackEvent, to: (PlaybackController, PlaybackEvent) -> Void)
        /// A closure that a caller registered with a session.
        case call(() -> Void)
    }

    private var first: Delivery?
    /// The deliveries after the first; some of them may already have been delivered.
    private var others: [Delivery] = []
    private var taken = 0
    private var hasOthers = false
    private var isFlushScheduled = false

    /// Adds a delivery after all others.
    ///
    /// - Returns: Whether the caller must schedule the delivery of the outbox's contents.
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

    /// Removes and returns the next delivery; `nil` when none is left.
    func take() -> Delivery? {
        if let delivery = first {
            first = nil
            return delivery
        }
        if hasOthers { return takeOther() }
        isFlushScheduled = false
        return nil
    }

    // Swift checks accesses to the list for overlap at run time. This code is a separate function,
    // so that deliveries that do not use the list need no check.
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
