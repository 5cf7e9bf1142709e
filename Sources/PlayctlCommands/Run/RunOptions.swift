import CommandTree
package import PlaybackCommands
package import Sessions

/// The options of `playctl run`.
package struct RunOptions: Equatable, Sendable {
    /// The paths of scenarios and of folders with scenarios, as typed.
    package var operands: [String] = []
    /// The asset for which a first suite of scenarios is written; `nil` if scenarios are run.
    package var initialAsset: String?
    /// The folder relative to which scenarios are named; `nil` uses each searched folder.
    package var root: String?
    package var choice = ScenarioChoice()
    /// Whether scenarios are listed instead of run.
    package var lists = false
    /// The number of concurrent scenarios; `nil` means one per processor.
    package var jobs: Int?
    /// The number of runs of each scenario, to prove that it is deterministic.
    package var runs = 1
    /// The random seed of every scenario; `nil` uses the seed in each file.
    package var seed: UInt64?
    /// The player to model in every scenario; `nil` leaves the choice to each file.
    package var profile: PlayerProfile?
    /// Whether the first failed scenario ends the run.
    package var failsFast = false
    /// Whether scenarios may refer to servers.
    package var allowsNetwork = false
    /// The permitted hosts, and the header fields, cookies and logins of requests.
    package var hosts = HostOptions()
    /// The shard of the scenarios to run; `nil` leaves the choice to environment variables.
    package var shard: ShardPlan?
    /// The number of shards, for environments that state only the index of the shard.
    package var shardCount: Int?
    /// The path of earlier results, whose durations are used to balance the shards.
    package var costs: String?
    /// The path of the file for the list of requests; `nil` writes no list.
    package var requests: String?
    /// The destinations of results.
    package var reports = ReportOptions()
    /// The maximum virtual time of each scenario; `nil` uses the limit in each file.
    package var timeLimit: Duration?
    /// Whether facts about requests and checks are also written to standard error.
    package var isVerbose = false
    /// Whether only errors and warnings are written.
    package var isQuiet = false

    /// Creates options with their defaults.
    package init() {}
}

extension RunCommand {
    /// The definition of the verb `playctl run`.
    static let verb = Command(
        "run", "Runs scenarios: files that describe a playback, its steps and the expected result.",
        defaults: RunOptions(),
        operands: .some(
            "FILE", \.operands, count: 0...Int.max,
            "a scenario, or a folder that contains files ending in .play.yaml, at any depth"),
        options: RunOptions.options + HostOptions.options.map { $0.lifted(to: \.hosts) }
            + ReportOptions.options.map { $0.lifted(to: \.reports) },
        rules: [
            .conflict("shard", "shards"), .conflict("quiet", "verbose"), .conflict("quiet", "list"),
        ] + OptionRule.conflicts("list", RunOptions.idleInLists)
            + OptionRule.conflicts("init", RunOptions.idleInScaffolds) + ReportOptions.rules,
        notes: [
            "The name of a scenario is the path of its file in the folder that is run, with dots.",
            "A folder without scenarios is wrong usage if other operands lead to scenarios.",
            "A scenario that has thresholds for a 'profile' is run again for each of these"
                + " players, as NAME.PLAYER, unless --profile selects one player; thresholds for"
                + " other players are then skipped.",
            "Without --shard the environment selects the part to run: PLAYCTL_INDEX or"
                + " JOB_COMPLETION_INDEX (Kubernetes) with PLAYCTL_TOTAL, CI_NODE_INDEX with"
                + " CI_NODE_TOTAL (GitLab), TEST_SHARD_INDEX with TEST_TOTAL_SHARDS (Bazel),"
                + " GTEST_SHARD_INDEX with GTEST_TOTAL_SHARDS.",
            "The exit code is 0 when everything holds, 1 when something failed, 2 for wrong"
                + " usage, 5 when there was nothing to run or a --filter or a tag fits no scenario, 99"
                + " when only thresholds are broken and 130 when interrupted.",
        ],
        examples: [
            ("playctl run suites/ads/midroll.play.yaml", "run one scenario"),
            ("playctl run suites --tags smoke -j 4", "run scenarios tagged smoke, four at a time"),
            ("playctl run --init film/index.m3u8 suites/film", "write a first suite for a film"),
            ("playctl run suites --n-runs 5", "prove that all runs are the same"),
            ("playctl run suites --shard 2/8 --costs last.json", "run the second of eight parts"),
        ],
        check: { (_, options) throws(UsageError) in
            try options.reports.checkPaths(requests: options.requests)
            if options.initialAsset == nil, options.operands.isEmpty {
                throw .missingOperand("FILE")
            }
            if options.initialAsset != nil, options.operands.count > 1 {
                throw .unwantedOperand(options.operands[1])
            }
        }
    ) { (options, output, errors) throws(CommandFailure) in
        if let asset = options.initialAsset {
            let folder = options.operands.first ?? "suite"
            return try await SuiteScaffold(
                asset: asset, folder: folder, hosts: options.hosts,
                output: output.silenced(options.isQuiet)
            ).write()
        }
        return try RunCommand(options: options, output: output, errors: errors).run()
    }
}

