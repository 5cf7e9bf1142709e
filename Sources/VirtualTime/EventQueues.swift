/// The events and results of one loop, in one value, so that the loop reads one property per event.
struct EventQueues {
    var events = EventQueue()
    /// The events that do not keep the simulated world running.
    var background = EventQueue()
    var results = ResultQueue()

    /// Whether only background events are left.
    var isIdle: Bool {
        mutating get { events.isEmpty && results.isEmpty }
    }

    /// Returns the instant of the next event; `nil` when only background events are left.
    ///
    /// - Parameter now: The current instant, at which pending results are delivered.
    /// - Returns: The instant of the next event or result.
    mutating func nextInstant(after now: Instant) -> Instant? {
        guard results.isEmpty else { return now }
        guard let first = events.firstPlace?.instant else { return nil }
        return min(first, background.firstPlace?.instant ?? first)
    }

    /// Removes and returns the next event: due events, then results, then events at later instants.
    ///
    /// - Parameters:
    ///   - now: The current instant.
    ///   - limit: The last instant of an event. `nil` accepts any instant, but returns no
    ///     background event when only background events are left.
    /// - Returns: The event and its instant; `nil` when there is none.
    mutating func takeNext(
        after now: Instant, until limit: Instant?
    ) -> (instant: Instant, body: () -> Void)? {
        if let limit, limit < now { return nil }
        if limit == nil, background.hasEntries, isIdle { return nil }
        // Without results to deliver, the first event is the next one, due or not.
        if results.isEmpty { return popFirst(dueBy: limit) }
        if let due = popFirst(dueBy: now) { return due }
        if let delivery = results.popFirst() { return (now, delivery) }
        return popFirst(dueBy: limit)
    }

    /// Removes and returns the first event.
    ///
    /// - Parameter limit: The last due instant to accept; `nil` accepts any.
    /// - Returns: The event and its instant; `nil` when none is due.
    mutating func popFirst(dueBy limit: Instant?) -> (instant: Instant, body: () -> Void)? {
        if background.hasEntries, let first = background.firstPlace,
            events.firstPlace.map({ first < $0 }) ?? true
        {
            return background.popFirst(dueBy: limit)
        }
        return events.popFirst(dueBy: limit)
    }
}
