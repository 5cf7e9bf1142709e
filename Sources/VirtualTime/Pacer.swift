/// A runner of simulated worlds at the pace of a real clock.
///
/// The events, their order and their instants are the same as in the unpaced world; only the
/// waiting between events is real. A pacer that is late, because of a late result or a busy
/// machine, catches up without waiting.
public struct Pacer<Pace: Clock> where Pace.Duration == Duration {
    let clock: Pace

    /// Creates a pacer.
    ///
    /// - Parameter clock: The clock that sets the pace.
    public init(clock: Pace) {
        self.clock = clock
    }

    /// The longest wait between two calls to `shouldStop`.
    static var patience: Duration { .milliseconds(100) }

    /// Runs all events of a simulated world, each when the clock reaches its instant.
    ///
    /// Returns when the loop is idle, when `shouldStop` returns `true`, or when the task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - loop: The event loop of the world.
    ///   - shouldStop: Called before each event, and every tenth of a second in between.
    public func run(_ loop: EventLoop, until shouldStop: () -> Bool = { false }) async {
        loop.keepsRealTime = true
        defer { loop.keepsRealTime = false }
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

    /// Runs a simulated world in real time, so that work outside the world takes time.
    ///
    /// Time advances while work is in progress, and results are delivered as they become ready.
    /// Runs therefore differ, as on a device. The method blocks its thread, and returns when the
    /// loop is idle or when `shouldStop` returns `true`.
    ///
    /// - Parameters:
    ///   - loop: The event loop of the world.
    ///   - shouldStop: Called after each event, and every twentieth of a second in between.
    public func runLive(_ loop: EventLoop, until shouldStop: () -> Bool = { false }) {
        loop.keepsRealTime = true
        defer { loop.keepsRealTime = false }
        let worldStart = loop.now
        let start = clock.now
        while !loop.isIdle, !shouldStop() {
            let now = worldStart.advanced(by: start.duration(to: clock.now))
            if !loop.runReady(at: now) { loop.waitForResult(atMost: .milliseconds(50)) }
        }
    }
}
