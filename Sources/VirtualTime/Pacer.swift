/// Runs a world at the pace of a real clock.
///
/// The same things happen in the same order and at the same instants of the world as without a
/// pacer; only the waiting in between is real. A pacer that falls behind, because a result was
/// late or the machine was busy, catches up without waiting.
public struct Pacer<Pace: Clock> where Pace.Duration == Duration {
    private let clock: Pace

    /// Creates a pacer.
    ///
    /// - Parameter clock: The clock to keep pace with.
    public init(clock: Pace) {
        self.clock = clock
    }

    /// Lets everything happen in a world, each thing when the clock says so.
    ///
    /// - Parameters:
    ///   - loop: The loop of the world.
    ///   - limit: The instant beyond which nothing is to happen; `nil` runs until nothing is left.
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    public func run(_ loop: EventLoop, until limit: Instant? = nil) async throws {
        let worldStart = loop.now
        let start = clock.now
        while let next = loop.nextInstant {
            if let limit, next > limit { break }
            let due = start.advanced(by: worldStart.duration(to: next))
            if due > clock.now { try await clock.sleep(until: due, tolerance: nil) }
            loop.runNext()
        }
    }
}
