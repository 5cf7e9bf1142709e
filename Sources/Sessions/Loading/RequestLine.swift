import VirtualTime

/// The requests of a session that wait for others to end, in their order.
struct RequestLine {
    private let rules: RequestRules
    /// The waiting requests; each closure makes its request, and returns whether it is still
    /// needed.
    private var waiting: [() -> Bool] = []
    private var underWay = 0
    private var lastEnd: Instant?

    /// Creates a line without requests.
    init(_ rules: RequestRules) {
        self.rules = rules
    }

    /// Whether any request has to wait by the rules.
    var isNeeded: Bool { rules.limit != nil }

    /// Adds a request at the end.
    ///
    /// - Parameter request: Makes the request, and returns whether it is still needed.
    mutating func append(_ request: @escaping () -> Bool) { waiting.append(request) }

    /// The instant at which the next request may be made; `nil` without one, or while the maximum
    /// number is in progress.
    var next: Instant? {
        guard !waiting.isEmpty, underWay < rules.limit ?? Int.max else { return nil }
        return lastEnd?.advanced(by: rules.interval) ?? .start
    }

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
        lastEnd = now
    }
}
