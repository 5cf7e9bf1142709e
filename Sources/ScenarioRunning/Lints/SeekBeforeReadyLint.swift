import HeadlessPlayback

/// Finds seeks before `Ready` and after a failure, which have no effect and never complete.
///
/// A failed session accepts seeks again when a resumption has loaded its video.
///
/// Source: `Documentation/Brightcove.md#seeking`.
package struct SeekBeforeReadyLint: Lint {
    package static let codes = ["lint.seek-before-ready"]
    package var followsProgress: Bool { false }

    private var current: Int?
    private var isReady: Bool
    private var hasFailed = false

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
            (isReady, hasFailed) = (false, false)
        case .event(.didReceiveLifecycleEvent(let event)) where happening.session == current:
            switch event.type {
            case .ready, .resumeComplete: isReady = true
            case .resumeBegin: (isReady, hasFailed) = (false, false)
            case .fail, .failedToPlayToEndTime, .resumeFail: (isReady, hasFailed) = (false, true)
            default: break
            }
        case .death:
            current = nil
            (isReady, hasFailed) = (false, false)
        case .command(.seek(let time)) where !isReady:
            let place = hasFailed ? "after a failure" : "before it"
            return [
                LintFinding(
                    Self.codes[0], expected: "a seek after Ready",
                    found: "a seek to \(SecondsText(time)) \(place), which is never completed",
                    at: happening.instant, line: happening.line)
            ]
        default: break
        }
        return []
    }
}
