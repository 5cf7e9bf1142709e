package import VirtualTime

/// The policy of a playback machine: the conditions to start, resume and report.
package struct PlaybackRules: Equatable, Sendable {
    /// The lead required before the playhead starts or resumes.
    ///
    /// Two seconds, as in Media3 after a stall.
    package var resumeLead = MediaTime.seconds(2)
    /// The change of an estimated duration that is reported.
    package var durationStep = MediaTime.milliseconds(500)
    /// The media time between two progress reports; positive.
    package var progressInterval = MediaTime.seconds(1)
    /// The shortest world time between two evaluations of cue points.
    package var cuePointInterval = Duration.seconds(1)
    /// Whether a natural end reports `Pause` before `End`.
    package var reportsPauseAtEnd = true

    /// Creates the rules with their defaults.
    package init() {}
}

extension PlaybackRules {
    /// The rules that options of a session ask for.
    init(_ options: PlaybackOptions) {
        progressInterval = options.progressInterval
        cuePointInterval = options.cuePointInterval
        reportsPauseAtEnd = options.tellsPauseAtEnd
    }
}
