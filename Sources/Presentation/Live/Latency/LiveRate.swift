package import VirtualTime

/// Decides the playback rate in a broadcast at each latency check of the player.
///
/// A player checks its latency only while its playhead moves. When an app chooses a rate other than
/// 1, the decisions stop, as in media3. The actual hls.js differs from this model: it would replace
/// the rate of the app with its own rate.
package struct LiveRate: Equatable, Sendable {
    /// The state of a broadcast at a check of the latency.
    package struct Look {
        /// The latency of the playhead as the player measures it.
        ///
        /// The latency is the distance from the live edge. For a player that compares the dates in
        /// the playlist with the clock of its device, it is the distance from the current date.
        package var latency: MediaTime
        /// The duration of the media that is buffered ahead of the playhead.
        package var lead: MediaTime
        /// The distance from the live edge that the playlist requires.
        package var holdBack: MediaTime
        /// The target duration of the playlist.
        package var target: MediaTime
        /// The time since the newest version of the playlist arrived.
        package var age: MediaTime
        /// The target duration of the parts or, if there are no parts, of the segments.
        package var shortestTarget: MediaTime
        /// Whether the broadcast has ended.
        package var hasEnded: Bool

        /// Creates the state of a broadcast.
        package init(
            latency: MediaTime, lead: MediaTime, holdBack: MediaTime, target: MediaTime,
            age: MediaTime = .zero, shortestTarget: MediaTime? = nil, hasEnded: Bool = false
        ) {
            self.latency = latency
            self.lead = lead
            self.holdBack = holdBack
            self.target = target
            self.age = age
            self.shortestTarget = shortestTarget ?? target
            self.hasEnded = hasEnded
        }
    }

    private enum Rule: Equatable, Sendable {
        case sigmoid(SigmoidCatchUp)
        case proportional(ProportionalCatchUp)
    }

    /// The time after which an unchanged live edge counts as stalled, in target durations.
    ///
    /// The time is counted from the arrival of the newest version of the playlist. The value is the
    /// same as in hls.js.
    private static let targetsUntilStalled = 3

    /// The rate chosen last.
    package private(set) var rate = 1.0
    /// The instant of the next check of the latency; `nil` while the playhead does not move.
    package private(set) var nextLook: Instant?
    private var rule: Rule
    private var stalls = 0
    /// Whether the end of the broadcast was detected, after which no rate is chosen.
    private var isOver = false
    private let latencyPerStall: MediaTime

    /// Creates the rate control of a player; `nil` for a player whose rate never changes.
    ///
    /// - Parameters:
    ///   - tuning: The constants of the modelled player.
    ///   - join: The start of playback.
    package init?(_ tuning: LiveTuning, joiningAt join: LiveJoin) {
        switch tuning.catchUp {
        case .none: return nil
        case .sigmoid(let maximum):
            // hls.js raises the rate only in its `lowLatencyMode`, which is on by default. It does
            // so even for a playlist without parts.
            guard maximum > 1, tuning.usesLowLatency else { return nil }
            rule = .sigmoid(SigmoidCatchUp(maximumRate: maximum))
        case .proportional(let control):
            guard join.isRateAdjustable || !control.needsHoldBack else { return nil }
            var catchUp = ProportionalCatchUp(control)
            catchUp.setMedia(latency: join.latency)
            rule = .proportional(catchUp)
        }
        latencyPerStall = tuning.latencyPerStall
    }

    /// Records that the playhead moves, and schedules the next check of the latency.
    ///
    /// - Parameters:
    ///   - least: The latency that the playhead would have at the end of the buffered media.
    ///   - stalls: The number of stalls since the load.
    ///   - instant: The current instant.
    package mutating func move(least: MediaTime, stalls: Int, at instant: Instant) {
        guard !isOver else { return }
        let isStalled = stalls != self.stalls
        self.stalls = stalls
        switch rule {
        case .sigmoid: nextLook = nextLook ?? instant.advanced(by: SigmoidCatchUp.interval)
        case .proportional(var catchUp):
            if isStalled { catchUp.stall() }
            catchUp.follow(least: least, at: instant)
            nextLook = max(instant, catchUp.nextDecision ?? instant)
            rule = .proportional(catchUp)
        }
    }

    /// Records that the playhead does not move, or that the app has chosen a rate.
    package mutating func rest() {
        nextLook = nil
        guard case .proportional(var catchUp) = rule else { return }
        catchUp.rest()
        rule = .proportional(catchUp)
    }

    /// Records a newer version of the playlist, after which hls.js checks its latency immediately.
    package mutating func advance(at instant: Instant) {
        if case .sigmoid = rule, nextLook != nil { nextLook = instant }
    }

    /// Records a seek, after which media3 aims at the latency of the new position.
    ///
    /// - Parameter latency: The latency of the new position; `nil` for a seek to the live edge,
    ///   which restores the usual target.
    package mutating func aim(at latency: MediaTime?) {
        guard case .proportional(var catchUp) = rule else { return }
        catchUp.setOverride(latency)
        rule = .proportional(catchUp)
    }

    /// Returns the playback rate, and sets the instant of the next check of the latency.
    ///
    /// - Parameters:
    ///   - look: The state of the broadcast.
    ///   - instant: The current instant.
    /// - Returns: The playback rate from this instant on.
    package mutating func rate(at look: Look, _ instant: Instant) -> Double {
        guard !look.hasEnded else {
            (isOver, nextLook) = (true, nil)
            // The proportional rule of media3 restores the rate that the app has set. hls.js stops
            // checking the latency and keeps the last adjusted rate.
            if case .proportional = rule { rate = 1 }
            return rate
        }
        switch rule {
        case .sigmoid(let catchUp):
            let target = LatencyTarget(
                look.holdBack, step: latencyPerStall, most: look.holdBack + look.target,
                after: stalls
            ).value
            let stalled = look.age - look.shortestTarget * Self.targetsUntilStalled
            rate = catchUp.rate(
                latency: look.latency, target: target, limit: target + look.target,
                lead: look.lead, edgeStalled: max(.zero, stalled))
            nextLook = instant.advanced(by: SigmoidCatchUp.interval)
        case .proportional(var catchUp):
            rate = catchUp.rate(for: look.latency, lead: look.lead, at: instant)
            nextLook = catchUp.nextDecision
            rule = .proportional(catchUp)
        }
        return rate
    }
}
