/// Measures elapsed real time, not the time of the virtual clock.
enum Stopwatch {
    /// Starts a stopwatch.
    ///
    /// - Returns: A closure that returns the time since the start, and that any thread may call.
    static func started() -> @Sendable () -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
