import CommandTree
package import Linting
package import PlaybackCommands
import Scenarios
import Transport
package import VirtualTime

/// The options of `playctl lint`.
package struct LintOptions: Equatable, Sendable {
    /// A change to the severity of a rule.
    package struct Change: Equatable, Sendable {
        /// The code of a rule, or the part before its dot, which stands for all rules of a subject.
        package var code: String
        /// The severity; `nil` switches the rule off.
        package var severity: LintRule.Severity?
    }

    /// The paths or addresses of the assets.
    package var assets: [String] = []
    /// The profile that selects the rules.
    package var profile = LintRule.Profile.rfc
    /// The lowest severity at which a breach makes the command fail.
    package var failOn = LintRule.Severity.error
    /// The path of the configuration file.
    package var config: String?
    /// The findings that the configuration file ignores.
    var ignored: [LintFile.Ignoring] = []
    /// The names of the options that were given on the command line.
    ///
    /// These options override the settings of the configuration file.
    var given: Set<String> = []
    /// The codes or subjects of the rules to check; empty means all.
    package var chosen: [String] = []
    /// The changes to the severities of rules.
    package var changes: [Change] = []
    /// Whether the versions of an asset are compared with each other.
    ///
    /// The assets are either the versions, the oldest first, or recordings that contain several
    /// versions.
    package var comparesVersions = false
    /// The time for which broadcasts are watched; `nil` watches none.
    package var watchLength: Duration?
    /// Whether only playlists are read.
    package var readsTextAlone = false
    /// The position up to which media is read; `nil` reads all of it.
    package var mediaLimit: MediaTime?
    /// Whether the media is decoded too.
    package var decodes = false
    /// The number of playlists whose media is read concurrently; `nil` means one per processor.
    package var jobs: Int?
    /// Whether the table of rules is printed.
    package var listsRules = false
    /// The code of the rule to explain.
    package var explained: String?
    /// Whether the findings are written as JSON.
    package var json = false
    /// The path of the SARIF report.
    package var sarif: String?
    /// The path of the JUnit report.
    package var junit: String?
    /// The path of the HTML page.
    package var html: String?
    /// The path of the file with the known findings.
    package var baseline: String?
    /// Whether the findings are written to the baseline.
    package var updatesBaseline = false
    /// Whether only errors and warnings are written.
    package var isQuiet = false
    /// The sources of keys.
    package var keys = KeyOptions()
    /// The permitted hosts, and the header fields, cookies and logins of requests.
    package var hosts = HostOptions()

    /// Creates options with their defaults.
    package init() {}
}

