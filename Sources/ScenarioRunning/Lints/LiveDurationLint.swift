import HeadlessPlayback

/// Finds broadcasts whose duration changes after it became finite, or never becomes finite.
///
/// Source: `Documentation/Brightcove.md#order-of-events`.
package struct LiveDurationLint: Lint {
    package static let codes = ["lint.live-duration"]
    package var followsProgress: Bool { false }

    private struct State: Sendable {
        var isLive = false
        /// The finite duration that followed an indefinite one; `nil` until it is reported.
        var settled: MediaTime?
    }

    private var sessions = SessionStates<State>()

    package init() {}

    package mutating func take(_ happening: Happening) -> [LintFinding] {
        guard let number = happening.session, case .event(let kind) = happening.kind else {
            return []
        }
        var state = sessions[number] ?? State()
        defer { sessions[number] = state }
        switch kind {
        // When a source is loaded again, its earlier durations do not matter.
        case .didReceiveLifecycleEvent(let event) where event.type == .resumeBegin:
            state = State()
        case .didReceiveLifecycleEvent(let event) where event.type == .end && state.isLive:
            return [finding("a finite duration before End", "an indefinite one", happening)]
        case .didChangeDuration(let duration):
            if let settled = state.settled {
                return [finding("\(settled), reported once", "\(duration)", happening)]
            }
            if state.isLive, !duration.isIndefinite { state.settled = duration }
            state.isLive = duration.isIndefinite
        default: break
        }
        return []
    }

    private func finding(
        _ expected: String, _ found: String, _ happening: Happening
    ) -> LintFinding {
        LintFinding(
            Self.codes[0], expected: expected, found: found, at: happening.instant,
            line: happening.line)
    }
}
