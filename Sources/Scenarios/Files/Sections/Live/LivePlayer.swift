import Formats
import HeadlessPlayback
import Presentation
import Sessions

/// The behaviour of a player in broadcasts.
enum LivePlayer {
    /// The options, and the threshold that belongs to another option.
    struct Draft: Sendable {
        var options = LiveOptions()
        /// The player to model in broadcasts; `nil` leaves it to the player's profile.
        var profile: LiveProfile?
        var threshold: MediaTime?
    }

    /// The options.
    static let options = Shape<Draft>.mapping(
        "The behaviour of the player in broadcasts.", from: { Draft() },
        fields: [
            Field(
                "profile", Shape<LiveProfile>.choice,
                "The player that is modelled in broadcasts; that of the player's profile, or else apple."
            ) { $0.profile = $1 },
            Field(
                "dvr-from", LiveWords.time, "The shortest seekable length of a DVR stream; 3m."
            ) { $0.threshold = $1 },
            Field(
                "low-latency", .truth,
                "Whether delivery directives and parts are used; as in the profile."
            ) { $0.options.lowLatency = $1 },
            Field(
                "behind",
                .words([
                    ("live", LiveTuning.Behind.live),
                    ("window-start", .windowStart(offset: .zero)), ("fail", .fail),
                ]),
                "The reaction to a playhead that is no longer listed: live, window-start or fail;"
                    + " that of the profile."
            ) { $0.options.behind = $1 },
            Field(
                "load-while-paused", .truth,
                "Whether playlists are reloaded in a pause; as in the profile."
            ) { $0.options.reloadsWhilePaused = $1 },
            Field(
                "stale-after", targetDurations,
                "The target durations without a change after which playback fails, once it has"
                    + " played out; as in the profile."
            ) { $0.options.staleHalves = $1 },
            Field(
                "cue-points-from", Shape<CuePointSource>.choice.list(isEmptyAllowed: true),
                "The marks in the playlists of a broadcast that become cue points once they are"
                    + " listed: daterange, cue-out or scte35 (splices in either); none."
            ) { $0.options.cuePointSources = Set($1) },
            .refused("catch-up", "the rate of playback does not follow the latency yet"),
            .refused("preserve-offset", "a pause keeps its position"),
        ])

    /// A number of target durations, in halves.
    private static let targetDurations = Shape<Int>(
        .object([
            ("type", .text("number")), ("minimum", .number(1)), ("maximum", .number(1000)),
        ])
    ) { value throws(ScenarioFileError) in
        guard case .scalar(let text, .plain) = value.node.content,
            let halves = PlainDecimal(text[...])?.rounded(times: 2),
            PlainDecimal(text[...])?.rounded(times: 200) == halves * 100,
            (2...2000).contains(halves)
        else { throw value.unexpected("target durations from 1 to 1000 in halves, such as 3.5") }
        return Int(halves)
    }
}
