import Linting

/// The meaning of a check's code.
///
/// Codes are stable: reports, known issues and scripts refer to checks by them. Every code of the
/// project is in ``all``.
public struct CheckCode: Sendable, Equatable {
    /// The code, such as `ledger.balance`: the subject of the check and the checked property.
    public var code: String
    /// The statement that is true when the check passes.
    public var sentence: String

    private init(_ code: String, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// Returns whether a code is in ``all``, or was a code of an earlier version of `playctl`.
    ///
    /// - Parameter code: The code.
    /// - Returns: Whether the code is known.
    public static func isKnown(_ code: String) -> Bool {
        aliases[code] != nil || all.contains { $0.code == code }
    }

    /// Returns the sentence of the check with a code, without the full stop, for use as a name.
    package static func claim(of code: String) -> String {
        let sentence = all.first { $0.code == code }?.sentence ?? code
        return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    /// All codes, grouped by subject.
    public static let all: [CheckCode] =
        scenario + ledger + expectations + lints + thresholds + issues + goldens + sweeps + assets
        + origin + watch + rules

    /// The rules with which `playctl lint` checks assets.
    private static let rules = LintRule.asset.map { CheckCode($0.code, $0.sentence) }

    /// The rules with which `playctl watch` checks the playlists of an origin.
    private static let origin = LintRule.origin.map { CheckCode($0.code, $0.sentence) }

    private static let watch = [
        CheckCode("watch.versions", "The playlist has a second version to compare."),
        CheckCode(cutWatch, "The broadcast is watched for the whole of the given time."),
    ]

    private static let scenario = [
        CheckCode("scenario.invalid", "The scenario is consistent and can be run."),
        CheckCode("scenario.step", "Every step was possible, and was performed."),
        CheckCode("scenario.fault", "Every fault applied to a request."),
        CheckCode("scenario.key", "A key of each source of keys was requested."),
        CheckCode("scenario.recording", "The recording had a response to every request."),
        CheckCode("scenario.recorded-media", "The media of the recording was read."),
        CheckCode(
            "scenario.answer",
            "Every video or list that the app requests of its service is found, unless errors are"
                + " expected."),
        CheckCode("scenario.unreadable", "The scenario's file can be read."),
        CheckCode("scenario.nondeterministic", "Every run of the scenario equals the first."),
        CheckCode("scenario.cancelled", "The run was not cancelled."),
    ]

    private static let ledger = [
        CheckCode(
            "ledger.balance",
            "Every tick of media and every request is in exactly one account of its session."),
        CheckCode(
            "ledger.sound",
            "All media that the playhead passed was available in time, complete and not repeated."),
        CheckCode(
            "ledger.completed",
            "Every video was found, inserted and played to its end, unless a step took it away or"
                + " its failure is expected."),
        CheckCode(
            "ledger.loss", "Every session that could not be played to its end states the reason."),
        CheckCode("outcome.error", "No error is reported that the scenario does not expect."),
        CheckCode(
            "outcome.download",
            "Every download that a step starts is playable at the end, unless a later step ends it"
                + " or an expectation states another outcome, and every request for a licence is"
                + " answered."),
    ]

    private static let expectations = [
        CheckCode(
            "expect.cue-points",
            "Cue points are passed as expected: each as often as the playhead passes it,"
                + " exactly the listed ones, or none."),
        CheckCode("expect.order", "Events are reported in the expected order."),
        CheckCode("expect.count", "An event is reported as often as expected."),
        CheckCode("expect.never", "An event is never reported."),
        CheckCode("expect.duration", "The duration that is reported last is the expected one."),
        CheckCode("expect.seekable", "The range that can be sought is the expected one."),
        CheckCode("expect.latency", "The distance from the live edge is within its bound."),
        CheckCode("expect.rate", "The rate of playback is within its bounds."),
        CheckCode(
            "expect.jumps",
            "Playback that has fallen behind a broadcast jumps as often as expected."),
        CheckCode(
            "expect.altered-playlists", "Faults change as many played playlists as expected."),
        CheckCode("expect.end", "Every video is played to its end, or not every one, as expected."),
        CheckCode("expect.variants", "Media of exactly the expected variants is played."),
        CheckCode("expect.subtitles", "Subtitles are shown as expected."),
        CheckCode("expect.requests", "Requests are made as often or at the instants expected."),
        CheckCode("expect.no-network", "No byte is received from the network."),
        CheckCode("expect.licences", "The key server answers as expected."),
        CheckCode("expect.errors", "The expected errors are reported, and no others."),
        CheckCode("expect.download", "A download ends as expected."),
    ]

    private static let lints = [
        CheckCode(
            "lint.silent-load",
            "A player that should load or play reports events, or moves its playhead,"
                + " before the limit of silence."),
        CheckCode(
            "lint.seek-before-ready",
            "The app does not seek before Ready or after a failure: such a seek does nothing and"
                + " never completes."),
        CheckCode("lint.play-without-ready", "A session with Play has Ready or Fail."),
        CheckCode("lint.ready-doubled", "Ready is reported once for each load."),
        CheckCode("lint.end-missing", "End is reported for each video that is played to its end."),
        CheckCode("lint.end-doubled", "End is reported once for each time that a video is played."),
        CheckCode(
            "lint.infinite-progress",
            "The app does not seek to the infinities at both ends of progress."),
        CheckCode("lint.late-callback", "Nothing is reported about a session after its Terminate."),
        CheckCode("lint.beyond-duration", "No progress exceeds the duration."),
        CheckCode(
            "lint.backward-progress", "Progress goes backwards only after a seek."),
        CheckCode(
            "lint.live-unlisted",
            "Segments of a broadcast are requested while the newest playlist lists them."),
        CheckCode(
            "lint.live-order",
            "Segments of a broadcast are requested in their order, except after a seek or a switch."
        ),
        CheckCode(
            "lint.live-storm",
            "Playlists of a broadcast are requested fewer than four times in a target duration."),
        CheckCode(
            "lint.live-directives",
            "Playlists of a broadcast are requested with the directives that their server"
                + " permits."),
        CheckCode(
            "lint.live-delta",
            "Delta updates of a broadcast, merged, are equal to the full playlists."),
        CheckCode(
            "lint.live-pace",
            "Playlists of a broadcast are loaded at the instants that the player's rules give."),
        CheckCode(
            "lint.live-after-end",
            "Playlists of a broadcast are not requested after their end."),
        CheckCode(
            "lint.live-dates",
            "Positions of a broadcast have the dates that the clock of its origin gave."),
        CheckCode(
            "lint.live-ledger",
            "All media that a broadcast published while it was played is in one account."),
        CheckCode(
            "lint.live-synchrony",
            "Video and audio of a broadcast belong to one time of its programme."),
        CheckCode(
            "lint.live-duration",
            "The duration of a broadcast becomes finite once, before End, and then stays the same."),
        CheckCode(
            "lint.live-window", "The playhead of a broadcast is within its window."),
        CheckCode(
            "lint.live-latency",
            "The distance from the live edge grows only by stalls and pauses."),
        CheckCode(
            "lint.live-backwards",
            "Neither end of a broadcast's seekable range moves backwards."),
        CheckCode(
            "lint.error-domain",
            "Errors are named by domain and code where several domains have the code."),
    ]

    private static let thresholds = Threshold.Metric.allCases.map {
        CheckCode($0.code, "\($0.name) is within its bounds.")
    }

    private static let assets = [
        CheckCode("variant.played", "A stream is played or read to its end, with all its media."),
        CheckCode("cue-point.passed", "An expected cue point is passed once in each variant."),
        CheckCode("marker.missing", "An expected cue point is marked in the asset."),
        CheckCode(
            "marker.differs",
            "The duration, event and content that an expected cue point states match its marker."),
        CheckCode(
            "marker.unexpected",
            "Each marker of an expected kind has its cue point."),
        CheckCode("lint.asset", "The asset is checked against the rules of playctl lint."),
    ]

    private static let sweeps = [
        CheckCode("sweep.baseline", "The asset or scenario of a sweep passes without a fault."),
        CheckCode("sweep.met", "The fault of the run applied to its request."),
        CheckCode("sweep.ledger", "The accounts balance, regardless of failures."),
        CheckCode("sweep.requests", "One fault does not lead to endless requests."),
        CheckCode(
            "sweep.retries",
            "No request is made again more often than the recovery policy allows."),
        CheckCode("sweep.time", "One fault does not prevent the end of a run."),
        CheckCode(
            "sweep.recovery",
            "The viewer waits no longer than the fault, a retry and the filling of a buffer take."),
        CheckCode(
            "sweep.outcome",
            "Each session has one outcome: End, Fail before Ready, or FailedToPlayToEndTime, the"
                + " last two with their error."),
        CheckCode("sweep.stall", "PlaybackStalled is reported for every wait during playback."),
        CheckCode(
            "sweep.loss",
            "Missing media is stated by the accounts, by a note of the ledger, or by an error."),
        CheckCode("sweep.exit-code", "The exit code agrees with the events and the accounts."),
        CheckCode(
            "sweep.seek-landing",
            "An exact seek lands at its target, another one at a sync sample within its tolerance"
                + " or at the target."),
        CheckCode(
            "sweep.seek-segment",
            "The segment that is played after a seek contains its landing position."),
        CheckCode("sweep.seek-progress", "The progress after a seek continues from its landing."),
        CheckCode("sweep.seek-repeatable", "Repeated seeks to one target land at one position."),
    ]

    private static let goldens = [
        CheckCode("golden.trace", "The trace equals the stored trace."),
        CheckCode("golden.missing", "A trace is stored."),
        CheckCode("golden.version", "The stored trace was written by this version."),
        CheckCode("golden.name", "No two scenarios share the file of a golden trace."),
    ]

    private static let issues = [
        CheckCode("issue.absent", "The known issue still occurs.")
    ]
}

extension Threshold.Metric {
    /// The code of the check that compares this metric with its threshold.
    public var code: String { "threshold.\(rawValue)" }

    /// The metric in words, for the start of a sentence.
    public var name: String {
        switch self {
        case .startupTime: "The time from the request to play to the first frame"
        case .rebufferingCount: "The number of stalls"
        case .rebufferingRatio:
            "The fraction of the playing and rebuffering time that is spent rebuffering"
        case .rebufferingTime: "The time spent rebuffering"
        case .switches: "The number of changes of variant"
        case .downSwitches: "The number of changes to less bandwidth"
        case .meanBitrate: "The mean bandwidth of the variants played"
        case .wastedBytes: "The bytes fetched and never played"
        case .retries: "The number of repeated requests"
        case .seekTime: "The longest time that a seek takes to land"
        }
    }
}
