import VirtualTime

extension PlaybackController {
    /// Advances virtual time by a duration, and processes all events that are due by then.
    ///
    /// If events at one instant lead to ever more events, as ``run()`` describes, time stops at
    /// that instant, and the checks of a ``PlaybackProbe`` fail.
    ///
    /// - Parameter duration: The virtual time to advance; a negative duration advances nothing.
    public func advance(by duration: Duration) {
        world.loop.run(until: world.loop.now.advanced(by: max(duration, .zero)))
    }

    /// The maximum number of trace lines in an error.
    private static let shownLines = 20

    /// Advances virtual time until a milestone is reached, and no further.
    ///
    /// ```swift
    /// controller.setVideos([video])
    /// try controller.advance(until: .lifecycle(.ready))
    /// try controller.advance(until: .position(30))
    /// #expect(label.text == "0:30")
    /// ```
    ///
    /// Events before the call do not count. A position counts in the current and in later sessions.
    /// It also counts if the playhead has already reached it, or if a seek lands at or after it.
    /// The method returns after the event loop has finished the work that reaches the milestone.
    ///
    /// - Parameters:
    ///   - milestone: The milestone to wait for.
    ///   - limit: The longest virtual time to advance.
    /// - Throws: ``MilestoneNotReached``, with the last lines of the trace, when the milestone is
    ///   not reached.
    public func advance(
        until milestone: Milestone, within limit: Duration = .seconds(24 * 3600)
    ) throws(MilestoneNotReached) {
        let loop = world.loop
        let start = loop.now
        let end = start.advanced(by: limit)
        var lines: [String] = []
        var isReached = false
        let observation = observe { event in
            if lines.count == Self.shownLines { lines.removeFirst() }
            lines.append(event.traceLine)
            if milestone.isReached(by: event) { isReached = true }
            if case .position(let position) = milestone, event.beginsSession {
                event.session?.whenPlayheadReaches(position) { isReached = true }
            }
        }
        defer { withExtendedLifetime(observation) {} }
        func error(_ reason: MilestoneNotReached.Reason) -> MilestoneNotReached {
            MilestoneNotReached(
                milestone: milestone, reason: reason, start: start, instant: loop.now,
                trace: lines)
        }
        if case .position(let position) = milestone {
            if isPlayhead(at: position) { return }
            whenPlayheadReaches(position.seconds) { isReached = true }
        }
        var standstill = StandstillGuard(loop)
        while !isReached {
            guard let next = loop.nextInstant else {
                if milestone == .idle { return }
                throw error(.idle)
            }
            guard next <= end, loop.runNext() else { throw error(.timeLimit) }
            let isStandstill = standstill.isStandstill()
            // A seek may have moved the playhead to the position or past it. The position is
            // checked only when no more events are due at this instant, because one of those
            // events may report that the playhead reaches the position.
            if case .position(let position) = milestone, loop.nextInstant != loop.now,
                isPlayhead(at: position)
            {
                return
            }
            if isStandstill, !isReached { throw error(.standstill) }
        }
    }

    private func isPlayhead(at position: MediaTime) -> Bool {
        currentSession.map { $0.position >= position } ?? false
    }
}

extension Milestone {
    /// Returns whether an event reaches this milestone.
    fileprivate func isReached(by event: PlaybackEvent) -> Bool {
        switch self {
        case .lifecycle(let type):
            guard case .didReceiveLifecycleEvent(let lifecycle) = event.kind else { return false }
            return lifecycle.type == type
        case .event(let pattern): return pattern.fits(event)
        case .cuePoint(let name):
            guard case .didPassCuePoints(let passage) = event.kind else { return false }
            return passage.cuePoints.contains { $0.name == name }
        case .position, .idle: return false
        }
    }
}

extension PlaybackEvent {
    /// Whether the event reports a new session.
    fileprivate var beginsSession: Bool {
        if case .didAdvanceToPlaybackSession = kind { true } else { false }
    }
}
