package import HeadlessPlayback

/// Finds sessions that play without a `Ready` event, or report `Ready` twice.
///
/// In a session that plays automatically, `Play` may come first
/// (`Documentation/Brightcove.md#lifecycle-events`); `Ready` or `Fail` must follow.
package struct ReadyLint: Lint {
    package static let codes = ["lint.play-without-ready", "lint.ready-doubled"]

    private struct State: Sendable {
        var isReady = false
        var isOver = false
        var play: (instant: Instant, line: Int)?
        var isReported = false
    }

    private var sessions = SessionStates<State>()

    /// The sessions that have reported `Play` but not `Ready`.
    private var unready: Set<Int> = []

    package var followsProgress: Bool { !unready.isEmpty }

    /// The number of the session that was ready before the observation; `nil` if there is none.
    ///
    /// This session is not checked.
    private let readySession: Int?

    /// Creates the lint.
    ///
    /// - Parameter earlier: The session that began before the observation; `nil` if there was none.
    package init(after earlier: EarlierSession? = nil) {
        readySession = earlier?.isReady == true ? earlier?.number : nil
    }

    package mutating func take(_ happening: Happening) -> [LintFinding] {
        if case .death = happening.kind {
            // The sessions of a terminated app report nothing more.
            sessions.change { $0.isOver = true }
            return []
        }
        guard let number = happening.session, number != readySession else { return [] }
        var state = sessions[number] ?? State()
        defer {
            sessions[number] = state
            if state.isReady || state.play == nil {
                unready.remove(number)
            } else {
                unready.insert(number)
            }
        }
        if case .at = happening.progress, !state.isReady, state.play != nil {
            return report(&state, "progress", happening)
        }
        guard let type = happening.lifecycle?.type else { return [] }
        switch type {
        case .play where state.play == nil:
            state.play = (happening.instant, happening.line)
        case .ready:
            defer { state.isReady = true }
            guard state.isReady else { return [] }
            return [
                LintFinding(
                    Self.codes[1], expected: "Ready once for each load", found: "a second Ready",
                    at: happening.instant, line: happening.line)
            ]
        case .resumeBegin: state.isReady = false
        case .resumeComplete: state.isReady = true
        case .fail, .resumeFail: state.isOver = true
        case .end where !state.isReady: return report(&state, "End", happening)
        case .terminate:
            // A session that the app ends before it is loaded cannot become ready.
            state.isOver = true
        default: break
        }
        return []
    }

    package mutating func end(at instant: Instant, isIdle: Bool) -> [LintFinding] {
        guard isIdle else { return [] }
        return sessions.states.compactMap { state in
            guard let play = state.play, !state.isReady, !state.isOver, !state.isReported else {
                return nil
            }
            return LintFinding(
                Self.codes[0], expected: "Ready or Fail after Play", found: "neither",
                at: play.instant, line: play.line)
        }
    }

    private func report(
        _ state: inout State, _ what: String, _ happening: Happening
    ) -> [LintFinding] {
        guard !state.isReported else { return [] }
        state.isReported = true
        return [
            LintFinding(
                Self.codes[0], expected: "Ready before \(what)", found: "\(what) without Ready",
                at: happening.instant, line: happening.line)
        ]
    }
}
