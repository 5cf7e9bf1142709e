/// The discrete-event loop of one simulated world.
///
/// Everything in a world happens in a *turn*: a call to ``turn(_:)`` or one event. Events run in
/// the order of their instants; events of equal instants run in the order in which they were
/// scheduled. Work deferred with ``atEndOfTurn(_:)`` runs after the body of the turn, first in
/// first out. A turn ends after 100,000 pieces of deferred work; the rest follows in a later turn
/// at the same instant. Only ``runNext(until:)`` and the methods built on it advance the virtual
/// time, and none of them may be called from within a turn.
///
/// Work outside the world goes through ``perform(_:deliver:)``. Time does not advance until the
/// result of the work is delivered, and results are delivered in the order in which the work was
/// requested. So a world behaves the same regardless of the speed of files and servers and the
/// number of cores.
///
/// Raising the flag ``cancellation`` ends the world at once, from any thread. Outside work is then
/// abandoned, its results are dropped, no more events run, and time never advances again.
///
/// A loop and the objects that it drives belong to one thread at a time; the loop uses no locks.
public final class EventLoop {
    /// The current virtual time of the simulated world.
    public var now: Instant { time }

    // The property is private because accesses to a visible stored property are checked for
    // overlaps at run time.
    private var time: Instant = .start
    private var queues = EventQueues()
    private var eventCount: UInt64 = 0
    /// The first work deferred to the end of an event-loop turn; most turns do not defer more.
    private var firstDeferred: (() -> Void)?
    /// The deferred work that follows `firstDeferred`, in order.
    private var deferred: [Deferred] = []
    private var nextDeferred = 0
    private var hasMoreDeferred = false
    private var isInTurn = false
    /// The number of pieces of deferred work that the current or latest turn has run.
    private var workInTurn = 0
    private var workLimit = 100_000
    /// The event whose turn runs the deferred work that an earlier turn has left.
    private var continuation: EventToken?
    private let workers: Workers
    private let inbox = Inbox()
    /// The most recently requested outside work, until it is handed over to another thread.
    ///
    /// If the loop soon waits for this work, its own thread does the work: waking another thread
    /// can take longer.
    private var kept: (any PreparedWork)?

    /// Work to do at the end of an event-loop turn.
    ///
    /// An array of bare closures would add another wrapper to each closure; this structure avoids
    /// that.
    private struct Deferred {
        let body: () -> Void
    }

    /// Whether a ``Pacer`` runs the loop, so that virtual time follows a real clock.
    package internal(set) var keepsRealTime = false

    /// The flag that, when raised, ends the simulated world at once.
    public let cancellation: CancellationFlag

    /// Creates the loop of a new simulated world.
    ///
    /// - Parameters:
    ///   - workers: The threads for work outside the world; they may be shared.
    ///   - cancellation: The flag that, when raised, ends the world at once; many worlds may share
    ///     one.
    public init(workers: Workers = .shared, cancellation: CancellationFlag = CancellationFlag()) {
        self.workers = workers
        self.cancellation = cancellation
    }

    // MARK: Turns

    /// Runs a body as a separate turn, or as part of the current turn.
    ///
    /// - Parameter body: The body. Deferred work runs before this method returns, unless the method
    ///   was called within a turn.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
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

    /// Defers work to the end of the current turn, after all work that was deferred earlier.
    ///
    /// - Parameter body: The work. Outside a turn, it runs at once, as a separate turn.
    public func atEndOfTurn(_ body: @escaping () -> Void) {
        if firstDeferred == nil, !hasMoreDeferred {
            firstDeferred = body
        } else {
            deferred.append(Deferred(body: body))
            hasMoreDeferred = true
        }
        if !isInTurn { turn {} }
    }

    private func runDeferred() {
        workInTurn = 0
        while let work = takeDeferred() {
            work()
            if !mayContinueTurn() { return continueInLaterTurn() }
        }
    }

    /// Counts a piece of deferred work, and returns whether the current turn may run more of it.
    ///
    /// Work that consists of many parts, such as the delivery of events, counts each part.
    package func mayContinueTurn() -> Bool {
        workInTurn += 1
        return workInTurn < workLimit
    }

    private func continueInLaterTurn() {
        if hasUnfinishedTurn { continuation = schedule(at: now) {} }
    }

