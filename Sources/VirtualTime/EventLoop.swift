/// The discrete-event loop of one world.
///
/// Everything in a world happens in a *turn*: a call of ``turn(_:)`` or one event. Events run in
/// the order of their instants, and in the order in which they were scheduled where those are
/// equal. What was put off with ``atEndOfTurn(_:)`` runs when the body of the turn is done, first in
/// first out. Only ``runNext(until:)`` and the methods on top of it move time, and none of them
/// may be called from within a turn.
///
/// Work for other threads goes through ``perform(_:deliver:)``. Time stands still until its result
/// is delivered, and results are delivered in the order in which the work was asked for. So a
/// world behaves the same however long its files and servers take, and on any number of cores.
///
/// A world can be ended at once from any thread, by raising its ``cancellation``. Work outside is
/// given up then, its results are dropped, and nothing more happens: time stands still for good.
///
/// A loop and what it drives belong to one thread at a time; nothing in it is locked.
public final class EventLoop {
    /// The time of the world.
    public private(set) var now: Instant = .start

    private var events = EventQueue()
    private var backgroundEvents = EventQueue()
    private var eventCount: UInt64 = 0
    private var results = ResultQueue()
    private var deferred: [() -> Void] = []
    private var isInTurn = false
    private let workers: Workers
    private let inbox = Inbox()

    /// Raised to end the world at once.
    public let cancellation: CancellationFlag

    /// Creates the loop of a new world.
    ///
    /// - Parameters:
    ///   - workers: The threads for work outside the world; they may be shared.
    ///   - cancellation: Raised to end the world at once; many worlds may share one.
    public init(workers: Workers = .shared, cancellation: CancellationFlag = CancellationFlag()) {
        self.workers = workers
        self.cancellation = cancellation
    }

    // MARK: Turns