extension LintCommand {
    /// The definition of the verb `playctl lint`.
    static let verb = Command(
        "lint", "Checks playlists and media against the rules of HLS, and reports each breach.",
        defaults: LintOptions(),
        operands: .some(
            "ASSET", \.assets, count: 0...1000,
            "a multivariant or media playlist, as a path or a URL; at most 1000"),
        options: LintOptions.options + KeyOptions.options.map { $0.lifted(to: \.keys) }
            + HostOptions.options.map { $0.lifted(to: \.hosts) },
        rules: [
            .conflict("rules", "explain"), .conflict("no-media", "max-media"),
            .conflict("no-media", "jobs"), .conflict("no-media", "decode"),
            .conflict("quiet", "json"),
        ] + KeyOptions.conflicts("no-media") + [KeyOptions.serverRule, RequestOptions.hostRule],
        notes: [
            "All playlists are read, then every segment once. Each finding has the code of its"
                + " rule, the line and column of the playlist, and the section that states the"
                + " rule; rules that are not checked are counted.",
            "With --versions, the assets are versions of one live playlist, the oldest first, and"
                + " rules about changes are checked too. A folder that 'playctl play --record' made"
                + " is an asset with all of its versions, each of which is checked; segments that"
                + " the player did not load are not checked, which the result states.",
            "With --watch, live assets are followed as by 'playctl watch', the text of each"
                + " version is checked, and removed segments are requested for as long as they"
                + " must stay available. Rules about the server, such as origin.blocking, are"
                + " added. A change that live.segment-changed or a similar rule forbids is"
                + " reported as a breach of origin.edits or origin.counters, which --rules live"
                + " adds.",
            "A comment '# playctl: ignore RULE' in a playlist switches a rule off for the next"
                + " line, and '# playctl: ignore-file RULE' for the playlist; its findings are"
                + " listed as ignored.",
            "The playlists and media of at most 32 interstitials are read like the playlists and"
                + " media of the asset; an interstitial that is a single media file is played as"
                + " by 'playctl verify'. Their errors are reported, but a wrong bandwidth is only"
                + " a warning. Further interstitials, and single files if --max-media is given,"
                + " are reported as not checked; --no-media reads none.",
            "Playlists and media that could not be read are reported as not checked, with the"
                + " affected rules. An asset that cannot be loaded is a finding, and the others"
                + " are checked.",
            "It exits with 0 when no finding has the severity of --fail-on or above, and with 1"
                + " otherwise; also with 1 when none of the chosen rules could be checked. With"
                + " --watch it exits with 5 when nothing failed, but an asset has ended, so that"
                + " nothing was followed.",
        ],
        examples: [
            ("playctl lint film/index.m3u8", "check an asset against the specification"),
            (
                "playctl lint film/index.m3u8 --profile apple --sarif lint.sarif",
                "check it against Apple's rules too, for a code host"
            ),
            (
                "playctl lint film/index.m3u8 --config lint.yaml",
                "check it with the settings of a file (see 'playctl schema lint')"
            ),
            ("playctl lint film/index.m3u8 --rules key", "check only the rules about keys"),
            ("playctl lint --rules", "print the table of rules"),
            ("playctl lint --explain variant.peak-off", "explain a rule"),
        ],
        check: { (arguments, options) throws(UsageError) in
            // `--rules` without a value prints the table of rules and exits with 0. Together with
            // assets or the names of rules, it is refused: such a call requests a check, and 0
            // would report that the check succeeded. A call without an asset, as with an empty
            // shell variable, is an error.
            if options.assets.isEmpty, !options.listsRules, options.explained == nil {
                throw .missingOperand("ASSET")
            }
            if options.listsRules, !options.assets.isEmpty || !options.chosen.isEmpty {
                throw .missingValue(option: "--rules", value: "RULE")
            }
            if options.explained != nil, !options.assets.isEmpty {
                throw .conflict("--explain", "ASSET")
            }
            try LintOptions.checkAlone("explain", options.explained != nil, arguments)
            try LintOptions.checkAlone(
                "rules", options.listsRules, arguments, beside: ["profile", "config"])
            try AssetOperand.refuseStandardInput(among: options.assets)
            if options.watchLength != nil,
                let place = options.assets.first(where: { !ResourceScheme(of: $0).isRemote })
            {
                throw .invalidOperand(place, "an http or https URL, as --watch needs")
            }
            try options.checkPaths()
            let names = ["profile", "fail-on", "rules", "baseline"]
            options.given = Set(names.filter(arguments.has))
            if options.updatesBaseline, options.baseline == nil, options.config == nil {
                throw .idle("--update", without: "--baseline or --config")
            }
        }
    ) { (options, output, errors) throws(CommandFailure) in
        var command = LintCommand(options: options, output: output, errors: errors)
        return try await command.run()
    }
}

