package import HeadlessPlayback

extension Instant {
    /// The time since the start of the simulation, in seconds.
    package var seconds: Double { sinceStart.seconds }
}

extension Duration {
    /// The span in seconds, as the nearest `Double`.
    package var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