    /// Runs a body as a turn of its own, or as a part of the turn that is under way.
    ///
    /// - Parameter body: What to do; what it puts off runs before this returns, unless a turn was
    ///   under way already.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    @discardableResult
    public func turn<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard !isInTurn else { return try body() }
        isInTurn = true
        defer {
            runDeferred()
            isInTurn = false
        }
        return try body()
    }

    /// Puts something off to the end of the turn, after all that was put off before.
    ///
    /// - Parameter body: What to do. Outside a turn it runs at once, as a turn of its own.
    public func atEndOfTurn(_ body: @escaping () -> Void) {
        deferred.append(body)
        if !isInTurn { turn {} }
    }

    private func runDeferred() {
        var next = 0
        while next < deferred.count {
            let body = deferred[next]
            next += 1
            body()
        }
        deferred.removeAll(keepingCapacity: next <= 1024)
    }

    // MARK: Scheduling

    /// Schedules an event.
    ///
    /// - Parameters:
    ///   - instant: When it is due; an instant that has passed means now.
    ///   - body: What happens then.
    /// - Returns: The event's hold on life: releasing it cancels the event.
    public func schedule(at instant: Instant, _ body: @escaping () -> Void) -> EventToken {
        events.insert(at: nextPlace(instant), body)
    }

    /// Schedules an event that does not keep the world going: it happens in its turn as long as
    /// there is something else to come, or time is moved beyond it.
    ///
    /// What repeats for ever is scheduled so, lest a world never comes to rest.
    ///
    /// - Parameters:
    ///   - instant: When it is due; an instant that has passed means now.
    ///   - body: What happens then.
    /// - Returns: The event's hold on life: releasing it cancels the event.
    public func scheduleInBackground(
        at instant: Instant, _ body: @escaping () -> Void
    ) -> EventToken {
        backgroundEvents.insert(at: nextPlace(instant), body)
    }

    private func nextPlace(_ instant: Instant) -> EventPlace {
        eventCount += 1
        return EventPlace(instant: max(instant, now), sequence: eventCount)
    }

    /// Schedules an event.
    ///
    /// - Parameters:
    ///   - delay: How long from now it is due; a negative delay means now.
    ///   - body: What happens then.
    /// - Returns: The event's hold on life: releasing it cancels the event.
    public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> EventToken {
        schedule(at: now.advanced(by: delay), body)
    }

    /// Does work on another thread and delivers its result at the instant at which it was asked for.
    ///
    /// - Parameters:
    ///   - work: Runs on a worker thread and knows nothing of the world.
    ///   - deliver: Gets the result, in a turn of its own.
    /// - Returns: The work's hold on life: releasing it drops the result.
    public func perform<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, deliver: @escaping (Value) -> Void
    ) -> EventToken {
        receive(workers.submit(work), deliver: deliver)
    }

    /// Delivers the result of work that is under way already, as ``perform(_:deliver:)`` would.
    ///
    /// - Parameters:
    ///   - pending: The work.
    ///   - deliver: Gets the result, in a turn of its own.
    /// - Returns: The hold on the delivery: releasing it drops the result.
    package func receive<Value: Sendable>(
        _ pending: PendingResult<Value>, deliver: @escaping (Value) -> Void
    ) -> EventToken {
        pending.announce(to: inbox)
        return results.append(isReady: { pending.isReady }) { [cancellation] in
            let value = pending.wait()
            // What ended because everything ends is not what was asked for.
            if !cancellation.isCancelled { deliver(value) }
        }
    }

    // MARK: Running

    /// Whether nothing is left to happen but what happens in the background.
    public var isIdle: Bool { cancellation.isCancelled || (events.isEmpty && results.isEmpty) }

    /// When the next thing happens; `nil` when nothing is left to happen, see ``isIdle``.
    public var nextInstant: Instant? {
        if cancellation.isCancelled { return nil }
        guard results.isEmpty else { return now }
        guard let first = events.firstPlace?.instant else { return nil }
        return min(first, backgroundEvents.firstPlace?.instant ?? first)
    }

    /// Lets the next thing happen, and moves time to it.
    ///
    /// Events that are due now come first, then results of work in the order in which it was asked
    /// for, and only then does time move on.
    ///
    /// - Parameter limit: The instant beyond which nothing is to happen.
    /// - Returns: Whether something happened; `false` leaves the time of the world as it is.
    @discardableResult
    public func runNext(until limit: Instant? = nil) -> Bool {
        precondition(!isInTurn, "the loop cannot be run from within a turn")
        if cancellation.isCancelled { return false }
        if let limit, limit < now { return false }
        if limit == nil, isIdle { return false }
        if let body = popFirst(dueBy: now)?.body {
            turn(body)
            return true
        }
        if let delivery = results.popFirst() {
            turn(delivery)
            return true
        }
        guard let event = popFirst(dueBy: limit) else { return false }
        now = event.instant
        turn(event.body)
        return true
    }

    private func popFirst(dueBy limit: Instant?) -> (instant: Instant, body: () -> Void)? {
        if let background = backgroundEvents.firstPlace,
            events.firstPlace.map({ background < $0 }) ?? true
        {
            return backgroundEvents.popFirst(dueBy: limit)
        }
        return events.popFirst(dueBy: limit)
    }

    /// Lets the next thing happen that need not be waited for, in a world whose time is the real one.
    ///
    /// Results are delivered as they become ready, in whatever order that is.
    ///
    /// - Parameter instant: What time it is; the time of the world moves there.
    /// - Returns: Whether something happened.
    func runReady(at instant: Instant) -> Bool {
        precondition(!isInTurn, "the loop cannot be run from within a turn")
        if cancellation.isCancelled { return false }
        now = max(now, instant)
        if let body = popFirst(dueBy: now)?.body ?? results.popFirstReady() {
            turn(body)
            return true
        }
        return false
    }

    /// Blocks until a result becomes ready, or until an event of the world is due.
    ///
    /// - Parameter patience: The longest time to wait.
    func waitForResult(atMost patience: Duration) {
        let events = [events.firstPlace?.instant, backgroundEvents.firstPlace?.instant]
        let next = events.compactMap { $0 }.min().map { now.duration(to: $0) }
        inbox.wait(atMost: min(patience, next ?? patience))
    }

    /// Lets everything happen that is due up to an instant, and moves time there.
    ///
    /// - Parameter limit: The instant; events that are due at it still run.
    public func run(until limit: Instant) {
        while runNext(until: limit) {}
        if !cancellation.isCancelled { now = max(now, limit) }
    }

    /// Lets everything happen until nothing is left to happen, see ``isIdle``.
    public func runUntilIdle() {
        while runNext() {}
    }
}
