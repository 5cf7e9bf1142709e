/// A guard that ends a run in which work leads to ever more work, so that time does not advance.
///
/// There are two limits: a number of turns at one instant, and a number of pieces of work in one
/// turn.
package struct StandstillGuard {
    private let loop: EventLoop
    private let mostTurns: Int
    private var instant: Instant
    private var turns = 0

    /// Creates a guard for one run, and clears the loop's description of an earlier standstill.
    ///
    /// - Parameters:
    ///   - loop: The event loop.
    ///   - mostTurns: The maximum number of turns at one instant.
    package init(_ loop: EventLoop, mostTurns: Int = 2_000_000) {
        self.loop = loop
        self.mostTurns = mostTurns
        instant = loop.now
        loop.standstill = nil
    }

    /// Counts the turn that has just run, and returns whether the run must end.
    package mutating func isStandstill() -> Bool {
        turns = loop.now == instant ? turns + 1 : 0
        instant = loop.now
        if loop.hasUnfinishedTurn {
            loop.standstill =
                "\(loop.mostWorkInTurn) events occurred in one turn at \(instant) s, and more are"
                + " left"
            return true
        }
        guard turns >= mostTurns else { return false }
        loop.standstill = "\(mostTurns) events occurred at \(instant) s, and more are left"
        return true
    }
}
