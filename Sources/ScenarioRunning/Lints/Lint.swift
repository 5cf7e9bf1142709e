package import HeadlessPlayback

/// Observes a run to detect a mistake that no scenario may have.
///
/// A lint is a value that receives the events in order.
package protocol Lint: Sendable {
    /// The codes of possible findings.
    static var codes: [String] { get }

    /// Whether the lint currently needs progress events.
    ///
    /// The value is valid until the next event of another kind. Lints that do not need progress are
    /// skipped, because progress is by far the most frequent event.
    var followsProgress: Bool { get }

    /// Processes an event.
    ///
    /// - Parameter happening: The event. Progress to a position is passed only while
    ///   ``followsProgress`` is `true`.
    /// - Returns: The findings.
    mutating func take(_ happening: Happening) -> [LintFinding]

    /// Processes the end of the run.
    ///
    /// - Parameters:
    ///   - instant: The end of the run.
    ///   - isIdle: Whether the run ended because no more events were scheduled; otherwise the run
    ///     was interrupted.
    /// - Returns: The findings.
    mutating func end(at instant: Instant, isIdle: Bool) -> [LintFinding]
}

extension Lint {
    package var followsProgress: Bool { true }
    package mutating func end(at instant: Instant, isIdle: Bool) -> [LintFinding] { [] }
}

/// A finding of a lint.
package struct LintFinding: Equatable, Sendable {
    /// A stable identifier of the problem.
    package var code: String
    /// The expected result.
    package var expected: String
    /// The actual result.
    package var found: String
    /// The instant of the violation.
    package var instant: Instant
    /// The number of the trace line at fault; 0 if there is no such line.
    package var line: Int

    package init(
        _ code: String, expected: String, found: String, at instant: Instant, line: Int = 0
    ) {
        self.code = code
        self.expected = expected
        self.found = found
        self.instant = instant
        self.line = line
    }
}

/// A session that began before the observation of its controller.
///
/// The properties describe the session at the start of the observation.
package struct EarlierSession: Sendable {
    /// The number of the session.
    let number: Int
    /// Whether the session was loaded, so that it accepted seeks.
    let isReady: Bool
    /// Whether the session was still loading.
    let isLoading: Bool
    /// Whether the session was in play mode.
    let isPlaying: Bool
    /// The instant at which the observation began.
    let instant: Instant
    /// The position of the session's playhead when the observation began.
    let position: MediaTime
}

/// All lints that watch a run.
package enum Lints {
    /// Returns the lints that watch a scenario.
    ///
    /// - Parameters:
    ///   - silenceLimit: The longest acceptable time without an event.
    ///   - bounds: The bounds of the playheads of broadcasts; `nil` for a scenario without
    ///     broadcasts.
    ///   - earlier: The session that began before the observation; `nil` for none.
    /// - Returns: The lints, which have not received any event yet.
    package static func all(
        silenceLimit: Duration, bounds: LiveBounds? = nil, after earlier: EarlierSession? = nil
    ) -> [any Lint] {
        [
            SilenceLint(limit: silenceLimit, after: earlier), SeekBeforeReadyLint(after: earlier),
            ReadyLint(after: earlier), EndLint(),
            InfiniteProgressLint(), LateCallbackLint(), PlayheadLint(), SeekableLint(),
            LiveDurationLint(), LivePlayheadLint(bounds),
        ]
    }

    /// The codes of all lints, in the order of their checks.
    package static let codes: [String] =
        all(silenceLimit: .zero).flatMap { type(of: $0).codes } + [ErrorDomainLint.code]
}
