package import VirtualTime

/// The constants and choices by which live players differ.
///
/// ``LiveProfile`` names the source of each set of values; a scenario may change single values.
package struct LiveTuning: Equatable, Sendable {
    /// The wait after a load that changed the playlist.
    package enum Pace: Equatable, Sendable {
        /// One target duration.
        case targetDuration
        /// The duration of the last segment, or of the last part if the player loads parts.
        case lastDuration
        /// Near the live edge, the duration of the last segment; otherwise one target duration.
        ///
        /// The playhead is near the live edge if its distance from the edge is less than this
        /// number of target durations. The wait is at most one target duration.
        case lastDurationNearEnd(targetDurations: Int)
        /// The shorter of the segment and part target durations, even if the playlist is unchanged.
        case shortestTarget
    }

    /// The properties whose change counts as a change of the playlist.
    package enum Difference: Equatable, Sendable {
        /// Everything in the playlist.
        case everything
        /// The media sequence number, the counts of segments and trailing parts, and the end tag.
        case counts
        /// The end of the playlist: the numbers of its last segment and last part, and the end tag.
        case end
    }

    /// The way to determine the distance that playback keeps from the live edge.
    package enum HoldBackRule: Equatable, Sendable {
        /// `PART-HOLD-BACK` in playlists with `EXT-X-PART-INF`, else `HOLD-BACK`, else three target
        /// durations.
        case specified
        /// As `specified`, but the last three segments count instead of three target durations.
        case lastSegments
        /// As `specified`, but three part target durations take precedence over `HOLD-BACK`.
        case partTargets
        /// The duration of this number of segments at the end, regardless of hold-backs.
        case segments(Int)
    }

    /// The reaction to a playlist whose media sequence numbers restart.
    package enum Restart: Equatable, Sendable {
        /// Playback continues with the media of the restarted playlist.
        case follow
        /// The playlist is ignored until its media sequence numbers exceed the old numbers.
        case ignore
        /// Playback fails, and the app has to prepare the player again.
        case fail
    }

    /// The reaction to a playhead that is before the start of the window.
    package enum Behind: Equatable, Sendable {
        /// A jump to the live edge, or to the start of the window in a DVR stream.
        case byKind
        /// A jump to the position at which playback would join.
        case join
        /// A jump to the end of the seekable range.
        case live
        /// A jump to a position at this distance after the start of the window.
        case windowStart(offset: MediaTime)
        /// A failure of playback.
        case fail
    }

    /// The way in which the rate of playback follows the latency.
    package enum CatchUp: Equatable, Sendable {
        case none
        /// The rate differs from 1 in proportion to the error of the latency, within limits.
        ///
        /// The error is the difference between the latency and its target.
        case proportional(ProportionalControl)
        /// The rate rises with the excess of the latency over its target, along a sigmoid function.
        case sigmoid(maximumRate: Double)
    }

    // MARK: Reload

    /// The wait after a load that changed the playlist.
    package var pace = Pace.lastDuration
    /// Whether waits are measured from the end of a load; otherwise from its start.
    package var waitsFromEnd = false
    /// Whether waits are rounded to milliseconds.
    package var roundsWaits = false
    /// The properties whose change counts as a change of the playlist.
    package var difference = Difference.everything
    /// Whether the player uses delivery directives and partial segments.
    package var usesLowLatency = true
    /// Whether partial segments are loaded; otherwise playlist requests await complete segments.
    package var usesParts = true
    /// Whether directives request media after the end of a cached copy, according to its age.
    ///
    /// The technique is called CDN tune-in.
    package var tunesIn = false
    /// Whether delta updates are requested even if the player's playlist is too old for them.
    package var skipsAlways = false
    /// Whether delta updates may also skip date ranges, if the server supports it.
    package var skipsDateRanges = true
    /// Whether `_HLS_skip` precedes the other directives.
    package var skipComesFirst = false
    /// Whether a request names a part only if the playlist contains a preload hint.
    package var partNeedsHint = false
    /// The waits after failed loads; if the list is empty, the wait is half a target duration.
    ///
    /// After more failures than waits, the last wait is repeated.
    package var failureWaits: [Duration] = []
    /// The time after which an unchanged playlist is stale, in halves of the target duration.
    ///
    /// `nil` means that no playlist is reported as stale.
    package var staleHalves: Int?
    /// Whether playback fails when a stale playlist has been played to its end.
    package var failsWhenStale = false
    /// The number of consecutive unchanged loads after which the player looks for another variant.
    ///
    /// `nil` means that unchanged loads do not make the player look for another variant.
    package var unchangedLimit: Int?
    /// The reaction to media sequence numbers that restart.
    package var restart = Restart.follow
    /// Whether reloads continue while playback is paused.
    package var reloadsWhilePaused = true

    // MARK: Position

    /// The way to determine the distance that playback keeps from the live edge.
    package var holdBack = HoldBackRule.specified
    /// Whether `EXT-X-START` decides the position at which playback joins.
    ///
    /// Otherwise, a negative offset in `EXT-X-START` only limits the distance from the live edge.
    package var usesStartPoint = true
    /// Whether playback joins at the start of a segment, or of an independent part.
    package var joinsAtSegments = true
    /// Whether playback joins at least one target duration before the live edge.
    ///
    /// In a playlist with partial segments, if the player loads them, the minimum is one part
    /// target duration.
    package var joinsBehindTarget = false
    /// Whether the latency is computed from the dates in the playlist and the current date.
    package var datesLatency = false
    /// Whether the live edge is assumed to move between two loads.
    package var extrapolatesEdge = false
    /// The reaction to a playhead that is before the start of the window.
    package var behind = Behind.byKind
    /// The distance before the window within which a playhead still counts as inside the window.
    package var behindTolerance = MediaTime.zero
    /// The latency that is added after each stall.
    package var latencyPerStall = MediaTime.zero
    /// The way in which the rate of playback follows the latency.
    package var catchUp = CatchUp.none

    /// Creates the tuning of ``LiveProfile/apple``.
    package init() {}

    /// Whether parts are loaded instead of whole segments, where a playlist has parts.
    package var loadsParts: Bool { usesLowLatency && usesParts }
}

/// The constants of a control that changes the rate in proportion to the latency error.
///
/// The latency error is the difference between the latency and its target. The defaults come from
/// `DefaultLivePlaybackSpeedControl` of media3.
package struct ProportionalControl: Equatable, Sendable {
    /// The change of the rate for each second of difference between the latency and its target.
    package var factor = 0.1
    /// The lowest and the highest rate.
    package var rates = 0.97...1.03
    /// The difference between the latency and its target below which the rate is 1.
    ///
    /// The latency may be above or below the target.
    package var deadBand = MediaTime.milliseconds(20)
    /// The shortest time between two changes of the rate.
    package var interval = Duration.seconds(1)
    /// The latency that is added after each stall.
    package var latencyPerStall = MediaTime.milliseconds(500)
    /// The weight, in thousandths, of the previous value when the smallest latency is smoothed.
    ///
    /// The smallest latency is the one that the buffered media permits.
    package var smoothing: Int64 = 999
    /// Whether the rate changes only if the playlist states a hold-back.
    ///
    /// In media3, `HlsMediaSource` sets this condition unless the app has set rates.
    package var needsHoldBack = true

    /// Creates the constants with their defaults.
    package init() {}
}
