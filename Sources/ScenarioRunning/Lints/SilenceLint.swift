package import HeadlessPlayback

/// Finds players that report nothing although they should be loading or playing.
///
/// While its playhead moves, a player is not silent even if it reports no progress, because the
/// frequency of progress is an option.
package struct SilenceLint: Lint {
    package static let codes = ["lint.silent-load"]

    private struct Listening: Sendable {
        var since: Instant
        var position: MediaTime
        var line: Int
        var isLoading = true
        var isPlaying = false

        /// Whether the session should report events.
        var isExpectant: Bool { isLoading || isPlaying }
    }

    private let limit: Duration
    private var session: (number: Int, state: Listening)?

    /// Creates the lint.
    ///
    /// - Parameters:
    ///   - limit: The longest acceptable silence.
    ///   - earlier: The session that began before the observation; `nil` if there is none.
    package init(limit: Duration, after earlier: EarlierSession? = nil) {
        self.limit = limit
        session = earlier.map { earlier in
            let state = Listening(
                since: earlier.instant, position: earlier.position, line: 0,
                isLoading: earlier.isLoading, isPlaying: earlier.isPlaying)
            return (earlier.number, state)
        }
    }

    package mutating func take(_ happening: Happening) -> [LintFinding] {
        if case .death = happening.kind { session = nil }
        guard case .event(let kind) = happening.kind, let number = happening.session else {
            return []
        }
        let findings = silence(
            until: happening.instant,
            position: number == session?.number ? happening.position : nil)
        var state = Listening(
            since: happening.instant, position: happening.position, line: happening.line)
        if let session, session.number == number {
            state.isLoading = session.state.isLoading
            state.isPlaying = session.state.isPlaying
        }
        if case .didReceiveLifecycleEvent(let event) = kind { Self.follow(event, &state) }
        session = (number, state)
        return findings
    }

    private static func follow(_ event: LifecycleEvent, _ state: inout Listening) {
        switch event.type {
        case .ready, .resumeComplete: state.isLoading = false
        // A resumption ends playback; if the session plays automatically, another `Play` follows.
        case .resumeBegin: (state.isLoading, state.isPlaying) = (true, false)
        case .play: state.isPlaying = true
        case .pause: state.isPlaying = false
        case .fail, .resumeFail, .failedToPlayToEndTime, .end, .terminate:
            (state.isLoading, state.isPlaying) = (false, false)
        default: break
        }
    }

    package mutating func end(at instant: Instant, isIdle: Bool) -> [LintFinding] {
        defer { session = nil }
        guard let state = session?.state, state.isExpectant else { return [] }
        guard isIdle else { return silence(until: instant, position: nil) }
        let what = state.isLoading ? "a load" : "playback"
        return [
            LintFinding(
                Self.codes[0], expected: "\(what) leads to an event",
                found: "nothing more until \(instant)", at: state.since, line: state.line)
        ]
    }

    /// Returns a finding if the silence since the last event is longer than the limit.
    private func silence(until instant: Instant, position: MediaTime?) -> [LintFinding] {
        guard let state = session?.state, state.isExpectant else { return [] }
        let length = state.since.duration(to: instant)
        guard length > limit, position ?? state.position == state.position else { return [] }
        return [
            LintFinding(
                Self.codes[0],
                expected: "an event within \(Instant(sinceStart: limit)) s",
                found: "none for \(Instant(sinceStart: length)) s after \(state.since)",
                at: state.since, line: state.line)
        ]
    }
}
