/// A token whose release cancels a scheduled event or the delivery of a pending result.
public final class EventToken: Hold {
    fileprivate let slot: EventSlot

    fileprivate init(_ slot: EventSlot) { self.slot = slot }

    /// Cancels the event; releasing the token has the same effect.
    public func cancel() { slot.void() }

    deinit { slot.void() }
}

/// An event that may occur repeatedly: created once, and scheduled again for each occurrence.
///
/// Releasing the alarm cancels it.
package final class Alarm {
    fileprivate let slot: EventSlot

    /// Creates an alarm that is not scheduled.
    ///
    /// - Parameter body: The action, performed each time that the alarm is due.
    package init(_ body: @escaping () -> Void) { slot = EventSlot(repeats: true, body) }

    /// Cancels the alarm until it is scheduled again.
    package func cancel() { slot.sequence = 0 }

    deinit { slot.void() }
}

/// The action of an event; an `EventToken` can cancel the action while the event is in a queue.
///
/// A queue refers to the slot strongly. Weak references to tokens would take more time than
/// everything else that an event requires.
private final class EventSlot {
    /// The action; `nil` once it is cancelled, or performed for the last time.
    private(set) var body: (() -> Void)?
    /// The sequence number of the valid queue entry; other entries of the slot are ignored.
    var sequence: UInt64
    private let repeats: Bool

    init(sequence: UInt64 = 0, repeats: Bool = false, _ body: @escaping () -> Void) {
        self.body = body
        self.sequence = sequence
        self.repeats = repeats
    }

    /// Cancels the event permanently.
    func void() {
        body = nil
        sequence = 0
    }

    /// Returns the action for an entry that is due.
    func take() -> (() -> Void)? {
        sequence = 0
        if repeats { return body }
        defer { body = nil }
        return body
    }
}

/// An event in a queue.
private struct Entry {
    let place: EventPlace
    let slot: EventSlot

    /// Whether the event is cancelled, or was scheduled again.
    var isVoid: Bool { slot.sequence != place.sequence }
}

/// The instant of an event and its rank among events of the same instant.
struct EventPlace: Comparable {
    let instant: Instant
    let sequence: UInt64

    static func < (lhs: EventPlace, rhs: EventPlace) -> Bool {
        lhs.instant == rhs.instant ? lhs.sequence < rhs.sequence : lhs.instant < rhs.instant
    }
}

/// A binary heap of events, ordered by instant and then by insertion.
struct EventQueue {
    private var heap: [Entry] = []

    var isEmpty: Bool {
        mutating get {
            dropCancelled()
            return heap.isEmpty
        }
    }

    /// Whether there is an entry, even of a cancelled event.
    var hasEntries: Bool { !heap.isEmpty }

    var firstPlace: EventPlace? {
        mutating get {
            dropCancelled()
            return heap.isEmpty ? nil : heap[0].place
        }
    }

    mutating func insert(at place: EventPlace, _ body: @escaping () -> Void) -> EventToken {
        let slot = EventSlot(sequence: place.sequence, body)
        insert(Entry(place: place, slot: slot))
        return EventToken(slot)
    }

    mutating func insert(_ alarm: Alarm, at place: EventPlace) {
        alarm.slot.sequence = place.sequence
        insert(Entry(place: place, slot: alarm.slot))
    }

    private mutating func insert(_ entry: Entry) {
        heap.append(entry)
        siftUp(from: heap.count - 1)
    }

    /// Removes the first event.
    ///
    /// - Parameter limit: The last due instant to accept; `nil` accepts any.
    /// - Returns: The event, or `nil` when none is due.
    mutating func popFirst(dueBy limit: Instant?) -> (instant: Instant, body: () -> Void)? {
        while !heap.isEmpty {
            if let limit, heap[0].place.instant > limit { return nil }
            let entry = removeFirst()
            if !entry.isVoid, let body = entry.slot.take() { return (entry.place.instant, body) }
        }
        return nil
    }

    private mutating func dropCancelled() {
        while !heap.isEmpty, heap[0].isVoid { removeFirst() }
    }

    @discardableResult
    private mutating func removeFirst() -> Entry {
        var entry = heap.removeLast()
        guard !heap.isEmpty else { return entry }
        swap(&entry, &heap[0])
        siftDown()
        return entry
    }

    private mutating func siftUp(from start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index].place < heap[parent].place else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func siftDown() {
        var index = 0
        while true {
            var child = 2 * index + 1
            guard child < heap.count else { return }
            if child + 1 < heap.count, heap[child + 1].place < heap[child].place { child += 1 }
            guard heap[child].place < heap[index].place else { return }
            heap.swapAt(index, child)
            index = child
        }
    }
}

/// The callbacks that deliver results to the event loop, in the order in which they were added.
struct ResultQueue {
    private struct ResultEntry {
        let slot: EventSlot
        let work: any PreparedWork
    }

    private var entries: [ResultEntry] = []
    private var head = 0

    var isEmpty: Bool {
        mutating get {
            dropCancelled()
            return head == entries.count
        }
    }

    /// Whether the first result can be delivered without waiting.
    var isFirstReady: Bool {
        mutating get {
            dropCancelled()
            return head < entries.count && entries[head].work.isReady
        }
    }

    mutating func append(of work: any PreparedWork, _ body: @escaping () -> Void) -> EventToken {
        let slot = EventSlot(body)
        entries.append(ResultEntry(slot: slot, work: work))
        return EventToken(slot)
    }

    /// Waits for all results, but delivers none of them.
    func finishAll() {
        for entry in entries.dropFirst(head) where entry.slot.body != nil { entry.work.finish() }
    }

    /// Removes the first delivery whose result is ready, even if earlier results are not ready.
    mutating func popFirstReady() -> (() -> Void)? {
        dropCancelled()
        for index in entries.indices.dropFirst(head) {
            guard entries[index].slot.body != nil, entries[index].work.isReady else { continue }
            return entries[index].slot.take()
        }
        return nil
    }

    mutating func popFirst() -> (() -> Void)? {
        dropCancelled()
        guard head < entries.count else { return nil }
        defer { head += 1 }
        return entries[head].slot.take()
    }

    private mutating func dropCancelled() {
        while head < entries.count, entries[head].slot.body == nil { head += 1 }
        if head == entries.count || head > 1024 {
            entries.removeFirst(head)
            head = 0
        }
    }
}
