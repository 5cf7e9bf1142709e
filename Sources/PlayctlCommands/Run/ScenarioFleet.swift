import CommandTree
import HeadlessPlayback
import RunResults
import Synchronization
import VirtualTime

/// Runs many scenarios on a few threads, and returns their results in order.
struct ScenarioFleet {
    /// The state of all runs, for display.
    let board: FleetBoard
    /// The pending results by index; `nil` for a result that has already been returned.
    private var pending: [PendingResult<ScenarioResult?>?]
    private var place = 0

    /// Starts the runs.
    ///
    /// - Parameters:
    ///   - names: The names of the scenarios, in order.
    ///   - jobs: The number of concurrent runs.
    ///   - run: A closure that runs the scenario at an index.
    init(_ names: [String], jobs: Int, run: @escaping @Sendable (Int) -> ScenarioResult) {
        let board = FleetBoard(count: names.count)
        let workers = Workers(count: max(1, min(jobs, names.count)))
        self.board = board
        pending =
            names.enumerated().map { place, name in
                workers.submit { board.follow(place, name) { run(place) } }
            }
    }

    /// Whether ``next()`` returns at once: the next result is available, or all were returned.
    var isReady: Bool { pending.indices.contains(place) ? pending[place]?.isReady ?? true : true }

    /// Waits for the next result.
    ///
    /// - Returns: The result; `nil` when all results have been returned, or after a stop.
    mutating func next() -> ScenarioResult? {
        guard pending.indices.contains(place), let next = pending[place] else { return nil }
        pending[place] = nil
        place += 1
        return next.wait()
    }
}

/// The state of concurrent scenario runs, for display.
final class FleetBoard: Sendable {
    /// The state of all runs at an instant.
    struct Standing: Sendable {
        var done = 0
        var failed = 0
        /// The names of the running scenarios, by index.
        var current: [Int: String] = [:]
    }

    private let standing = Mutex(Standing())
    private let stopping = CancellationFlag(under: Interruption.flag)
    /// The number of scenarios.
    let count: Int

    init(count: Int) {
        self.count = count
    }

    /// The current state.
    var now: Standing { standing.withLock { $0 } }

    /// Counts a scenario as failed because its trace differs from the stored trace.
    ///
    /// The run itself did not fail, so this failure has not been counted yet.
    func noteFailure() { standing.withLock { $0.failed += 1 } }

    /// Prevents further scenarios from starting.
    func stop() { stopping.cancel() }

    /// Runs a scenario, unless the runs were stopped.
    func follow(
        _ place: Int, _ name: String, _ run: () -> ScenarioResult
    ) -> ScenarioResult? {
        guard !stopping.isCancelled else { return nil }
        standing.withLock { $0.current[place] = name }
        let result = run()
        standing.withLock { standing in
            standing.current[place] = nil
            standing.done += 1
            if result.verdict == .failed { standing.failed += 1 }
        }
        return result
    }
}
