/// A token for a scheduled event or pending result: releasing it cancels it.
public final class EventToken {
    fileprivate var body: (() -> Void)?

    fileprivate init(_ body: @escaping () -> Void) {
        self.body = body
    }

    /// Cancels the event, as releasing the token does.
    public func cancel() {
        body = nil
    }

    fileprivate func take() -> (() -> Void)? {
        defer { body = nil }
        return body
    }
}

/// An event in a queue, with a weak reference to its token.
private struct Entry {
    let instant: Instant
    let sequence: UInt64
    weak var token: EventToken?

    var place: EventPlace { EventPlace(instant: instant, sequence: sequence) }

    func isBefore(_ other: Entry) -> Bool { place < other.place }
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

    var firstPlace: EventPlace? {
        mutating get {
            dropCancelled()
            return heap.first?.place
        }
    }

    mutating func insert(at place: EventPlace, _ body: @escaping () -> Void) -> EventToken {
        let token = EventToken(body)
        heap.append(Entry(instant: place.instant, sequence: place.sequence, token: token))
        siftUp(from: heap.count - 1)
        return token
    }

    /// Removes the first event.
    ///
    /// - Parameter limit: The last due instant to accept; `nil` accepts any.
    /// - Returns: The event, or `nil` when none is due.
    mutating func popFirst(dueBy limit: Instant?) -> (instant: Instant, body: () -> Void)? {
        while let first = heap.first {
            if let limit, first.instant > limit { return nil }
            removeFirst()
            if let body = first.token?.take() { return (first.instant, body) }
        }
        return nil
    }

    private mutating func dropCancelled() {
        while let first = heap.first, first.token?.body == nil { removeFirst() }
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
            guard heap[index].isBefore(heap[parent]) else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func siftDown() {
        var index = 0
        while true {
            var child = 2 * index + 1
            guard child < heap.count else { return }
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard heap[child].isBefore(heap[index]) else { return }
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
