import HeadlessPlayback
import VirtualTime

/// Runs tasks in parallel and returns their results in order.
enum ParallelRuns {
    /// Runs tasks in parallel.
    ///
    /// - Parameters:
    ///   - count: The number of tasks.
    ///   - jobs: The number of concurrent tasks.
    ///   - cancellation: The flag that, when raised, omits the tasks that have not begun, and drops
    ///     the results of the tasks in progress.
    ///   - finished: Called for each task in order, once the task and all earlier tasks are
    ///     completed. The argument is the number of these completed tasks.
    ///   - body: Performs the task with the given number, counted from 0.
    /// - Returns: The results in order; `nil` for omitted tasks.
    static func map<Value: Sendable>(
        _ count: Int, jobs: Int, cancellation: CancellationFlag,
        finished: (Int) -> Void, body: @escaping @Sendable (Int) -> Value
    ) -> [Value?] {
        let workers = Workers(count: max(1, min(jobs, count)))
        let pending = (0..<count).map { number in
            workers.submit { () -> Value? in
                guard !cancellation.isCancelled else { return nil }
                let value = body(number)
                return cancellation.isCancelled ? nil : value
            }
        }
        return pending.enumerated().map { place, pending in
            defer { finished(place + 1) }
            return pending.wait()
        }
    }
}
