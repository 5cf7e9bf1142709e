import HeadlessPlayback

/// Finds seeks before `Ready`, which have no effect and never complete.
///
/// Source: `Documentation/Brightcove.md#seeking`.
package struct SeekBeforeReadyLint: Lint {
    package static let codes = ["lint.seek-before-ready"]
    package var followsProgress: Bool { false }

    private var current: Int?
    private var isReady: Bool

    /// Creates the lint.
    ///
    /// - Parameter earlier: The session that began before the observation; `nil` for none.
    package init(after earlier: EarlierSession? = nil) {
        current = earlier?.number
        isReady = earlier?.isReady ?? false
    }

    package mutating func take(_ happening: Happening) -> [LintFinding] {
        switch happening.kind {
        case .event(.didAdvanceToPlaybackSession):
            current = happening.session
            isReady = false
        case .event(.didReceiveLifecycleEvent(let event)) where happening.session == current:
            switch event.type {
            case .ready, .resumeComplete: isReady = true
            case .resumeBegin: isReady = false
            default: break
            }
        case .death:
            current = nil
            isReady = false
        case .command(.seek(let time)) where !isReady:
            return [
                LintFinding(
                    Self.codes[0], expected: "a seek after Ready",
                    found: "a seek to \(SecondsText(time)) before it, which is never completed",
                    at: happening.instant, line: happening.line)
            ]
        default: break
        }
        return []
    }
}
