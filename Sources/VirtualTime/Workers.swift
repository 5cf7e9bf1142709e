import Dispatch
import Synchronization

/// The threads that do work outside the world: reading, fetching, demuxing.
///
/// Work starts in the order in which it was submitted. It gets what it needs as values and gives
/// its result as a value, so nothing that a world sees depends on how threads are timed.
public final class Workers: Sendable {
    /// As many threads as the machine has processors, and not fewer than two.
    ///
    /// Two at least, so that one request that waits for a server does not hold up all others.
    public static let shared = Workers(count: max(2, ProcessorCount.online))

    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var head = 0
        /// The threads that have nothing to do, by their places.
        var idle: [Int]
    }

    private let state: Mutex<State>
    /// A queue for each thread.
    ///
    /// Work may wait for other work, and a single concurrent queue gets no more threads than there are
    /// processors until those that wait have done so for a second.
    private let queues: [DispatchQueue]

    /// How many threads there are.
    public let count: Int

    /// Creates a set of threads.
    ///
    /// - Parameter count: How many there are, at least one.
    public init(count: Int) {
        precondition(count > 0, "work needs a thread")
        self.count = count
        queues = (0..<count).map { number in
            DispatchQueue(label: "headless-playback.worker-\(number)", qos: .userInitiated)
        }
        state = Mutex(State(idle: Array((0..<count).reversed())))
    }

    /// Starts work as soon as a thread is free.
    ///
    /// - Parameter work: The work.
    /// - Returns: Its result to come.
    package func submit<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) -> PendingResult<Value> {
        let result = PendingResult<Value>()
        let thread = state.withLock { state in
            state.waiting.append { result.fulfil(work()) }
            return state.idle.popLast()
        }
        if let thread { queues[thread].async { self.drain(thread) } }
        return result
    }

    /// Whether no thread works at this moment.
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

/// The result of work that may still be under way on another thread.
package final class PendingResult<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var inbox: Inbox?
    }

    private let state = Mutex(State())
    private let ready = DispatchSemaphore(value: 0)

    /// Creates a result that somebody will ``fulfil(_:)``.
    package init() {}

    /// Creates a result that is there already.
    package convenience init(_ result: Value) {
        self.init()
        fulfil(result)
    }

    /// Gives the result to who waits for it; once.
    package func fulfil(_ result: Value) {
        let inbox = state.withLock { state in
            state.value = result
            return state.inbox.take()
        }
        ready.signal()
        inbox?.ring()
    }

    /// Rings at an inbox when the work is done, or at once when it is.
    func announce(to inbox: Inbox) {
        let isDone = state.withLock { state in
            if state.value == nil { state.inbox = inbox }
            return state.value != nil
        }
        if isDone { inbox.ring() }
    }

    /// Whether the work is done.
    package var isReady: Bool { state.withLock { $0.value != nil } }

    /// Waits for the work.
    ///
    /// - Returns: What it returned; every call gives the same.
    package func wait() -> Value {
        ready.wait()
        defer { ready.signal() }
        guard let result = state.withLock({ $0.value }) else {
            fatalError("signalled without a result")
        }
        return result
    }
}
