/// Measures elapsed time by the clock of the machine.
enum Stopwatch {
    /// Starts a stopwatch.
    ///
    /// - Returns: A closure that returns the elapsed time, on any thread.
    static func started() -> @Sendable () -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
