import HeadlessPlayback

/// Does many things side by side and gives what came of them in their order.
enum ParallelRuns {
    /// Does things.
    ///
    /// - Parameters:
    ///   - count: How many things there are.
    ///   - jobs: How many are done at a time.
    ///   - cancellation: Raised to leave out what has not begun.
    ///   - finished: Told how many are done, of those that come first.
    ///   - body: Does the thing with a number, counted from 0.
    /// - Returns: What came of them in order; `nil` for what was left out.
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