    private func takeDeferred() -> (() -> Void)? {
        if let work = firstDeferred {
            firstDeferred = nil
            return work
        }
        guard hasMoreDeferred else { return nil }
        let work = deferred[nextDeferred].body
        nextDeferred += 1
        if nextDeferred == deferred.count {
            deferred.clear()
            nextDeferred = 0
            hasMoreDeferred = false
        }
        return work
    }

    // MARK: Scheduling

    /// Schedules an event.
    ///
    /// - Parameters:
    ///   - instant: The due instant; a past instant means now.
    ///   - body: The event.
    /// - Returns: A token; releasing it cancels the event.
    public func schedule(at instant: Instant, _ body: @escaping () -> Void) -> EventToken {
        queues.events.insert(at: nextPlace(instant), body)
    }

    /// Schedules an event that does not keep the simulated world running.
    ///
    /// It runs at its instant while other events are pending, or when time is moved beyond its
    /// instant. Schedule repeating events this way so that the world can become idle.
    ///
    /// - Parameters:
    ///   - instant: The due instant; a past instant means now.
    ///   - body: The event.
    /// - Returns: A token; releasing it cancels the event.
    public func scheduleInBackground(
        at instant: Instant, _ body: @escaping () -> Void
    ) -> EventToken {
        queues.background.insert(at: nextPlace(instant), body)
    }

    private func nextPlace(_ instant: Instant) -> EventPlace {
        eventCount += 1
        return EventPlace(instant: max(instant, now), sequence: eventCount)
    }

    /// Schedules an event after a delay.
    ///
    /// - Parameters:
    ///   - delay: The delay from now; a negative delay means now.
    ///   - body: The event.
    /// - Returns: A token; releasing it cancels the event.
    public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> EventToken {
        schedule(at: now.advanced(by: delay), body)
    }

    /// Schedules an alarm, and cancels its earlier schedule.
    ///
    /// - Parameters:
    ///   - alarm: The alarm.
    ///   - instant: The due instant; a past instant means now.
    package func schedule(_ alarm: Alarm, at instant: Instant) {
        queues.events.insert(alarm, at: nextPlace(instant))
    }

