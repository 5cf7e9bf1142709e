import HeadlessPlayback
import Linting
import Transport

/// The parts of a scenario in a file, before they are combined.
struct ScenarioDraft: Sendable {
    var scenario = Scenario("", assets: [])
    var name: String?
    var network = NetworkDraft()
    /// The options that apply to the requests of all assets.
    var requests = AssetOptions()
}

extension Shape<ScenarioDraft> {
    /// The syntax of a complete scenario file.
    static let scenario = Shape.mapping(
        "A playctl scenario: the assets, the simulated environment, the steps and the expected"
            + " results.",
        from: { ScenarioDraft() },
        fields: [
            Field("playctl", .version, "The version of the format.", isRequired: true) { _, _ in },
            Field("name", .name, "The title; the path of the file with dots if not given.") {
                $0.name = $1
            },
            Field(
                "tags", Shape<String>.tag.list(isEmptyAllowed: true),
                "The tags by which 'playctl run --tags' selects the scenario."
            ) {
                $0.scenario.tags = $1
            },
            Field(
                "seed", Shape<UInt64>.integer(0...UInt64.max), "The seed of all random numbers; 0."
            ) { $0.scenario.seed = $1 },
            Field(
                "time-limit", .duration,
                "The simulated time after which an unfinished run is ended; the larger of"
                    + " 24h and twice the duration of the media, plus the waits of steps."
            ) { $0.scenario.timeLimit = $1 },
            Field(
                "silence-limit", .duration,
                "The longest permitted time in which a player that loads or plays reports nothing and"
                    + " does not move its playhead; 60s."
            ) { $0.scenario.surroundings.silenceLimit = $1 },
            Field(
                "assets", Shape<ScenarioAsset>.asset.list(), "The assets to play, in order.",
                isRequired: true
            ) { $0.scenario.assets = $1 },
            Field("player", .player, "The settings of the player.") {
                $0.scenario.player = $1.keeping($0)
            },
            Field("keys", .keys, "The sources of the player's keys.") {
                $0.scenario.player.keys = $1
            },
            Field(
                "service", ServiceSection.service, "The playback service, where assets are found."
            ) { $0.scenario.service = $1 },
            Field("network", .network, "The conditions of the network.") { $0.network = $1 },
            Field("faults", Shape<FaultRule>.fault.list(), "The faults of requests.") {
                $0.scenario.surroundings.faults = $1
            },
            Field("app", AppSection.app, "The device and the app when the scenario begins.") {
                $0.scenario.surroundings.device = $1.device
                $0.scenario.surroundings.connection = $1.connection
                $0.scenario.surroundings.start = $1.start
            },
            Field(
                "steps", Shape<StepDraft>.step.located.list(),
                "The actions, with their times; the last time ends a run whose broadcast does not"
                    + " end."
            ) {
                $0.setSteps($1)
            },
            Field(
                "expect", Shape<Expectation>.expectation.located.list(),
                "The expected events and values, in addition to a ledger that balances."
            ) {
                $0.scenario.expectations = $1.map(\.value)
                $0.scenario.lines.expectations = $1.map(\.line)
            },
            Field(
                "lint", Shape<LintRule.Profile>.choice,
                "The rules of playctl lint that the assets must keep: rfc, or apple to add the"
                    + " rules of the authoring specification; none by default."
            ) { $0.scenario.lint = $1 },
            Field(
                "known-issues", Shape<KnownIssue>.knownIssue.located.list(),
                "The known issues: their failures do not count, but must occur."
            ) {
                $0.scenario.knownIssues = $1.map(\.value)
                $0.scenario.lines.knownIssues = $1.map(\.line)
            },
            Field(
                "thresholds", .thresholds,
                "The bounds of measured values, for every player, or for the players of a"
                    + " 'profile'; a broken bound is not a failure."
            ) {
                $0.scenario.thresholds = $1.map(\.value)
                $0.scenario.lines.thresholds = $1.map(\.line)
            },
        ] + RequestSection.fields)
}

extension ScenarioDraft {
    /// Sets the steps; a step without a trigger is performed immediately after the previous step.
    fileprivate mutating func setSteps(_ steps: [(value: StepDraft, line: Int)]) {
        var previous = ScenarioStep.Trigger.start
        for (number, (draft, line)) in steps.enumerated() {
            guard let action = draft.action else { continue }
            let trigger =
                draft.trigger ?? (previous == .start ? .start : .afterPrevious(.zero))
            scenario.steps.append(ScenarioStep(action, at: trigger))
            scenario.lines.steps.append(line)
            scenario.lines.stepNumbers.append(number + 1)
            previous = trigger
            if let pause = draft.pause {
                scenario.steps.append(ScenarioStep(.play, at: .afterPrevious(pause)))
                scenario.lines.steps.append(line)
                scenario.lines.stepNumbers.append(number + 1)
                previous = .afterPrevious(pause)
            }
        }
    }
}

extension PlayerSetup {
    /// Returns the setup with the encryption keys of a draft.
    ///
    /// In a file, the encryption keys have a section of their own, outside the player's section.
    fileprivate func keeping(_ draft: ScenarioDraft) -> PlayerSetup {
        var setup = self
        setup.keys = draft.scenario.player.keys
        return setup
    }
}

extension Shape<Void> {
    /// The syntax of the file format's version number, which must be 1.
    fileprivate static let version = Shape(.object([("const", .number(1))])) {
        value throws(ScenarioFileError) in
        guard case .scalar("1", .plain) = value.node.content else {
            throw value.unexpected("1, the version that is read ('playctl schema' describes it)")
        }
    }
}

extension Shape<String> {
    /// The syntax of a tag by which scenarios are selected.
    static let tag = Shape(.text(pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$")) {
        value throws(ScenarioFileError) in
        let text = try Shape<String>.text.read(value)
        let isWord = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "._-".utf8.contains(byte)
        }
        guard isWord, let first = text.first, first.isLetter || first.isNumber else {
            throw value.unexpected("a word of letters, digits, dots and hyphens")
        }
        return text
    }
}

extension Shape<DateTime> {
    /// The syntax of a date with a time of day.
    static let date = Shape(
        .text(
            pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}",
            examples: ["2026-01-01T00:00:00Z"])
    ) { value throws(ScenarioFileError) in
        guard let date = value.word.flatMap({ DateTime($0) }) else {
            throw value.unexpected("a date such as 2026-01-01T00:00:00Z")
        }
        return date
    }
}
