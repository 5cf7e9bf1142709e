import Dispatch
import Synchronization

/// The threads for work outside the simulated world: reading, fetching, demuxing.
///
/// Threads start work in the order of submission. The input and the result of work are values, so
/// thread timing has no influence on the simulated world.
public final class Workers: Sendable {
    /// One thread per processor, but at least two.
    ///
    /// With two threads, a request that waits for a server does not block all others.
    ///
    /// A thread that waits for unstarted work does the work itself, because passing the work to
    /// another thread and back can take longer than doing it.
    public static let shared = Workers(
        count: max(2, ProcessorCount.online), areWaitersHelping: true)

    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var head = 0
        /// The indices of the idle threads.
        var idle: [Int]
    }

    private let state: Mutex<State>
    /// One queue for each thread.
    ///
    /// Work may wait for other work. A single concurrent queue would start one thread for each
    /// processor, and would start more threads only after the waiting threads have been blocked for
    /// a second.
    private let queues: [DispatchQueue]

    /// The number of threads.
    public let count: Int
    /// Whether a thread that waits for work may do the work itself.
    private let areWaitersHelping: Bool

    /// Creates a set of threads, each of which does one piece of work at a time.
    ///
    /// - Parameter count: The number of threads, at least one.
    public convenience init(count: Int) {
        self.init(count: count, areWaitersHelping: false)
    }

    init(count: Int, areWaitersHelping: Bool) {
        precondition(count > 0, "work needs a thread")
        self.count = count
        self.areWaitersHelping = areWaitersHelping
        queues = (0..<count).map { number in
            DispatchQueue(label: "headless-playback.worker-\(number)", qos: .userInitiated)
        }
        state = Mutex(State(idle: Array((0..<count).reversed())))
    }

    /// Starts work as soon as a thread is free.
    ///
    /// - Parameter work: The work.
    /// - Returns: The pending result of the work.
    package func submit<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) -> PendingResult<Value> {
        let result = prepare(work)
        result.handOver()
        return result
    }

    /// Prepares work that does not start yet.
    ///
    /// It starts when the caller hands it over to the workers, or when a thread waits for its
    /// result and does the work itself. If waiting threads may not do work, the workers receive the
    /// prepared work at once.
    ///
    /// - Parameter work: The work.
    /// - Returns: The pending result of the work.
    package func prepare<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) -> PendingResult<Value> {
        let result = PendingResult(of: work, by: self, areWaitersHelping: areWaitersHelping)
        if !areWaitersHelping { result.handOver() }
        return result
    }

    fileprivate func enqueue(_ work: @escaping @Sendable () -> Void) {
        let thread = state.withLock { state in
            state.waiting.append(work)
            return state.idle.popLast()
        }
        if let thread { queues[thread].async { self.drain(thread) } }
    }

    /// Whether all threads are idle.
    package var isIdle: Bool { state.withLock { $0.idle.count == count } }

    private func drain(_ thread: Int) {
        while let work = nextWork(thread) { work() }
    }

    private func nextWork(_ thread: Int) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.head < state.waiting.count else {
                state.waiting.removeAll(keepingCapacity: true)
                state.head = 0
                state.idle.append(thread)
                return nil
            }
            defer { state.head += 1 }
            let work = state.waiting[state.head]
            state.waiting[state.head] = {}
            return work
        }
    }
}

/// Work that starts when it is handed over to other threads, or when a thread waits for it.
package protocol PreparedWork: AnyObject {
    /// Hands the work to the threads that will do it, unless it was already handed over or started.
    func handOver()

    /// Whether the work is finished.
    var isReady: Bool { get }

    /// Waits for the work, or does it on this thread.
    func finish()
}

/// The result of work that may still be running on another thread.
package final class PendingResult<Value: Sendable>: PreparedWork, Sendable {
    private struct State {
        var value: Value?
        var inbox: Inbox?
        /// The work that no thread has started yet; `nil` once a thread has started it.
        var work: (@Sendable () -> Value)?
        /// The threads that will do the work; `nil` once these threads have received the work.
        var workers: Workers?
    }

    /// A result that was available from the start; `nil` for the result of work.
    private let known: Value?
    private let state: Mutex<State>
    /// A semaphore that signals the result; `nil` if the result was available from the start.
    private let ready: DispatchSemaphore?
    private let areWaitersHelping: Bool

    /// Creates a pending result, to be completed by ``fulfil(_:)``.
    package init() {
        known = nil
        state = Mutex(State())
        ready = DispatchSemaphore(value: 0)
        areWaitersHelping = false
    }

    /// Creates the result of work that has not started.
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - workers: The threads that do the work once it is handed over.
    ///   - areWaitersHelping: Whether ``wait()`` does the work when no thread has started it.
    fileprivate init(
        of work: @escaping @Sendable () -> Value, by workers: Workers, areWaitersHelping: Bool
    ) {
        known = nil
        state = Mutex(State(work: work, workers: workers))
        ready = DispatchSemaphore(value: 0)
        self.areWaitersHelping = areWaitersHelping
    }

    /// Creates a result that is already available.
    package init(_ result: Value) {
        known = result
        state = Mutex(State())
        ready = nil
        areWaitersHelping = false
    }

    /// Hands prepared work to the threads that will do it, unless a thread has started it.
    package func handOver() {
        if known != nil { return }
        let workers = state.withLock { state in
            let workers = state.workers.take()
            return state.work == nil ? nil : workers
        }
        workers?.enqueue { self.start() }
    }

    /// Does the work on this thread, unless another thread has started it.
    fileprivate func start() {
        guard let work = state.withLock({ $0.work.take() }) else { return }
        fulfil(work())
    }

    /// Stores the result and wakes the waiting threads; call once.
    package func fulfil(_ result: Value) {
        let inbox = state.withLock { state in
            state.value = result
            return state.inbox.take()
        }
        ready?.signal()
        inbox?.ring()
    }

    /// Notifies an inbox when the work is finished; at once if the work is already finished.
    func announce(to inbox: Inbox) {
        if known != nil { return inbox.ring() }
        let isDone = state.withLock { state in
            if state.value == nil { state.inbox = inbox }
            return state.value != nil
        }
        if isDone { inbox.ring() }
    }

    /// Whether the work is finished.
    package var isReady: Bool { known != nil || state.withLock { $0.value != nil } }

    /// Waits for the work, or does it on this thread, without using the result.
    package func finish() { _ = wait() }

    /// Waits for the work, or does it on this thread.
    ///
    /// The thread does the work if this is allowed and no other thread has started it.
    ///
    /// - Returns: The result of the work; every call returns the same result.
    package func wait() -> Value {
        if let known { return known }
        if areWaitersHelping { start() }
        ready?.wait()
        defer { ready?.signal() }
        guard let result = state.withLock({ $0.value }) else {
            fatalError("signalled without a result")
        }
        return result
    }
}
