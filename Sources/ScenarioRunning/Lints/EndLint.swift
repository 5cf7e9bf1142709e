package import HeadlessPlayback

/// Finds sessions that are played to their end but report `End` twice or not at all.
///
/// Source: `Documentation/Brightcove.md#order-of-events`,
/// `Documentation/Brightcove.md#reported-problems`.
package struct EndLint: Lint {
    package static let codes = ["lint.end-missing", "lint.end-doubled"]

    private struct State: Sendable {
        /// The instant and the trace line of the latest progress event, if it reports the end.
        ///
        /// During playback, a position that is not before the end also counts as the end. The value
        /// is `nil` if the latest progress event reports any other position.
        var atEnd: (instant: Instant, line: Int)?
        var hasEnded = false
        var isPlaying = false
        var duration: MediaTime?
        var isOver = false
    }

    private var sessions = SessionStates<State>()

    package init() {}

    package mutating func take(_ happening: Happening) -> [LintFinding] {
        if case .death = happening.kind {
            // The sessions of a terminated app report nothing more.
            sessions.change { $0.isOver = true }
            return []
        }
        guard let number = happening.session, case .event(let kind) = happening.kind else {
            return []
        }
        var state = sessions[number] ?? State()
        defer { sessions[number] = state }
        switch kind {
        case .didChangeDuration(let duration): state.duration = duration
        case .didProgressTo(.ended): state.atEnd = (happening.instant, happening.line)
        case .didProgressTo(.at(let time)):
            let isAtEnd = state.isPlaying && state.duration.map { time >= $0 } ?? false
            state.atEnd = isAtEnd ? (happening.instant, happening.line) : nil
        case .didReceiveLifecycleEvent(let event): return follow(event, happening, &state)
        default: break
        }
        return []
    }

    private func follow(
        _ event: LifecycleEvent, _ happening: Happening, _ state: inout State
    ) -> [LintFinding] {
        switch event.type {
        case .play:
            state.isPlaying = true
            state.hasEnded = false
        // A pause does not discard the reported end, because a natural end is also reported as a
        // pause.
        case .pause: state.isPlaying = false
        case .fail, .failedToPlayToEndTime: state.atEnd = nil
        case .resumeBegin: (state.atEnd, state.isPlaying) = (nil, false)
        case .end:
            state.atEnd = nil
            guard state.hasEnded else {
                state.hasEnded = true
                return []
            }
            return [
                LintFinding(
                    Self.codes[1], expected: "End once each time that the video is played",
                    found: "a second End", at: happening.instant, line: happening.line)
            ]
        case .terminate:
            defer { state.isOver = true }
            return missing(state)
        default: break
        }
        return []
    }

    package mutating func end(at instant: Instant, isIdle: Bool) -> [LintFinding] {
        // If the run was cut off, a session may have been about to report `End`, so a missing `End`
        // is not a finding.
        guard isIdle else { return [] }
        return sessions.states.flatMap { $0.isOver ? [] : missing($0) }
    }

    private func missing(_ state: State) -> [LintFinding] {
        guard let atEnd = state.atEnd, !state.hasEnded else { return [] }
        return [
            LintFinding(
                Self.codes[0], expected: "End after the last progress", found: "none",
                at: atEnd.instant, line: atEnd.line)
        ]
    }
}
