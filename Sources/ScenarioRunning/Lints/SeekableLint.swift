import HeadlessPlayback

/// Finds seekable ranges of a broadcast that move backwards.
///
/// A broadcast is a video whose duration is indefinite.
package struct SeekableLint: Lint {
    package static let codes = ["lint.live-backwards"]
    package var followsProgress: Bool { false }

    private struct State: Sendable {
        var isLive = false
        var range: Range<MediaTime>?
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
        case .didChangeDuration(let duration): state.isLive = duration.isIndefinite
        // A source that is loaded again has a new timeline, so its range may begin earlier.
        case .didReceiveLifecycleEvent(let event) where event.type == .resumeBegin:
            state.range = nil
        case .didChangeSeekableRanges(let ranges):
            guard let range = ranges.first else { break }
            let last = state.range
            state.range = range
            guard state.isLive, let last,
                range.lowerBound < last.lowerBound || range.upperBound < last.upperBound
            else { break }
            return [
                LintFinding(
                    Self.codes[0],
                    expected: "seekable from \(last.lowerBound) to \(last.upperBound), or later",
                    found: "from \(range.lowerBound) to \(range.upperBound)",
                    at: happening.instant, line: happening.line)
            ]
        default: break
        }
        return []
    }
}
