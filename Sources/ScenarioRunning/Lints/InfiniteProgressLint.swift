import HeadlessPlayback

/// Finds commands with an infinite or invalid number of seconds.
///
/// The first progress value of a session is minus infinity, and the last one is plus infinity. An
/// app that uses progress values as positions eventually seeks to an infinite position, or resumes
/// playback at one (`Documentation/Brightcove.md#progress`).
package struct InfiniteProgressLint: Lint {
    package static let codes = ["lint.infinite-progress"]
    package var followsProgress: Bool { false }

    package init() {}

    package mutating func take(_ happening: Happening) -> [LintFinding] {
        guard case .command(let command) = happening.kind, let seconds = command.seconds,
            !seconds.isFinite
        else { return [] }
        let verb =
            switch command {
            case .seek: "a seek to"
            case .resume: "a resumption at"
            default: "a wait for"
            }
        return [
            LintFinding(
                Self.codes[0], expected: "a finite number of seconds",
                found: "\(verb) \(SecondsText(seconds))", at: happening.instant,
                line: happening.line)
        ]
    }
}
