package import Linting
public import RunResults

/// One test: assets to play, the environment of the player, steps, and expectations.
///
/// A scenario is a value that contains everything its run depends on, except for the bytes of its
/// assets. The same scenario therefore has the same trace on every machine.
public struct Scenario: Sendable {
    /// The name; for a scenario in a folder, a path of words separated by dots.
    public var name: String
    /// The words by which a user selects scenarios to run.
    public var tags: [String]
    /// The file from which the scenario was read; `nil` for a scenario created in code.
    public var file: String?
    /// The locations of the assets and files to which the scenario's file refers.
    ///
    /// A scenario created in code has none.
    package var references: [String] = []
    /// The random seed.
    public var seed: UInt64
    /// The assets to play, in order.
    public var assets: [ScenarioAsset]
    /// The configuration of the player.
    public var player: PlayerSetup
    /// The environment of the player.
    public var surroundings: Surroundings
    /// The steps that the scenario performs during playback.
    public var steps: [ScenarioStep]
    /// The expectations, in addition to the expectations for the ledger of every session.
    ///
    /// A ledger records which media was played, skipped or lost. For example, the amounts in the
    /// ledger of a track must add up to the length of the track.
    public var expectations: [Expectation]
    /// The known issues; their failures are not counted, but the issues must occur.
    public var knownIssues: [KnownIssue]
    /// The bounds of measured values; a value out of bounds is counted separately from failures.
    public var thresholds: [Threshold]
    /// The profile that selects the lint rules for the assets; `nil` selects no rules.
    package var lint: LintRule.Profile?
    /// The simulated playback service; `nil` for a scenario without one.
    package var service: ServiceSetup?
    /// The line at which each part of the scenario begins in the scenario file.
    public var lines: ScenarioLines
    /// The virtual time at which the run ends even if events are left.
    ///
    /// If the value is `nil`, the limit is the longer of 24 hours and twice the playing time that
    /// the playlists state. The time for which steps and faults wait is added to this limit.
    public var timeLimit: Duration?

    /// Creates a scenario that plays assets one after another, without specific expectations.
    ///
    /// - Parameters:
    ///   - name: The title.
    ///   - assets: The assets to play, in order.
    public init(_ name: String, assets: [ScenarioAsset]) {
        self.name = name
        self.assets = assets
        tags = []
        seed = 0
        player = PlayerSetup()
        surroundings = Surroundings()
        steps = []
        expectations = []
        knownIssues = []
        thresholds = []
        lines = ScenarioLines()
    }
}
