import HeadlessPlayback
import Scenarios
import Sessions
import VirtualTime

/// Measures the latency and the playback rate in the periods that expectations state.
struct PlayheadWatch {
    /// The highest and lowest distances of the playhead from the live edge in each period.
    private(set) var latencies: PeriodExtremes<MediaTime>
    /// The highest and lowest playback rates in each period.
    private(set) var rates: PeriodExtremes<Double>

    init(_ expectations: [Expectation]) {
        var latencies: [Range<Instant>] = []
        var rates: [Range<Instant>] = []
        for expectation in expectations {
            switch expectation {
            case .latency(let period, _): latencies.append(period)
            case .rate(let period, _, _, _): rates.append(period)
            default: break
            }
        }
        self.latencies = PeriodExtremes(latencies)
        self.rates = PeriodExtremes(rates)
    }

    /// Records the live latency and the playback rate of a session at an instant.
    mutating func take(_ session: PlaybackSession?, at instant: Instant) {
        if !latencies.isIdle, let session, session.isPlaying, let latency = session.liveLatency {
            latencies.take(latency, at: instant)
        }
        if !rates.isIdle, let rate = session?.movingRate { rates.take(rate.value, at: instant) }
    }
}
