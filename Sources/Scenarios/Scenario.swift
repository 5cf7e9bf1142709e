package import Linting
public import RunResults

/// One test: assets to play, their surroundings, steps, and expectations.
///
/// A scenario is a value. It has everything that its run depends on, except for the bytes of its
/// assets, so the same scenario has the same trace on every machine.
public struct Scenario: Sendable {
    /// The name; a path of words separated by dots for a scenario in a folder.
    public var name: String
    /// The words by which scenarios are picked.
    public var tags: [String]
    /// The file that it was read from; `nil` for a scenario created in code.
    public var file: String?
    /// The random seed.
    public var seed: UInt64
    /// The assets to play, in order.
    public var assets: [ScenarioAsset]
    /// The configuration of the player.
    public var player: PlayerSetup
    /// The environment of the player.
    public var surroundings: Surroundings
    /// The steps.
    public var steps: [ScenarioStep]
    /// The expectations, in addition to a balanced ledger.
    public var expectations: [Expectation]
    /// The known issues, which are not counted but must occur.
    public var knownIssues: [KnownIssue]
    /// The bounds of measured values; breaking one is not the same as failing.
    public var thresholds: [Threshold]
    /// The profile of the rules for the assets; `nil` checks none.
    package var lint: LintRule.Profile?
    /// The playback service of the world; `nil` without one.
    package var service: ServiceSetup?
    /// The lines of the parts in the file.
    public var lines: ScenarioLines
    /// The world time at which the run ends even if events are left.
    ///
    /// `nil` means the larger of 24 hours and twice the promised duration, plus the waits of steps
    /// and faults.
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
