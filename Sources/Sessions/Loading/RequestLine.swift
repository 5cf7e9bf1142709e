import VirtualTime

/// The queue of a session's requests that wait until other requests have ended.
struct RequestLine {
    private let rules: RequestRules
    /// The closures of the waiting requests, in order.
    ///
    /// Each closure makes its request and returns `true`, or returns `false` because the request is
    /// not needed any more.
    private var waiting: [() -> Bool] = []
    private var underWay = 0
    private var lastEnd: Instant?
    private var endCount = 0

    /// Creates an empty queue.
    init(_ rules: RequestRules) {
        self.rules = rules
    }

    /// Whether the rules for the order of requests can make a request wait.
    var isNeeded: Bool {
        rules.limit != nil || max(rules.interval, rules.firstInterval ?? .zero) > .zero
    }

    /// The shortest time between the end of a request and the start of the next one.
    private var interval: Duration {
        endCount <= 1 ? rules.firstInterval ?? rules.interval : rules.interval
    }

    /// Adds a request to the end of the queue.
    ///
    /// - Parameter request: Makes the request and returns `true`, or returns `false` because the
    ///   request is not needed any more.
    mutating func append(_ request: @escaping () -> Bool) { waiting.append(request) }

    /// The instant at which the next request may be made.
    ///
    /// It is `nil` when no request waits, and while the maximum number of requests is in progress.
    var next: Instant? {
        guard !waiting.isEmpty, underWay < rules.limit ?? Int.max else { return nil }
        return lastEnd?.advanced(by: interval) ?? .start
    }

    /// Counts a request that is made without waiting.
    mutating func join() { underWay += 1 }

    /// Removes and returns the closure of the next request, which the caller must call.
    mutating func take() -> () -> Bool {
        underWay += 1
        return waiting.removeFirst()
    }

    /// Records that a request taken from the queue is not made after all.
    mutating func withdraw() { underWay -= 1 }

    /// Records the end of a request.
    mutating func end(at now: Instant) {
        underWay -= 1
        endCount += 1
        lastEnd = now
    }
}
