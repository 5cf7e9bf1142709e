package import VirtualTime

/// The control that changes the playback rate in proportion to a latency error, as in media3.
///
/// The latency error is the difference between the latency and its target. The model is
/// `DefaultLivePlaybackSpeedControl` of media3 at commit 2bc20785.
package struct ProportionalCatchUp: Equatable, Sendable {
    /// The constants of the calculation, such as the factor of the proportion.
    package let control: ProportionalControl
    /// The target distance from the live edge; `nil` for none.
    ///
    /// Without a target, the rate stays 1.
    ///
    /// A stall increases the target. Afterwards, the target decreases again: to the distance that
    /// was set for the media, or to the smallest safe distance if that is larger. It decreases only
    /// as fast as the rate can follow.
    package private(set) var target: MediaTime?
    /// The rate chosen last.
    package private(set) var rate = 1.0
    private var rates: ClosedRange<Double>
    private var stated: MediaTime?
    private var most: MediaTime?
    private var override: MediaTime?
    private var ideal: MediaTime?
    private var safe: SafeLatency
    private var decidedAt: Instant?

    /// Creates a control without a target.
    package init(_ control: ProportionalControl = ProportionalControl()) {
        self.control = control
        rates = control.rates
        safe = SafeLatency(weight: control.smoothing)
    }

    /// Sets the target latency and the permitted rates of the media.
    ///
    /// - Parameters:
    ///   - latency: The target latency of the media; `nil` for none.
    ///   - most: The largest target latency; `nil` for none.
    ///   - rates: The permitted rates; `nil` for the rates of the control.
    package mutating func setMedia(
        latency: MediaTime?, most: MediaTime? = nil, rates: ClosedRange<Double>? = nil
    ) {
        self.rates = rates ?? control.rates
        stated = latency
        self.most = most
        retarget()
    }

    /// Sets a target latency that overrides the target of the media; `nil` removes the override.
    package mutating func setOverride(_ latency: MediaTime?) {
        override = latency
        retarget()
    }

    /// Records a stall, which increases the target latency.
    package mutating func stall() {
        guard let current = target else { return }
        let grown = current + control.latencyPerStall
        target = most.map { min(grown, $0) } ?? grown
        decidedAt = nil
    }

    /// Updates the smallest safe latency between two decisions about the rate.
    ///
    /// - Parameters:
    ///   - least: The latency at the end of the buffered media.
    ///   - instant: The current instant.
    package mutating func follow(least: MediaTime, at instant: Instant) {
        if target != nil { safe.follow(least, at: instant) }
    }

    /// Stops updating the smallest safe latency while the playhead does not move.
    package mutating func rest() { safe.rest() }

    /// The instant of the next decision about the rate; `nil` when it is due at once.
    package var nextDecision: Instant? { decidedAt?.advanced(by: control.interval) }

    /// Returns the rate for a latency.
    ///
    /// - Parameters:
    ///   - latency: The distance from the live edge.
    ///   - lead: The media buffered ahead of the playhead.
    ///   - instant: The current instant.
    /// - Returns: The rate, which stays the same until the next decision is due.
    package mutating func rate(
        for latency: MediaTime, lead: MediaTime, at instant: Instant
    ) -> Double {
        guard target != nil else { return 1 }
        follow(least: latency - lead, at: instant)
        if let nextDecision, instant < nextDecision { return rate }
        decidedAt = instant
        moveTarget(at: latency)
        let error = latency - (target ?? latency)
        if max(error, -error) < control.deadBand {
            rate = 1
        } else {
            let wanted = 1 + control.factor * error.seconds
            rate = min(max(wanted, rates.lowerBound), rates.upperBound)
        }
        return rate
    }

    /// Moves the target towards the larger of the configured and the smallest safe distance.
    private mutating func moveTarget(at latency: MediaTime) {
        guard let current = target, let ideal, let safe = safe.value else { return }
        if current > safe {
            // The target decreases no faster than the highest rate can follow.
            let surplus = (rate - 1) + (rates.upperBound - 1)
            let step = time(surplus * MediaTime(elapsed: control.interval, rate: .normal).seconds)
            target = max(safe, max(ideal, current - step))
        } else {
            // While the rate is above 1, the target increases only to the value at which the
            // proportional rule gives the current rate. A fast rate therefore slows down gradually.
            // The target never increases beyond the current latency.
            let slowing = latency - time(max(0, rate - 1) / control.factor)
            let grown = max(current, min(slowing, safe))
            target = most.map { min(grown, $0) } ?? grown
        }
    }

    private func time(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) ?? .zero }

    private mutating func retarget() {
        let clamped = stated.map { latency in most.map { min(latency, $0) } ?? latency }
        let wanted = clamped.map { override ?? $0 }
        guard wanted != ideal else { return }
        ideal = wanted
        target = wanted
        safe = SafeLatency(weight: control.smoothing)
        decidedAt = nil
    }
}
