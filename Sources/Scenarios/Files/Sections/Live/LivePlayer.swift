import Formats
import HeadlessPlayback
import Presentation
import Sessions

/// The syntax of a player's behaviour in broadcasts.
enum LivePlayer {
    /// The options for broadcasts, and the shortest seekable window of a DVR stream.
    ///
    /// The seekable window is stored in `PlaybackOptions.seekableWindow`, not in the live options.
    struct Draft: Sendable {
        var options = LiveOptions()
        /// The profile for broadcasts; `nil` leaves the choice to the profile of the player.
        var profile: LiveProfile?
        var threshold: MediaTime?
    }

    /// The syntax of the options.
    static let options = Shape<Draft>.mapping(
        "The behaviour of the player in broadcasts.", from: { Draft() },
        fields: [
            Field(
                "profile", Shape<LiveProfile>.choice,
                "The player that is modelled in broadcasts; by default, the player of the profile,"
                    + " or else apple."
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
                "The reaction when the playhead has left the window of the playlist: live,"
                    + " window-start or fail; as in the profile."
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
            Field(
                "catch-up", catchUp,
                "The way in which the rate of playback follows the latency: none, sigmoid (as in"
                    + " hls.js) or proportional (as in media3); as in the profile."
            ) { $0.options.catchUp = $1 },
            .refused("preserve-offset", "a pause keeps its position"),
        ])

    /// The syntax of the way in which the playback rate depends on the latency.
    private static let catchUp = Shape<LiveTuning.CatchUp>.either(
        scalar: .words([("none", .none)]),
        mapping: .mapping(
            "The way in which the rate of playback follows the latency.", from: { .none },
            oneOf: ["sigmoid", "proportional"],
            fields: [
                Field(
                    "sigmoid", sigmoid,
                    "A rate raised by a sigmoid of the distance to the target, in steps of 0.05,"
                        + " and never lowered."
                ) { $0 = .sigmoid(maximumRate: $1) },
                Field(
                    "proportional", proportional,
                    "A rate raised or lowered in proportion to the distance to the target."
                ) { $0 = .proportional($1) },
            ]))

    private static let sigmoid = Shape<Double>.mapping(
        "A rate that follows a sigmoid.", from: { 1 },
        fields: [
            Field(
                "highest", rate(upTo: 2), "The highest rate, above 1 and up to 2.", isRequired: true
            ) {
                $0 = $1
            }
        ])

    /// The syntax of a playback rate that is proportional to the distance from the target latency.
    ///
    /// The given rates apply even if the playlist does not state a hold-back.
    private static let proportional = Shape<ProportionalControl>.mapping(
        "A rate that is proportional to the distance.",
        from: {
            var control = ProportionalControl()
            control.needsHoldBack = false
            return control
        },
        fields: [
            Field("lowest", lowestRate, "The lowest rate, up to 1; 0.97.") {
                $0.rates = $1...$0.rates.upperBound
            },
            Field("highest", rate(upTo: 4), "The highest rate, above 1 and up to 4; 1.03.") {
                $0.rates = $0.rates.lowerBound...$1
            },
            Field("factor", factor, "The change of the rate for each second of distance; 0.1.") {
                $0.factor = $1
            },
        ])

    private static func rate(upTo highest: Int64) -> Shape<Double> {
        number(
            [("exclusiveMinimum", .number(1)), ("maximum", .number(highest))],
            "a rate above 1 and up to \(highest), such as 1.5"
        ) { $0 > 1 && $0 <= Double(highest) }
    }

    private static let lowestRate = number(
        [("exclusiveMinimum", .number(0)), ("maximum", .number(1))],
        "a rate above 0 and up to 1, such as 0.97"
    ) { $0 >= 0.001 && $0 <= 1 }

    private static let factor = number(
        [("exclusiveMinimum", .number(0)), ("maximum", .number(10))],
        "a number above 0 and up to 10, such as 0.1"
    ) { $0 > 0 && $0 <= 10 }

    private static func number(
        _ schema: [(String, SchemaNode)], _ words: String,
        _ isValid: @escaping @Sendable (Double) -> Bool
    ) -> Shape<Double> {
        Shape(.object([("type", .text("number"))] + schema)) { value throws(ScenarioFileError) in
            guard case .scalar(let text, .plain) = value.node.content,
                let number = PlainDecimal(text[...])?.value, isValid(number)
            else { throw value.unexpected(words) }
            return number
        }
    }

    /// The syntax of a number of target durations; the value is in halves of a target duration.
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
