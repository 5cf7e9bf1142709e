extension Pacer {
    /// The maximum time for which input from outside waits while late events of the world run.
    private static var courtesy: Duration { .milliseconds(250) }
    /// The maximum time by which commands may move the virtual time past the real clock.
    private static var longestLead: Duration { .milliseconds(100) }

    /// Runs all events of a world, each when the clock reaches its instant, and handles input.
    ///
    /// If the world has no broadcast, the same events occur at the same instants as in an unpaced
    /// world, until input changes the world. Time passes and input is handled even while the loop
    /// is idle. The method blocks its thread, and returns when `shouldStop` returns `true`.
    ///
    /// - Parameters:
    ///   - loop: The event loop of the simulated world.
    ///   - input: The input from outside.
    ///   - isLive: Called before each event; returns whether outside work takes time, see
    ///     ``runLive(_:until:)``.
    ///   - shouldStop: Called before each event, and every tenth of a second in between.
    package func run(
        _ loop: EventLoop, attending input: any OutsideInput, isLive: () -> Bool,
        until shouldStop: () -> Bool
    ) {
        loop.keepsRealTime = true
        defer { loop.keepsRealTime = false }
        var attention = Attention(loop, clock, suspensions: input.suspensions)
        while !shouldStop() {
            attention.follow(input.suspensions, isLive: isLive(), clock)
            // Each command advances virtual time by a millisecond. Many commands must not make
            // virtual time run faster than the clock.
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
            // Events up to this moment run first, so that a command that requests the position gets
            // the current position.
            if wait != nil, !attention.isLive { loop.run(until: base) }
            input.handle { body in
                if !attention.isLive { loop.moveToFreeMillisecond(from: base) }
                body()
            }
        }
    }

    /// The relation of the clock to the virtual time of a simulated world.
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

        /// Aligns virtual time with the clock after the process was stopped or `isLive` changed.
        mutating func follow(_ suspensions: Int, isLive: Bool, _ clock: Pace) {
            guard suspensions != self.suspensions || isLive != self.isLive else { return }
            self.suspensions = suspensions
            self.isLive = isLive
            worldStart = loop.now
            start = clock.now
        }

        /// Returns the lead of virtual time over the clock; negative if virtual time is late.
        func lead(_ clock: Pace) -> Duration {
            worldStart.advanced(by: start.duration(to: clock.now)).duration(to: loop.now)
        }

        func worldTime(_ clock: Pace) -> Instant {
            max(loop.now, worldStart.advanced(by: start.duration(to: clock.now)))
        }
    }
}

extension EventLoop {
    /// The maximum time of one wait for the result of outside work, before input is handled.
    private static var glance: Duration { .milliseconds(20) }

    /// Runs the next event of a simulated world whose time does not advance during outside work.
    ///
    /// - Parameter instant: The current real time.
    /// - Returns: The time until the next event; `nil` when an event ran or a result is awaited.
    fileprivate func step(at instant: Instant) -> Duration? {
        if awaitsResult {
            waitForBell(atMost: Self.glance)
            return nil
        }
        guard let next = nextInstant else {
            // Only background events remain. They do not keep the world running, but they run when
            // real time reaches their instants.
            run(until: instant)
            return .seconds(1)
        }
        guard next <= instant else { return instant.duration(to: next) }
        runNext(until: next)
        return nil
    }

    /// Runs the next event of a simulated world in which outside work takes time.
    ///
    /// - Parameter instant: The current real time.
    /// - Returns: The time until the next event; `nil` when an event ran, and zero while a result
    ///   is awaited.
    fileprivate func stepLive(at instant: Instant) -> Duration? {
        if runReady(at: instant) { return nil }
        if hasResults {
            waitForBell(atMost: Self.glance)
            return .zero
        }
        return nextDue.map { now.duration(to: $0) } ?? .seconds(1)
    }

    /// Moves virtual time to the first whole millisecond that has no events.
    fileprivate func moveToFreeMillisecond(from base: Instant) {
        let millisecond = Duration.milliseconds(1)
        let ticks = max(base, now).sinceStart / millisecond
        var instant = Instant(sinceStart: millisecond * Int(ticks.rounded(.up)))
        if instant <= now { instant = instant.advanced(by: millisecond) }
        // If each of the next hundred milliseconds has events, the command runs at the same instant
        // as other events.
        for _ in 0..<100 where !cancellation.isCancelled && !awaitsResult {
            run(until: instant.advanced(by: .nanoseconds(-1)))
            guard nextDue.map({ $0 <= instant }) == true else { break }
            instant = instant.advanced(by: millisecond)
        }
        if !awaitsResult { run(until: instant) }
    }
}
