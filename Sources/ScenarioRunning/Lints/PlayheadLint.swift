import HeadlessPlayback

/// Finds playheads that are past the end of their video, or that move backwards without a seek.
package struct PlayheadLint: Lint {
    package static let codes = ["lint.beyond-duration", "lint.backward-progress"]

    private struct State: Sendable {
        var duration: MediaTime?
        var position: MediaTime?
        /// Whether any position is permitted in the next progress event, as after a seek.
        ///
        /// This is also the case at the start of the session.
        var isFree = true
        /// Whether a seek is in progress, and the position has not decreased since its start.
        var isSeeking = false
    }

    /// The largest rounding error in seconds of a time that was converted from ticks.
    private static let tolerance = 0.001

    private var sessions = SessionStates<State>()

    package init() {}

    package mutating func take(_ happening: Happening) -> [LintFinding] {
        switch happening.kind {
        // At the instant of a seek, progress to the old position may still be reported between the
        // request for the seek and its end.
        case .command(.seek), .command(.resume):
            sessions.change { ($0.isFree, $0.isSeeking) = (true, true) }
            return []
        case .seekEnd:
            sessions.change { ($0.isFree, $0.isSeeking) = (true, false) }
            return []
        default: break
        }
        guard let number = happening.session, case .event(let kind) = happening.kind else {
            return []
        }
        var state = sessions[number] ?? State()
        defer { sessions[number] = state }
        switch kind {
        case .didChangeDuration(let duration): state.duration = duration
        case .didReceiveLifecycleEvent(let event):
            if [.end, .resumeBegin, .resumeComplete].contains(event.type) { state.isFree = true }
        case .didProgressTo(.at(let time)):
            let findings = findings(at: time, state, happening)
            if let last = state.position, time < last { state.isSeeking = false }
            state.position = time
            state.isFree = false
            return findings
        default: break
        }
        return []
    }

    private func findings(
        at time: MediaTime, _ state: State, _ happening: Happening
    ) -> [LintFinding] {
        var result: [LintFinding] = []
        if let duration = state.duration?.seconds, time.seconds > duration + Self.tolerance {
            result.append(
                LintFinding(
                    Self.codes[0],
                    expected: "progress up to \(SecondsText(duration)), the duration",
                    found: "\(time)", at: happening.instant, line: happening.line))
        }
        if !state.isFree, !state.isSeeking, let last = state.position, time < last {
            result.append(
                LintFinding(
                    Self.codes[1], expected: "progress after \(last)",
                    found: "\(time), without a seek", at: happening.instant,
                    line: happening.line))
        }
        return result
    }
}
