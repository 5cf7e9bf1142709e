extension Pacer {
    /// The longest time for which input waits for a world that is late.
    private static var courtesy: Duration { .milliseconds(250) }
    /// The longest time that commands may take the world ahead of the clock.
    private static var longestLead: Duration { .milliseconds(100) }

    /// Runs all events of a world, each when the clock reaches its instant, and handles input.
    ///
    /// Without a broadcast, the events and their instants equal those of the unpaced world until
    /// input changes it. Also while the loop is idle, time passes and input is handled. Blocks its
    /// thread and returns when `shouldStop` returns `true`.
    ///
    /// - Parameters:
    ///   - loop: The loop of the world.
    ///   - input: The input from outside.
    ///   - isLive: Called before each event: whether outside work takes time, see
    ///     ``runLive(_:until:)``.
    ///   - shouldStop: Called before each event, and every tenth of a second in between.
    package func run(
        _ loop: EventLoop, attending input: any OutsideInput, isLive: () -> Bool,
        until shouldStop: () -> Bool
    ) {
        var attention = Attention(loop, clock, suspensions: input.suspensions)
        while !shouldStop() {
            attention.follow(input.suspensions, isLive: isLive(), clock)
            // Each command takes a millisecond of the world: many do not make its time pass faster.
            let lead = attention.lead(clock)
            if lead > Self.longestLead {
                loop.waitForBell(atMost: min(lead, Self.patience))
                continue
            }
            let now = attention.worldTime(clock)
            let wait = attention.isLive ? loop.stepLive(at: now) : loop.step(at: now)
            let isLate = wait == nil && attention.handledAt.duration(to: clock.now) < Self.courtesy
            guard !isLate, input.wait(atMost: min(wait ?? .zero, Self.patience)) else {
                if !isLate { attention.handledAt = clock.now }
                continue
            }
            attention.handledAt = clock.now
            let base = wait == nil ? loop.now : attention.worldTime(clock)
            // A requested position is the position at this moment.
            if wait != nil, !attention.isLive { loop.run(until: base) }
            input.handle { body in
                if !attention.isLive { loop.moveToFreeMillisecond(from: base) }
                body()
            }
        }
    }

    /// The relation of the clock to the time of a world.
    private struct Attention {
        var isLive = false
        var handledAt: Pace.Instant
        private let loop: EventLoop
        private var worldStart: Instant
        private var start: Pace.Instant
        private var suspensions: Int

        init(_ loop: EventLoop, _ clock: Pace, suspensions: Int) {
            self.loop = loop
            self.suspensions = suspensions
            worldStart = loop.now
            start = clock.now
            handledAt = start
        }

        /// Begins to count again after a stop of the process, and when a broadcast begins.
        mutating func follow(_ suspensions: Int, isLive: Bool, _ clock: Pace) {
            guard suspensions != self.suspensions || isLive != self.isLive else { return }
            self.suspensions = suspensions
            self.isLive = isLive
            worldStart = loop.now
            start = clock.now
        }

        /// The time by which the world is ahead of the clock; negative if it is late.
        func lead(_ clock: Pace) -> Duration {
            worldStart.advanced(by: start.duration(to: clock.now)).duration(to: loop.now)
        }

        func worldTime(_ clock: Pace) -> Instant {
            max(loop.now, worldStart.advanced(by: start.duration(to: clock.now)))
        }
    }
}

extension EventLoop {
    /// The longest time for which input waits for a result.
    private static var glance: Duration { .milliseconds(20) }

    /// Runs the next event of a world whose time does not advance during outside work.
    ///
    /// - Parameter instant: The current real time.
    /// - Returns: The time until the next event; `nil` when the world is late.
    fileprivate func step(at instant: Instant) -> Duration? {
        if awaitsResult {
            waitForBell(atMost: Self.glance)
            return nil
        }
        guard let next = nextInstant else {
            // Background events pass with the time.
            run(until: instant)
            return .seconds(1)
        }
        guard next <= instant else { return instant.duration(to: next) }
        runNext(until: next)
        return nil
    }

    /// Runs the next event of a world in which outside work takes time.
    ///
    /// - Parameter instant: The current real time.
    /// - Returns: The time until the next event; `nil` when the world is late.
    fileprivate func stepLive(at instant: Instant) -> Duration? {
        if runReady(at: instant) { return nil }
        if hasResults {
            waitForBell(atMost: Self.glance)
            return .zero
        }
        return nextDue.map { now.duration(to: $0) } ?? .seconds(1)
    }

    /// Moves to the first whole millisecond without events.
    fileprivate func moveToFreeMillisecond(from base: Instant) {
        let millisecond = Duration.milliseconds(1)
        let ticks = max(base, now).sinceStart / millisecond
        var instant = Instant(sinceStart: millisecond * Int(ticks.rounded(.up)))
        if instant <= now { instant = instant.advanced(by: millisecond) }
        // If every millisecond has an event, a command runs among other events.
        for _ in 0..<100 where !cancellation.isCancelled && !awaitsResult {
            run(until: instant.advanced(by: .nanoseconds(-1)))
            guard nextDue.map({ $0 <= instant }) == true else { break }
            instant = instant.advanced(by: millisecond)
        }
        if !awaitsResult { run(until: instant) }
    }
}