extension RunOptions {
    /// The options that have no effect when scenarios are only listed.
    fileprivate static let idleInLists =
        ReportOptions.options.map(\.description.name) + [
            "requests", "n-runs", "fail-fast", "jobs", "seed", "time-limit",
        ]

    /// The options that have no effect when a first suite is written.
    ///
    /// These are all options except `--init`, `--quiet`, `--allow-network` and the host options.
    fileprivate static let idleInScaffolds =
        options.map(\.description.name).filter { !["init", "quiet", "allow-network"].contains($0) }
        + ReportOptions.options.map(\.description.name)

    fileprivate static let options: [BoundOption<RunOptions>] = [
        .value(
            "init", \.initialAsset, as: .path, named: "ASSET",
            "write a first suite for this asset into the folder FILE (default: suite), and run"
                + " nothing"),
        .values(
            "tags", letter: "t", \.choice.tags, as: .words, named: "TAGS",
            "run scenarios with at least one of these tags, separated by commas (repeated: of each"
                + " list); !slow excludes scenarios tagged slow; a tag that no scenario has ends"
                + " the run with 5; an invalid file is included if its tags match or cannot be"
                + " read"),
        .values(
            "filter", letter: "k", \.choice.names, as: .text, named: "TEXT",
            "run scenarios whose names contain this; !TEXT excludes them"),
        .flag(
            "list", letter: "l", \.lists,
            "list the names and files of scenarios instead of running them"),
        .value(
            "jobs", letter: "j", \.jobs, as: .count(1...1024), named: "N",
            "run this many at a time (default: the number of processors)"),
        .value(
            "n-runs", \.runs, as: .count(1...1_000_000), named: "N", standard: "1",
            "run each scenario this many times, and fail when a run differs from the first in"
                + " anything"),
        .value(
            "seed", \.seed, as: .integer(0...UInt64.max), named: "N",
            "the random seed, instead of the seeds in the files"),
        .profile(\.profile),
        .flag("fail-fast", letter: "x", \.failsFast, "end with the first failure"),
        .flag("allow-network", \.allowsNetwork, "allow requests to servers"),
        .value(
            "root", \.root, as: .path, named: "DIR",
            "name scenarios by their paths in this folder (default: the folder that is run, or that"
                + " of a file)"),
        .value(
            "shard", \.shard, as: .shard, named: "I/N",
            "run part I of N, counted from 1 (default: from the environment)"),
        .value(
            "shards", \.shardCount, as: .count(1...1_000_000), named: "N",
            "the number of parts, where the environment states only the index"),
        .value(
            "costs", \.costs, as: .path, named: "FILE",
            "balance the parts by the durations in earlier results (of --json, or a JSON object:"
                + " name to seconds)"),
        .value(
            "requests", \.requests, as: .outputPath, named: "FILE",
            "write each request as JSON, or as an HTTP archive (.har)"),
        .timeLimit(\.timeLimit),
        .verbose(\.isVerbose, "each request and each check"),
        .quiet(\.isQuiet),
    ]
}

extension ArgumentConverter<[String]> {
    /// The converter for words separated by commas.
    fileprivate static let words = ArgumentConverter(
        expectation: "words with commas between them, such as smoke,ads"
    ) { text in
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return words.allSatisfy { !$0.isEmpty && $0 != "!" } ? words : nil
    }
}

extension ArgumentConverter<ShardPlan> {
    /// The converter for a shard: its number and the number of all shards.
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
