/// The hold on a scheduled event or a pending result.
public final class EventToken: Hold {
    fileprivate var body: (() -> Void)?
    /// The sequence number of the entry that counts; others of the token are void.
    fileprivate var sequence: UInt64

    fileprivate init(sequence: UInt64 = 0, _ body: @escaping () -> Void) {
        self.body = body
        self.sequence = sequence
    }

    /// Cancels the event, like releasing the hold.
    public func cancel() {
        body = nil
        sequence = 0
    }

    fileprivate func take() -> (() -> Void)? {
        sequence = 0
        defer { body = nil }
        return body
    }
}

/// A repeating event, set up once and scheduled again each time.
///
/// Releasing the alarm cancels it.
package final class Alarm {
    fileprivate let token: EventToken
    private let body: () -> Void

    /// Creates an alarm that is not scheduled.
    ///
    /// - Parameter body: The action, performed each time.
    package init(_ body: @escaping () -> Void) {
        self.body = body
        token = EventToken(body)
    }

    /// Cancels the alarm until it is scheduled again.
    package func cancel() { token.sequence = 0 }

    fileprivate func arm(_ sequence: UInt64) {
        token.body = body
        token.sequence = sequence
    }
}

/// An event in a queue, with a weak reference to its token.
///
/// It has no methods, because a call would copy the weak reference, which takes longer than the rest of
/// an event.
private struct Entry {
    let place: EventPlace
    weak var token: EventToken?
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
        let token = EventToken(sequence: place.sequence, body)
        insert(token, at: place)
        return token
    }

    mutating func insert(_ alarm: Alarm, at place: EventPlace) {
        alarm.arm(place.sequence)
        insert(alarm.token, at: place)
    }

    private mutating func insert(_ token: EventToken, at place: EventPlace) {
        heap.append(Entry(place: place, token: token))
        siftUp(from: heap.count - 1)
    }

    /// Removes the first event.
    ///
    /// - Parameter limit: The last due instant to accept; `nil` accepts any.
    /// - Returns: The event, or `nil` when none is due.
    mutating func popFirst(dueBy limit: Instant?) -> (instant: Instant, body: () -> Void)? {
        while !heap.isEmpty {
            let place = heap[0].place
            if let limit, place.instant > limit { return nil }
            let token = heap[0].token
            removeFirst()
            if let token, token.sequence == place.sequence, let body = token.take() {
                return (place.instant, body)
            }
        }
        return nil
    }

    private mutating func dropCancelled() {
        while !heap.isEmpty, heap[0].token?.sequence != heap[0].place.sequence { removeFirst() }
    }

    private mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        siftDown()
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

/// Deliveries of results, first in first out.
struct ResultQueue {
    private struct ResultEntry {
        weak var token: EventToken?
        let isReady: () -> Bool
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
            return head < entries.count && entries[head].isReady()
        }
    }

    mutating func append(
        isReady: @escaping () -> Bool, _ body: @escaping () -> Void
    ) -> EventToken {
        let token = EventToken(body)
        entries.append(ResultEntry(token: token, isReady: isReady))
        return token
    }

    /// Removes the first delivery whose result is ready, even if earlier ones are not.
    mutating func popFirstReady() -> (() -> Void)? {
        dropCancelled()
        for index in entries.indices.dropFirst(head) {
            guard let token = entries[index].token, token.body != nil, entries[index].isReady()
            else { continue }
            return token.take()
        }
        return nil
    }

    mutating func popFirst() -> (() -> Void)? {
        dropCancelled()
        guard head < entries.count else { return nil }
        defer { head += 1 }
        return entries[head].token?.take()
    }

    private mutating func dropCancelled() {
        while head < entries.count, entries[head].token?.body == nil { head += 1 }
        if head == entries.count || head > 1024 {
            entries.removeFirst(head)
            head = 0
        }
    }
}
