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

    /// The longest time to wait before asking whether to stop.
    private static var patience: Duration { .milliseconds(100) }

    /// Lets everything happen in a world, each thing when the clock says so.
    ///
    /// It ends when nothing is left to happen, when it is told to stop, or when its task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - loop: The loop of the world.
    ///   - shouldStop: Asked before each thing, and every tenth of a second in between.
    public func run(_ loop: EventLoop, until shouldStop: () -> Bool = { false }) async {
        let worldStart = loop.now
        let start = clock.now
        while let next = loop.nextInstant, !shouldStop() {
            let due = start.advanced(by: worldStart.duration(to: next))
            let wait = clock.now.duration(to: due)
            if wait > .zero {
                let rest = clock.now.advanced(by: min(wait, Self.patience))
                do { try await clock.sleep(until: rest, tolerance: nil) } catch { return }
                if wait > Self.patience { continue }
            }
            loop.runNext()
        }
    }

    /// Runs a world whose time is that of the clock and whose work outside takes the time it takes.
    ///
    /// Time goes on while work is under way, and results are delivered as they become ready. So
    /// what happens differs from run to run, as it does in a device. It blocks its thread and ends
    /// when nothing is left to happen, or when it is told to stop.
    ///
    /// - Parameters:
    ///   - loop: The loop of the world.
    ///   - shouldStop: Asked after each thing, and every twentieth of a second in between.
    public func runLive(_ loop: EventLoop, until shouldStop: () -> Bool = { false }) {
        let worldStart = loop.now
        let start = clock.now
        while !loop.isIdle, !shouldStop() {
            let now = worldStart.advanced(by: start.duration(to: clock.now))
            if !loop.runReady(at: now) { loop.waitForResult(atMost: .milliseconds(50)) }
        }
    }
}
