import CommandTree
import HeadlessPlayback
package import PlaybackCommands
import Scenarios
package import Sessions
import VirtualTime

/// The options of `playctl sweep`.
package struct SweepOptions: Equatable, Sendable {
    /// The kind of a sweep.
    package enum Subject: Equatable, Sendable {
        /// A sweep that injects every fault at every request.
        case faults
        /// A sweep of seeks to every position at which a seek is likely to fail.
        ///
        /// The positions are keyframes, segment boundaries and discontinuities, and the frames next
        /// to them.
        case seeks
    }

    /// The kind of the sweep.
    package var subject = Subject.faults
    /// The path or the address of the asset or the scenario.
    package var asset = ""
    /// The names of the runs to make; empty means all.
    package var only: [String] = []
    /// The number of concurrent runs.
    package var jobs = Workers.shared.count
    /// The network to simulate; `nil` means that no network is simulated.
    package var network: PlayOptions.Network?
    /// The player to model; `nil` uses the scenario's player, or the default player for an asset.
    package var profile: PlayerProfile?
    /// The subtitles to show.
    package var subtitles = MediaPreferences.Subtitles.automatic
    /// The sources of keys.
    package var keys = KeyOptions()
    /// The maximum virtual time of a run; `nil` derives it from the declared media duration.
    package var timeLimit: Duration?
    /// The destinations of results.
    package var reports = ReportOptions()
    /// The permitted hosts, and the header fields, cookies and logins of requests.
    package var hosts = HostOptions()
    /// Whether facts about requests and checks are written in addition to failures.
    ///
    /// The facts are written to standard error.
    package var isVerbose = false
    /// Whether only errors and warnings are written.
    package var isQuiet = false

    /// Creates options with their defaults.
    package init() {}
}

extension SweepCommand {
    /// The definition of the verb `playctl sweep`.
    static let verb = Command(
        "sweep", "Plays an asset once for every possible fault or seek, and reports the outcomes.",
        defaults: SweepOptions(),
        operands: .one("ASSET", \.asset, "a playlist as a path or a URL, or a *.play.yaml"),
        options: SweepOptions.options + KeyOptions.options.map { $0.lifted(to: \.keys) }
            + HostOptions.options.map { $0.lifted(to: \.hosts) }
            + ReportOptions.reports.map { $0.lifted(to: \.reports) },
        rules: [.conflict("faults", "seeks"), .conflict("quiet", "verbose")],
        notes: [
            "The asset must first play without faults. A run of --faults passes even when"
                + " playback fails; it is a violation if the ledger does not balance, media is"
                + " lost without a stated cause, the run does not end, or an event is missing or"
                + " wrong.",
            "A scenario must first pass by itself, for each player that its thresholds name unless"
                + " --profile selects one player. --seeks refuses scenarios with steps or with a"
                + " service; --faults applies no fault to calls of a service. Faults that fit no"
                + " request are named under the table.",
            "Each run has a name, and every failure shows the command that repeats only this run.",
        ],
        examples: [
            ("playctl sweep --faults film/index.m3u8", "tabulate which faults the film survives"),
            (
                "playctl sweep --faults film/index.m3u8 --only 'video/segment-3.ts:404'",
                "repeat one of the runs"
            ),
            (
                "playctl sweep --seeks film/index.m3u8 --junit seeks.xml",
                "check every place to seek to, for CI"
            ),
        ],
        check: { (arguments, options) throws(UsageError) in
            try options.check(arguments)
            try KeyOptions.checkServer(arguments)
            try options.reports.checkPaths()
        }
    ) { (options, output, errors) throws(CommandFailure) in
        try options.keys.checkCertificate()
        return try SweepCommand(options: options, output: output, errors: errors).run()
    }
}

extension SweepOptions {
    fileprivate static let options: [BoundOption<SweepOptions>] = [
        .flag(
            "faults",
            "play once for every request and every fault: 403, 404, 503, reset, hang, truncation,"
                + " zeros, slow, stale, wrong-key"
        ) { $0.subject = .faults },
        .flag(
            "seeks",
            "seek to every keyframe, segment and discontinuity, and to the adjacent frames"
        ) { $0.subject = .seeks },
        .values(
            "only", \.only, as: .text, named: "NAME",
            "make only the runs of this name; * stands for any text"),
        .value(
            "jobs", letter: "j", \.jobs, as: .count(1...256), named: "N",
            standard: "the number of processors", "make this many runs at a time"),
        .subtitles(\.subtitles), .profile(\.profile), .network(\.network), .timeLimit(\.timeLimit),
        .verbose(\.isVerbose, "each request and check"),
        .quiet(\.isQuiet),
    ]

    fileprivate func check(_ arguments: MatchedArguments) throws(UsageError) {
        guard arguments.has("faults") || arguments.has("seeks") else {
            throw .missingOperand("--faults or --seeks")
        }
        guard asset.hasSuffix(ScenarioFile.nameEnding) else {
            return try RequestOptions.hostRule.check(arguments)
        }
        for name in ["network", "subtitles"] where arguments.has(name) {
            throw .idle("--\(name)", without: "an asset: a scenario states this itself")
        }
    }
}