    /// Runs work outside the simulated world and delivers its result at the instant of this call.
    ///
    /// - Parameters:
    ///   - work: The work; it usually runs on another thread and must not access the world.
    ///   - deliver: Receives the result, in a separate turn of the loop.
    /// - Returns: A token; releasing it cancels the delivery.
    public func perform<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, deliver: @escaping (Value) -> Void
    ) -> EventToken {
        receive(workers.prepare(work), deliver: deliver)
    }

    /// Delivers the result of work in progress, as ``perform(_:deliver:)`` does.
    ///
    /// - Parameters:
    ///   - pending: The work.
    ///   - deliver: Receives the result, in a separate turn of the loop.
    /// - Returns: A token; releasing it cancels the delivery.
    package func receive<Value: Sendable>(
        _ pending: PendingResult<Value>, deliver: @escaping (Value) -> Void
    ) -> EventToken {
        pending.announce(to: inbox)
        if !pending.isReady { keep(pending) }
        return queues.results.append(of: pending) { [weak self, cancellation] in
            self?.handOverKeptWork(except: pending)
            let value = pending.wait()
            // Work that ends because the world was cancelled does not return the requested result.
            if !cancellation.isCancelled { deliver(value) }
        }
    }

    private func keep(_ work: any PreparedWork) {
        kept?.handOver()
        kept = work
    }

    /// Gives unstarted work to another thread, before the calling thread waits.
    ///
    /// - Parameter own: The work that the calling thread waits for; that thread does it itself.
    private func handOverKeptWork(except own: (any PreparedWork)? = nil) {
        guard let work = kept.take() else { return }
        if work !== own { work.handOver() }
    }

    /// Waits until all outside work is finished whose result is still to be delivered.
    ///
    /// The results are delivered later, as usual. Work whose delivery was cancelled may still run,
    /// because its result has no effect on the world. Call this method before a change outside the
    /// world, such as the deletion of a file that the work reads. Otherwise, the speed of the
    /// threads would decide whether the work is finished before the change. In a world that runs in
    /// real time, the method does nothing.
    package func finishWork() {
        guard !keepsRealTime, !cancellation.isCancelled else { return }
        handOverKeptWork()
        queues.results.finishAll()
    }

    // MARK: Running

    /// The maximum number of pieces of deferred work in one turn.
    package var mostWorkInTurn: Int {
        get { workLimit }
        set { workLimit = newValue }
    }

    /// Whether the latest turn ended at its limit with deferred work left; read it between turns.
    package var hasUnfinishedTurn: Bool { firstDeferred != nil || hasMoreDeferred }

    /// The reason why the latest run ended although events are left at its instant; else `nil`.
    package internal(set) var standstill: String?

    /// Whether only background events are left, or the world was cancelled.
    public var isIdle: Bool { cancellation.isCancelled || queues.isIdle }

    /// The instant of the next event; `nil` when the loop is idle (see ``isIdle``).
    public var nextInstant: Instant? {
        cancellation.isCancelled ? nil : queues.nextInstant(after: now)
    }

    /// Runs the next event and moves the virtual time to its instant.
    ///
    /// Due events come first. Results of work follow, in the order in which the work was requested,
    /// and then events at later instants.
    ///
    /// - Parameter limit: The last instant at which an event may run.
    /// - Returns: Whether an event ran or a result was delivered; `false` leaves time unchanged.
    @discardableResult
    public func runNext(until limit: Instant? = nil) -> Bool {
        precondition(!isInTurn, "the loop cannot be run from within a turn")
        if cancellation.isCancelled { return false }
        guard let (instant, body) = queues.takeNext(after: now, until: limit) else {
            handOverKeptWork()
            return false
        }
        time = max(time, instant)
        turn(body)
        return true
    }

    /// Runs the next due event or delivers a ready result, for a world that runs in real time.
    ///
    /// Results are delivered as they become ready, in any order.
    ///
    /// - Parameter instant: The current real time; the time of the world moves to it.
    /// - Returns: Whether an event ran or a result was delivered.
    func runReady(at instant: Instant) -> Bool {
        precondition(!isInTurn, "the loop cannot be run from within a turn")
        if cancellation.isCancelled { return false }
        time = max(time, instant)
        handOverKeptWork()
        if let body = queues.popFirst(dueBy: now)?.body ?? queues.results.popFirstReady() {
            turn(body)
            return true
        }
        return false
    }

    /// Blocks until a result becomes ready or an event is due.
    ///
    /// - Parameter patience: The longest time to wait.
    func waitForResult(atMost patience: Duration) {
        handOverKeptWork()
        let next = nextDue.map { now.duration(to: $0) }
        inbox.wait(atMost: min(patience, next ?? patience))
    }

    /// Whether the loop has to wait for a result of outside work before it can continue.
    package var awaitsResult: Bool {
        guard !cancellation.isCancelled, !queues.results.isEmpty, !queues.results.isFirstReady
        else {
            return false
        }
        return nextDue.map { $0 > now } ?? true
    }

    /// Whether outside work is in progress, or has results that the loop has not handled yet.
    var hasResults: Bool { !queues.results.isEmpty }

    /// The instant of the next event, background events included; `nil` when there is none.
    var nextDue: Instant? {
        [queues.events.firstPlace, queues.background.firstPlace].compactMap { $0?.instant }.min()
    }

    /// Blocks until another thread announces the result of outside work.
    ///
    /// - Parameter patience: The longest time to wait.
    func waitForBell(atMost patience: Duration) {
        handOverKeptWork()
        inbox.wait(atMost: patience)
    }

    /// Runs all events up to an instant and moves time to it.
    ///
    /// If two million events occur at one instant, or a turn reaches its limit of 100,000 pieces of
    /// deferred work, the method returns at that instant.
    ///
    /// - Parameter limit: The instant; events that are due exactly at this instant also run.
    public func run(until limit: Instant) {
        var watch = StandstillGuard(self)
        while runNext(until: limit) { if watch.isStandstill() { return } }
        if !cancellation.isCancelled { time = max(time, limit) }
    }

    /// Runs events until the loop is idle; see ``isIdle``.
    ///
    /// If two million events occur at one instant, or a turn reaches its limit of 100,000 pieces of
    /// deferred work, the method returns at that instant.
    public func runUntilIdle() {
        var watch = StandstillGuard(self)
        while runNext() { if watch.isStandstill() { return } }
    }
}