extension LintOptions {
    fileprivate static let options: [BoundOption<LintOptions>] = [
        .value(
            "config", \.config, as: .path, named: "FILE",
            "read profile, severities, ignored findings and baseline from this YAML file"),
        .value(
            "profile", \.profile, as: .choice, named: "NAME", standard: "rfc",
            "the rules to check: rfc, or apple to add the rules of the authoring specification"),
        .value(
            "fail-on", \.failOn, as: .choice, named: "LEVEL", standard: "error",
            "exit with 1 for findings of this severity or above: error, warning or info"),
        .values(
            "rules", \.chosen, orAlone: \.listsRules, as: .rules, named: "RULE",
            "check only this rule, or the rules of this subject, such as key; without a RULE and"
                + " an ASSET, print the table of rules"),
        .values(
            "severity", \.changes, as: .change, named: "RULE=LEVEL",
            "change the severity of a rule: off, info, warning or error"),
        .flag(
            "versions", \.comparesVersions,
            "treat the ASSETs as versions of one asset, the oldest first, and check the changes"
                + " between them"),
        .value(
            "watch", \.watchLength, as: .length, named: "TIME",
            "watch broadcasts for this much time too, such as 90 or 30m, and check the rules"
                + " about changes and about the server"),
        .flag("no-media", \.readsTextAlone, "read only playlists"),
        .value(
            "max-media", \.mediaLimit, as: .interval, named: "TIME",
            "read only this much media of each playlist, such as 60s; the rest is reported as not"
                + " checked"),
        .flag(
            "decode", \.decodes,
            "also decode every frame, and find frames that cannot be decoded; takes much longer"),
        .value(
            "jobs", letter: "j", \.jobs, as: .count(1...256), named: "N",
            "read the media of this many playlists at a time (default: the number of processors)"),
        .value(
            "explain", \.explained, as: .rule, named: "RULE",
            "print the meaning of a rule, its usual cause and its cure"),
        .flag("json", \.json, "print the findings as JSON"),
        .value(
            "sarif", \.sarif, as: .path, named: "FILE",
            "write SARIF 2.1.0 for code hosts; - is stdout"),
        .value(
            "junit", \.junit, as: .path, named: "FILE",
            "write JUnit XML for CI, a test case for each rule; - is stdout"),
        .value(
            "html", \.html, as: .path, named: "FILE",
            "write a page that shows the results; - is stdout"),
        .value(
            "baseline", \.baseline, as: .path, named: "FILE",
            "forgive the findings that this file lists"),
        .flag("update", \.updatesBaseline, "with --baseline: write the current findings to it"),
        .quiet(\.isQuiet),
    ]
}

extension LintOptions {
    /// Throws when an option that only prints a text is combined with an unrelated option.
    ///
    /// - Parameters:
    ///   - name: The option that prints a text and checks nothing.
    ///   - isGiven: Whether the option is given.
    ///   - arguments: The arguments of the verb.
    ///   - others: The options that may be combined with it, because they affect the text.
    /// - Throws: ``UsageError`` when an option without an effect is given.
    fileprivate static func checkAlone(
        _ name: String, _ isGiven: Bool, _ arguments: MatchedArguments, beside others: [String] = []
    ) throws(UsageError) {
        guard isGiven else { return }
        let known =
            options.map(\.description.name) + KeyOptions.options.map(\.description.name)
            + HostOptions.options.map(\.description.name)
        let idle = known.first {
            arguments.has($0) && $0 != name && $0 != "quiet" && !others.contains($0)
        }
        if let idle { throw .conflict("--\(name)", "--\(idle)") }
    }

    /// Throws when two reports are written to the same file or both to standard output.
    func checkPaths() throws(UsageError) {
        var paths = OutputPaths()
        try paths.add("json", onStandardOutput: json)
        for (name, path) in [("sarif", sarif), ("junit", junit), ("html", html)] {
            try paths.add(name, path)
        }
        if updatesBaseline { try paths.add("baseline", baseline) }
    }
}

extension ArgumentConverter<String> {
    /// The converter for the code of a rule.
    fileprivate static let rule = ArgumentConverter(
        expectation: "the code of a rule, such as variant.peak-off (see 'playctl lint --rules')"
    ) { text in LintRule.named(text).map(\.code) }

    /// The converter for the code of a rule, or for a subject that several rules share.
    fileprivate static let rules = ArgumentConverter(
        expectation: "the code of a rule, or its subject (see 'playctl lint --rules')"
    ) { text in LintRule.all.contains { $0.matches(text) } ? text : nil }
}

extension ArgumentConverter<LintOptions.Change> {
    fileprivate static let change = ArgumentConverter(
        expectation: "a rule and its severity, such as segment.extinf-off=off"
    ) { text in
        let halves = text.split(separator: "=").map(String.init)
        guard halves.count == 2, LintRule.all.contains(where: { $0.matches(halves[0]) }) else {
            return nil
        }
        if halves[1] == "off" { return LintOptions.Change(code: halves[0], severity: nil) }
        return LintRule.Severity(rawValue: halves[1]).map {
            LintOptions.Change(code: halves[0], severity: $0)
        }
    }
}
