import HeadlessPlayback
import VirtualTime

/// Runs tasks in parallel and returns their results in order.
enum ParallelRuns {
    /// Runs tasks in parallel.
    ///
    /// - Parameters:
    ///   - count: The number of tasks.
    ///   - jobs: The number of concurrent tasks.
    ///   - cancellation: Raised to omit tasks that have not begun.
    ///   - finished: Receives the number of completed tasks at the start of the list.
    ///   - body: Performs the task with a number, counted from 0.
    /// - Returns: The results in order; `nil` for omitted tasks.
    static func map<Value: Sendable>(
        _ count: Int, jobs: Int, cancellation: CancellationFlag, finished: (Int) -> Void,
        body: @escaping @Sendable (Int) -> Value
    ) -> [Value?] {
        let workers = Workers(count: max(1, min(jobs, count)))
        let pending = (0..<count).map { number in
            workers.submit { cancellation.isCancelled ? nil : body(number) }
        }
        return pending.enumerated().map { place, pending in
            defer { finished(place + 1) }
            return pending.wait()
        }
    }
}
