package import VirtualTime

/// A rate of playback in proportion to the error of the latency, as in media3.
///
/// The model is `DefaultLivePlaybackSpeedControl` of media3 at commit 2bc20785, without the drift of
/// the target back to a safe latency.
package struct ProportionalCatchUp: Equatable, Sendable {
    /// The constants.
    package let control: ProportionalControl
    /// The target distance from the live edge; `nil` without one, which keeps the rate at 1.
    package private(set) var target: LatencyTarget?
    /// The rate chosen last.
    package private(set) var rate = 1.0
    private var rates: ClosedRange<Double>
    private var stated: MediaTime?
    private var override: MediaTime?
    private var decidedAt: Instant?

    /// Creates a control without a target.
    package init(_ control: ProportionalControl = ProportionalControl()) {
        self.control = control
        rates = control.rates
    }

    /// Sets the latency and the rates of the media.
    ///
    /// - Parameters:
    ///   - latency: The latency of the media; `nil` for none.
    ///   - most: The largest latency.
    ///   - rates: The permitted rates; `nil` for the rates of the control.
    package mutating func setMedia(
        latency: MediaTime?, most: MediaTime? = nil, rates: ClosedRange<Double>? = nil
    ) {
        self.rates = rates ?? control.rates
        guard latency != stated || most != target?.most else { return }
        stated = latency
        retarget(most: most)
    }

    /// Sets a latency that replaces the latency of the media; `nil` restores it.
    package mutating func setOverride(_ latency: MediaTime?) {
        override = latency
        retarget(most: target?.most)
    }

    /// Records a stall, after which the target grows.
    package mutating func stall() {
        target?.stall()
        decidedAt = nil
    }

    /// Returns the rate for a latency.
    ///
    /// - Parameters:
    ///   - latency: The distance from the live edge.
    ///   - instant: The instant.
    /// - Returns: The rate, the same for some time after a change.
    package mutating func rate(for latency: MediaTime, at instant: Instant) -> Double {
        guard let target else { return 1 }
        if let decidedAt, decidedAt.duration(to: instant) < control.interval { return rate }
        decidedAt = instant
        let error = latency - target.value
        if max(error, -error) <= control.deadBand {
            rate = 1
        } else {
            let wanted = 1 + control.factor * error.seconds
            rate = min(max(wanted, rates.lowerBound), rates.upperBound)
        }
        return rate
    }

    private mutating func retarget(most: MediaTime?) {
        decidedAt = nil
        rate = 1
        guard let latency = override ?? stated, stated != nil else {
            target = nil
            return
        }
        target = LatencyTarget(latency, step: control.latencyPerStall, most: most)
    }
}
