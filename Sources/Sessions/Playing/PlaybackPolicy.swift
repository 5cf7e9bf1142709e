package import Presentation
package import VirtualTime

/// The rules by which players differ: when they request, start, resume, switch and fail.
///
/// A session has one policy. The default is this package's own policy. The following members
/// contain the rules, and document the source of each number:
/// - the conditions for starts, resumptions and reports: ``PlaybackRules``;
/// - the times of requests, and the amount of media to buffer: ``BufferOptimizer``,
///   ``spareLead``, ``RefillRules``;
/// - the playable part of the last segment: ``WithheldEnd``;
/// - the number of concurrent requests, and the time between them: ``RequestRules``;
/// - the choice of the next variant stream: ``VariantRules``, which ``VariantSelector`` applies;
/// - the consequences of failures, and the time limits: ``RecoveryPolicy``;
/// - the order in which tracks request media: ``trackOrder``.
package struct PlaybackPolicy: Equatable, Sendable {
    /// The rules for starts and resumptions of the playhead, and for reports.
    package var rules = PlaybackRules()
    /// The rules for the amount of media to buffer ahead of the playhead.
    package var buffer = BufferOptimizer()
    /// The media to buffer in addition to the amount that lets a waiting playhead move again.
    ///
    /// Without this addition, a track that stops requesting media as soon as it has enough for
    /// itself could make the playhead wait for another track.
    package var spareLead = MediaTime.seconds(1)
    /// The rules for the times of requests.
    package var refill = RefillRules()
    /// The rules for the order of requests.
    package var requests = RequestRules()
    /// The amount of media that is withheld from playback at the end of the last segment.
    ///
    /// This media can be played once the next segment has arrived.
    package var withheld = WithheldEnd()
    /// The segments that can be played while they arrive.
    package var arrivals = Arrivals.none
    /// The rules for changes of variant.
    package var variants = VariantRules()
    /// The reactions to failures.
    package var recovery = RecoveryPolicy()
    /// Whether playback continues without subtitles that cannot be obtained.
    package var dropsMissingSubtitles = false
    /// The order in which tracks request media; a role that is not in the list never requests any.
    package var trackOrder: [Track.Role] = [.main, .audio, .subtitles]

    /// Creates the policy with its defaults.
    package init() {}

    /// Creates the policy for the options of a session.
    ///
    /// - Parameters:
    ///   - options: The options of the session.
    ///   - missingSubtitles: The reaction of the session plan to missing subtitles; `nil` means the
    ///     reaction in the options.
    package init(
        _ options: PlaybackOptions, missingSubtitles: RecoveryPolicy.LastResort? = nil
    ) {
        self = options.profile.policy
        rules.follow(options)
        buffer = options.bufferOptimizer
        recovery = options.recovery
        let least = goal(viewed: .zero)
        variants = variants.rising(below: least)
        // The player stops requesting media when the media that it counts as buffered reaches the
        // goal. Because no media arrives after that, a wait must end at the amount that is playable
        // then: the goal, plus the arrived media that does not count, minus the withheld media.
        rules.endWaits(by: least + refill.uncounted.leastExcess(over: withheld))
        dropsMissingSubtitles =
            (missingSubtitles ?? recovery.missingSubtitles) == .skip || recovery.skipsEveryLoss
    }

    /// Returns the amount of media to buffer after the playhead (the lead).
    ///
    /// The result is never less than the lead at which a wait for media ends.
    ///
    /// - Parameter viewed: The amount of media that was played in the session.
    /// - Returns: The lead.
    package func goal(viewed: MediaTime) -> MediaTime {
        leadGoal.lead(viewed: viewed)
    }

    /// The part of the policy that determines the lead to buffer.
    var leadGoal: LeadGoal {
        LeadGoal(buffer: buffer, least: rules.longestLead + spareLead + withheld.longest)
    }

    /// The rules that determine the amount of media to buffer after the playhead (the lead).
    struct LeadGoal {
        /// The rules for the size of the buffer.
        let buffer: BufferOptimizer
        /// The minimum lead, regardless of the size of the buffer.
        let least: MediaTime

        /// Returns the amount of media to buffer after the playhead (the lead).
        ///
        /// - Parameter viewed: The amount of media that was played in the session.
        /// - Returns: The lead.
        func lead(viewed: MediaTime) -> MediaTime { max(buffer.goal(viewed: viewed), least) }
    }

    /// The segments that can be played before they have arrived as a whole.
    package enum Arrivals: Equatable, Sendable {
        /// No segment can be played before it has arrived as a whole.
        case none
        /// Segments in which all kinds of media arrive together.
        ///
        /// These are transport streams, packed audio, and fragments if audio is a separate
        /// rendition. Other fragments contain one kind of media after the other.
        case inOrder
        /// Every segment can be played while it arrives.
        case all
    }

    /// The consequence when a segment cannot be obtained or used.
    package enum Consequence: Equatable, Sendable {
        /// Another variant stream is played.
        case switchVariant
        /// The segment is requested again.
        case again(RecoveryPolicy.Repetition)
        /// Playback continues without the segment.
        case skip
        /// Playback continues without subtitles.
        case dropSubtitles
        /// The track ends before the segment, and the session fails after playing to that position.
        case endTrack
        /// The session fails.
        case fail
    }

    /// Returns the consequence when a segment has failed permanently.
    ///
    /// - Parameters:
    ///   - error: The reason for the failure.
    ///   - role: The role of the track to which the segment belongs.
    ///   - segment: The failed segment.
    /// - Returns: The action to perform.
    package func consequence(
        of error: SessionError, for role: Track.Role, _ segment: RecoveryPolicy.FailedSegment
    ) -> Consequence {
        if segment.hasLeft { return .skip }
        if role == .subtitles, !recovery.skipsEveryLoss {
            return dropsMissingSubtitles ? .dropSubtitles : .fail
        }
        switch recovery.recovery(for: error, of: segment) {
        case .switchVariant: return .switchVariant
        case .again(let repetition): return .again(repetition)
        case .skip: return .skip
        case .fail: return recovery.failsAtOnce ? .fail : .endTrack
        }
    }
}
