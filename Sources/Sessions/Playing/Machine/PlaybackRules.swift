package import VirtualTime

/// The policy of a playback machine: the conditions to start, resume and report.
package struct PlaybackRules: Equatable, Sendable {
    /// The condition for the first movement of the playhead.
    package var start = WaitRule()
    /// The condition for the playhead to move after a stall.
    package var resume = WaitRule()
    /// The condition for the playhead to move after a seek.
    package var landing = WaitRule()
    /// The rules for jumps over holes in the buffer.
    ///
    /// `nil` means that the playhead passes holes in real time.
    package var gaps: GapRules?
    /// The rules for seeks: the media that stays in the buffer, and the position that is reached.
    package var seeks = SeekRules()
    /// The smallest change of an estimated duration that is reported.
    package var durationStep = MediaTime.milliseconds(500)
    /// The media time between two progress reports; positive.
    package var progressInterval = MediaTime.seconds(1)
    /// The shortest time on the virtual clock between two evaluations of cue points.
    package var cuePointInterval = Duration.seconds(1)
    /// Whether a natural end reports `Pause` before `End`.
    package var reportsPauseAtEnd = true

    /// Creates the rules with their defaults.
    package init() {}

    /// The lead (the media buffered ahead of the playhead) that is required after a stall.
    ///
    /// Setting this property also sets the lead that a start and a seek require.
    package var resumeLead: MediaTime {
        get { resume.lead }
        set {
            start.lead = newValue
            resume.lead = newValue
            landing.lead = newValue
        }
    }

    /// The longest lead that any of the conditions may require.
    var longestLead: MediaTime {
        max(start.longestLead, resume.longestLead, landing.longestLead)
    }

    /// Makes every wait for a number of segments end early when the lead reaches a given length.
    ///
    /// The player requests no further segments at this lead, so the number might never be reached.
    package mutating func endWaits(by lead: MediaTime) {
        start.end(by: lead)
        resume.end(by: lead)
        landing.end(by: lead)
    }

    /// Returns the condition that ends a wait.
    func rule(of waiting: PlaybackMachine.Waiting) -> WaitRule {
        switch waiting {
        case .start: start
        case .stall: resume
        case .seek: landing
        }
    }
}

/// The condition that ends a wait of the playhead.
package struct WaitRule: Equatable, Sendable {
    /// The amount of media that must be buffered ahead of the playhead.
    ///
    /// The default is two seconds, as in Media3 after a stall.
    package var lead = MediaTime.seconds(2)
    /// The lead as a share of the mean segment duration; `nil` requires ``lead`` instead.
    package var share: Share?
    /// The number of complete segments that must have arrived since the wait began.
    ///
    /// Each track that the playhead waits for needs this number of segments.
    package var segments = 0
    /// The lead that ends the wait even if fewer than ``segments`` segments have arrived.
    ///
    /// `nil` if the number of segments is always required.
    package var sufficientLead: MediaTime?
    /// The time from the moment at which the condition is met until the playhead moves.
    package var delay = Duration.zero

    /// A lead that depends on the mean duration of segments.
    package struct Share: Equatable, Sendable {
        /// The share of the mean duration, in percent.
        package let percent: Int64
        /// The maximum lead, before ``less`` is subtracted.
        package let most: MediaTime
        /// The time that is subtracted from the lead.
        package let less: MediaTime

        /// Creates a share of the mean segment duration, with a maximum for the lead.
        package init(percent: Int64, most: MediaTime, less: MediaTime = .zero) {
            self.percent = percent
            self.most = most
            self.less = less
        }
    }

    /// Creates the condition with its defaults.
    package init() {}

    /// Creates a condition.
    ///
    /// - Parameters:
    ///   - lead: The amount of media that must be buffered ahead of the playhead.
    ///   - segments: The number of complete segments that must have arrived.
    ///   - sufficientLead: The lead at which fewer segments than `segments` are sufficient.
    ///   - delay: The time from the moment at which the condition is met until the playhead moves.
    ///   - share: The lead as a share of the mean segment duration, which replaces `lead`.
    package init(
        lead: MediaTime, segments: Int = 0, sufficientLead: MediaTime? = nil,
        delay: Duration = .zero, share: Share? = nil
    ) {
        self.lead = lead
        self.share = share
        self.segments = segments
        self.sufficientLead = sufficientLead
        self.delay = delay
    }

    /// Makes a wait for a number of segments end early when the lead reaches a given length.
    fileprivate mutating func end(by lead: MediaTime) {
        guard segments > 0 else { return }
        sufficientLead = min(sufficientLead ?? lead, lead)
    }

    /// The longest lead that the condition may require.
    var longestLead: MediaTime { max(lead, share.map { $0.most - $0.less } ?? .zero) }

    /// Returns the amount of media that must be buffered ahead of the playhead.
    ///
    /// - Parameter average: The mean duration of segments; zero while it is unknown.
    /// - Returns: The lead, never negative.
    package func lead(average: MediaTime) -> MediaTime {
        guard let share, average > .zero else { return lead }
        let part = Int128(average.ticks) * Int128(share.percent) / 100
        let whole = MediaTime(ticks: Int64(clamping: part))
        return max(min(whole, share.most) - share.less, .zero)
    }

    /// Returns whether the condition holds.
    ///
    /// - Parameters:
    ///   - ready: The amount of media that is buffered ahead of the playhead.
    ///   - arrived: The number of segments that have arrived since the wait began.
    ///   - reachable: The greatest lead that is possible near a live edge; `nil` when it is not
    ///     limited.
    ///   - average: The mean duration of segments; zero while it is unknown.
    /// - Returns: Whether the wait may end.
    package func holds(
        ready: MediaTime, arrived: Int, reachable: MediaTime?, average: MediaTime = .zero
    ) -> Bool {
        let lead = lead(average: average)
        guard ready >= reachable.map({ min($0, lead) }) ?? lead else { return false }
        return arrived >= segments || sufficientLead.map { ready >= $0 } ?? false
    }
}

extension PlaybackRules {
    /// Adopts the rules in the options of a session.
    package mutating func follow(_ options: PlaybackOptions) {
        progressInterval = options.progressInterval
        cuePointInterval = options.cuePointInterval
        reportsPauseAtEnd = options.reportsPauseAtEnd
    }
}
