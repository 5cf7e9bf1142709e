import VirtualTime

/// The requests of a session that wait for others to end, in their order.
struct RequestLine {
    private let rules: RequestRules
    /// The waiting requests; each closure makes its request, and returns whether it is still
    /// needed.
    private var waiting: [() -> Bool] = []
    private var underWay = 0
    private var lastEnd: Instant?
    private var endCount = 0

    /// Creates a line without requests.
    init(_ rules: RequestRules) {
        self.rules = rules
    }

    /// Whether any request has to wait by the rules.
    var isNeeded: Bool {
        rules.limit != nil || max(rules.interval, rules.firstInterval ?? .zero) > .zero
    }

    /// The time from the last end to the next request.
    private var interval: Duration {
        endCount <= 1 ? rules.firstInterval ?? rules.interval : rules.interval
    }

    /// Adds a request at the end.
    ///
    /// - Parameter request: Makes the request, and returns whether it is still needed.
    mutating func append(_ request: @escaping () -> Bool) { waiting.append(request) }

    /// The instant at which the next request may be made; `nil` without one, or while the maximum
    /// number is in progress.
    var next: Instant? {
        guard !waiting.isEmpty, underWay < rules.limit ?? Int.max else { return nil }
        return lastEnd?.advanced(by: interval) ?? .start
    }

    /// Counts a request that is made without waiting.
    mutating func join() { underWay += 1 }

    /// Removes and returns the next request, which the caller must make.
    mutating func take() -> () -> Bool {
        underWay += 1
        return waiting.removeFirst()
    }

    /// Records that a request was not made.
    mutating func withdraw() { underWay -= 1 }

    /// Records the end of a request.
    mutating func end(at now: Instant) {
        underWay -= 1
        endCount += 1
        lastEnd = now
    }
}
