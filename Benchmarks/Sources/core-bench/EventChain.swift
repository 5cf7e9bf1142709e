import VirtualTime

/// A chain of events in which each event schedules the next event, as in a playing session.
final class EventChain {
    private let loop = EventLoop()
    private var rest: Int
    private var count = 0
    private var next: EventToken?

    private init(_ count: Int) { rest = count }

    /// Runs `count` events in turn in an empty event loop, and returns the number that ran.
    static func run(_ count: Int) -> Int {
        let chain = EventChain(count)
        chain.schedule()
        chain.loop.runUntilIdle()
        return chain.count
    }

    private func schedule() {
        guard rest > 0 else { return }
        rest -= 1
        next = loop.schedule(after: .seconds(1)) { [weak self] in
            guard let self else { return }
            count += 1
            schedule()
        }
    }
}
