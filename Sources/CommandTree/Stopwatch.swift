/// Measures elapsed real time, not the time of the virtual clock.
package enum Stopwatch {
    /// Starts a stopwatch.
    ///
    /// - Returns: A closure that returns the time since the start, and that any thread may call.
    package static func started() -> @Sendable () -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
