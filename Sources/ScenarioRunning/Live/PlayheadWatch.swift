import HeadlessPlayback
import Scenarios
import Sessions
import VirtualTime

/// Measures the latency and the rate of playback in the periods of expectations.
struct PlayheadWatch {
    /// The largest distances from the live edge.
    private(set) var latencies: LatencyWatch
    /// The lowest and the highest rates.
    private(set) var rates: RateWatch

    init(_ expectations: [Expectation]) {
        latencies = LatencyWatch(expectations)
        rates = RateWatch(expectations)
    }

    /// Measures a session.
    mutating func take(_ session: PlaybackSession?, at instant: Instant) {
        if !latencies.isIdle, let session, session.isPlaying, let latency = session.liveLatency {
            latencies.take(latency, at: instant)
        }
        if !rates.isIdle, let rate = session?.movingRate { rates.take(rate, at: instant) }
    }
}
