/// The options of `playctl run`.
package struct RunOptions: Equatable {
    /// Files of scenarios and folders that have some, as they were typed.
    package var operands: [String] = []
    /// The folder from which scenarios are named; `nil` leaves that to what was named.
    package var root: String?
    package var choice = ScenarioChoice()
    /// Whether scenarios are listed instead of run.
    package var lists = false
    /// The number of concurrent scenarios; `nil` means one per processor.
    package var jobs: Int?
    /// The number of runs of each scenario, to prove that it is deterministic.
    package var runs = 1
    /// Overrides the random seed of every scenario; `nil` uses the seed in each file.
    package var seed: UInt64?
    /// Whether the first failure ends everything.
    package var failsFast = false
    /// Whether scenarios may lead to servers.
    package var allowsNetwork = false
    /// The hosts that requests may go to.
    package var hosts = HostOptions()
    /// The part of the scenarios to run; `nil` leaves it to the environment.
    package var shard: ShardPlan?
    /// The number of parts, for environments that state only the index.
    package var shardCount: Int?
    /// The path of earlier results, by whose times parts are balanced.
    package var costs: String?
    /// The destinations of results.
    package var reports = ReportOptions()
    /// The world time that each scenario may take; `nil` uses the limit in each file.
    package var timeLimit: Duration?

    /// Creates options with their defaults.
    package init() {}
}

extension RunCommand {
    enum Option {
        static let tags = OptionDescription(
            "tags", letter: "t", value: "TAGS", isRepeatable: true,
            "run those with one of these tags, separated by commas; !slow leaves out slow ones")
        static let filter = OptionDescription(
            "filter", letter: "k", value: "TEXT", isRepeatable: true,
            "run those that have this in their names; !TEXT leaves them out")
        static let list = OptionDescription(
            flag: "list", letter: "l", "list the names and files of scenarios and run none")
        static let jobs = OptionDescription(
            "jobs", letter: "j", value: "N",
            "run so many at a time (default: as many as there are processors)")
        static let runs = OptionDescription(
            "n-runs", value: "N", standard: "1",
            "run each so often, and fail when a run differs from the first in anything")
        static let seed = OptionDescription(
            "seed", value: "N", "decide what chance decides, whatever the files say")
        static let failFast = OptionDescription(
            flag: "fail-fast", letter: "x", "end with the first that fails")
        static let allowNetwork = OptionDescription(
            flag: "allow-network", "let scenarios lead to servers")
        static let root = OptionDescription(
            "root", value: "DIR",
            "name scenarios from this folder (default: the folder that is run; a file is named by"
                + " itself)")
        static let shard = OptionDescription(
            "shard", value: "I/N",
            "run the part I of N, counted from 1 (default: what the environment says)")
        static let shardCount = OptionDescription(
            "shards", value: "N",
            "how many parts there are, where the environment tells only which one this is")
        static let costs = OptionDescription(
            "costs", value: "FILE",
            "balance the parts by the times in these earlier results (--json, or an object of"
                + " seconds by name)")

        static let all =
            [
                tags, filter, list, jobs, runs, seed, failFast, allowNetwork, HostOptions.option,
                root,
            ]
            + [shard, shardCount, costs, PlayCommand.Option.timeLimit] + ReportOptions.Option.all
    }

    /// The verb, for reading and for help.
    static let description = CommandDescription(
        name: "run",
        summary:
            "Runs scenarios: files of what is played, what is done and what has to come of it.",
        operand: OperandDescription(
            name: "FILE",
            summary: "a scenario, or a folder in which and below which files end in .play.yaml",
            count: 1...Int.max),
        options: Option.all,
        notes: [
            "The name of a scenario is the path of its file from the folder that is run, with dots.",
            "Without --shard the environment says which part to run: PLAYCTL_INDEX or"
                + " JOB_COMPLETION_INDEX (Kubernetes) with PLAYCTL_TOTAL, CI_NODE_INDEX with"
                + " CI_NODE_TOTAL (GitLab), TEST_SHARD_INDEX with TEST_TOTAL_SHARDS (Bazel),"
                + " GTEST_SHARD_INDEX with GTEST_TOTAL_SHARDS.",
            "The exit code is 0 when everything holds, 1 when something failed, 2 for wrong usage, 5"
                + " when there was nothing to run, 99 when only thresholds are broken and 130 when"
                + " interrupted.",
        ],
        examples: [
            ("playctl run suites/ads/midroll.play.yaml", "run one scenario"),
            ("playctl run suites --tags smoke -j 4", "run those tagged smoke, four at a time"),
            ("playctl run suites --n-runs 5", "prove that every run goes the same way"),
            ("playctl run suites --shard 2/8 --costs last.json", "run the second of eight parts"),
        ])
}

extension RunOptions {
    /// Converts the arguments of the verb.
    init(_ arguments: MatchedArguments) throws(UsageError) {
        typealias Option = RunCommand.Option
        try arguments.exclude(Option.shard, Option.shardCount)
        operands = arguments.operands
        choice.tags = try arguments.all(Option.tags, as: .words)
        choice.names = try arguments.all(Option.filter, as: .path)
        lists = arguments.flag(Option.list) ?? false
        jobs = try arguments.value(Option.jobs, as: .integer(1...1024)).map { Int($0) }
        runs = try arguments.value(Option.runs, as: .integer(1...1_000_000)).map { Int($0) } ?? 1
        seed = try arguments.value(Option.seed, as: .integer(0...UInt64.max))
        failsFast = arguments.flag(Option.failFast) ?? false
        allowsNetwork = arguments.flag(Option.allowNetwork) ?? false
        hosts = try HostOptions(arguments)
        root = try arguments.value(Option.root, as: .path)
        shard = try arguments.value(Option.shard, as: .shard)
        shardCount = try arguments.value(Option.shardCount, as: .integer(1...1_000_000))
            .map { Int($0) }
        costs = try arguments.value(Option.costs, as: .path)
        timeLimit = try arguments.timeLimit()
        reports = try ReportOptions(arguments)
    }
}

extension ArgumentConverter<[String]> {
    /// Words between commas.
    fileprivate static let words = ArgumentConverter(
        expectation: "words with commas between them, such as smoke,ads"
    ) { text in
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return words.allSatisfy { !$0.isEmpty && $0 != "!" } ? words : nil
    }
}

extension ArgumentConverter<ShardPlan> {
    /// A part of several.
    fileprivate static let shard = ArgumentConverter(
        expectation: "I/N with I from 1 to N, such as 2/8"
    ) { text in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else {
            return nil
        }
        return ShardPlan(index: index, count: count)
    }
}
