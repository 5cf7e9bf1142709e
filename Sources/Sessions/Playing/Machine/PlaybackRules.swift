package import VirtualTime

/// When a session starts, resumes and reports: the policy of a playback machine.
package struct PlaybackRules: Equatable, Sendable {
    /// How much media must be ready ahead of the playhead before it starts or resumes.
    ///
    /// Two seconds, as Media3 asks after a stall.
    package var resumeLead = MediaTime.seconds(2)
    /// How much a duration must change to be reported again while it is an estimate.
    package var durationStep = MediaTime.milliseconds(500)
    /// How much media is between two progress reports; positive.
    package var progressInterval = MediaTime.seconds(1)
    /// How much of the world's time is at least between two looks at the cue points.
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
