import HeadlessPlayback
import Synchronization

/// Does many things side by side and gives what came of them in their order.
enum ParallelRuns {
    /// Does things.
    ///
    /// - Parameters:
    ///   - count: How many things there are.
    ///   - jobs: How many are done at a time.
    ///   - cancellation: Raised to leave out what has not begun.
    ///   - finished: Told how many are done, from any thread.
    ///   - body: Does the thing with a number, counted from 0.
    /// - Returns: What came of them in order; `nil` for what was left out.
    static func map<Value: Sendable>(
        _ count: Int, jobs: Int, cancellation: CancellationFlag,
        finished: @escaping @Sendable (Int) -> Void,
        body: @escaping @Sendable (Int) -> Value
    ) async -> [Value?] {
        let next = Counter()
        let done = Counter()
        return await withTaskGroup(of: [(Int, Value)].self) { group in
            for _ in 0..<max(1, min(jobs, count)) {
                group.addTask {
                    var values: [(Int, Value)] = []
                    while !cancellation.isCancelled {
                        let number = next.increment() - 1
                        guard number < count else { break }
                        values.append((number, body(number)))
                        finished(done.increment())
                    }
                    return values
                }
            }
            var result = [Value?](repeating: nil, count: count)
            for await values in group {
                for (number, value) in values { result[number] = value }
            }
            return result
        }
    }
}

/// A number that many threads count up.
private final class Counter: Sendable {
    private let value = Atomic(0)

    /// Counts up.
    ///
    /// - Returns: The number afterwards.
    func increment() -> Int { value.add(1, ordering: .relaxed).newValue }
}
