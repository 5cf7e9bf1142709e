package import HeadlessPlayback
import Verification

/// The options of `playctl sweep`.
package struct SweepOptions: Equatable {
    /// The kind of a sweep.
    package enum Subject: Equatable, Sendable {
        /// Every fault, at every request.
        case faults
        /// Every place that a seek may go wrong at.
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
    /// The network to simulate; `nil` simulates none.
    package var network: PlayOptions.Network?
    /// The subtitles to show.
    package var subtitles = MediaPreferences.Subtitles.automatic
    /// The sources of keys.
    package var keys = KeyOptions()
    /// The world time that a run may take; `nil` derives it from the promised duration.
    package var timeLimit: Duration?
    /// The destinations of results.
    package var reports = ReportOptions()
    /// The hosts that requests may go to.
    package var hosts = HostOptions()

    /// Creates options with their defaults.
    package init() {}
}

extension SweepCommand {
    enum Option {
        static let faults = OptionDescription(
            flag: "faults",
            "play once for every request and every fault: 403, 404, 503, reset,"
                + " hang, truncation, zeros, slow, stale, wrong-key")
        static let seeks = OptionDescription(
            flag: "seeks",
            "seek to every keyframe, segment and discontinuity and to the frames"
                + " beside them")
        static let only = OptionDescription(
            "only", value: "NAME", isRepeatable: true,
            "make the runs of this name alone; * stands for any text")
        static let jobs = OptionDescription(
            "jobs", letter: "j", value: "N", standard: "the number of processors",
            "make so many runs at a time")
    }

    /// The verb, for reading and for help.
    static let description = CommandDescription(
        name: "sweep",
        summary: "Plays an asset once for everything that can go wrong, and tells what became of"
            + " it.",
        operand: OperandDescription(
            name: "ASSET", summary: "a playlist as a path or an address, or a *.play.yaml",
            count: 1...1),
        options: [Option.faults, Option.seeks, Option.only, Option.jobs] + PlayCommand.sweepOptions
            + KeyOptions.all + [HostOptions.option] + ReportOptions.Option.reports,
        notes: [
            "The asset has to play well by itself first. A run of --faults may end in any way but"
                + " one in which the player breaks a promise: accounts that do not balance, a loss"
                + " that nobody names, no end, no event or the wrong one.",
            "A scenario has to pass by itself first. --seeks takes none with steps: seeks would come in"
                + " between them. Faults that no request can meet are named under the table.",
            "Each run has a name, and the command that repeats it alone is told with every failure.",
        ],
        examples: [
            ("playctl sweep --faults film/index.m3u8", "a table of what the film survives"),
            (
                "playctl sweep --faults film/index.m3u8 --only 'video/segment-3.ts:404'",
                "one of the runs again"
            ),
            (
                "playctl sweep --seeks film/index.m3u8 --junit seeks.xml",
                "every place to seek to, for CI"
            ),
        ])
}

extension SweepOptions {
    /// Converts the arguments of the verb.
    init(_ arguments: MatchedArguments) throws(UsageError) {
        typealias Option = SweepCommand.Option
        try arguments.exclude(Option.faults, Option.seeks)
        guard arguments.flag(Option.faults) != nil || arguments.flag(Option.seeks) != nil else {
            throw .missingOperand("--faults or --seeks")
        }
        subject = arguments.flag(Option.seeks) == nil ? .faults : .seeks
        asset = arguments.operands.first ?? ""
        if asset.hasSuffix(ScenarioFile.nameEnding) {
            for option in [PlayCommand.Option.network, PlayCommand.Option.subtitles]
            where arguments.has(option) {
                throw .idle("--\(option.name)", without: "an asset: a scenario says it itself")
            }
        }
        only = try arguments.all(Option.only, as: .path)
        let most = try arguments.value(Option.jobs, as: .integer(1...256))
        jobs = most.map(Int.init) ?? Workers.shared.count
        network = try arguments.value(PlayCommand.Option.network, as: .network)
        if let language = try arguments.value(PlayCommand.Option.subtitles, as: .language) {
            subtitles = language == "off" ? .off : .language(language)
        }
        timeLimit = try arguments.timeLimit()
        keys = try KeyOptions(arguments)
        hosts = try HostOptions(arguments)
        reports = try ReportOptions(arguments)
    }
}
