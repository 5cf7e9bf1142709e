/// What came of one scenario, or of one verification of an asset.
public struct ScenarioResult: Sendable, Equatable {
    /// What a result sums up to.
    public enum Verdict: Int, Sendable, Comparable {
        case passed, thresholdBroken, failed

        /// Whether one verdict is better than another.
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The name of the scenario.
    public var name: String
    /// The file of the scenario; `nil` for one that has none.
    public var file: String?
    /// The seed of the scenario.
    public var seed: UInt64
    /// Everything that was looked at, in order.
    public var checks: [Check]
    /// What was measured, by the names of metrics.
    public var metrics: [Threshold.Metric: Double]
    /// The lines of the trace.
    public var trace: [String]
    /// What happened, for a page that shows it; one for each session.
    public var histories: [SessionHistory]
    /// How long the run took in the time of its world.
    public var worldTime: Duration
    /// How long the run took in the time of the machine; not part of what is compared.
    public var wallTime: Duration
    /// The command that repeats the run, without its program's path.
    public var command: String
    /// What the run was about, where it belongs to a sweep; `nil` elsewhere.
    package var swept: SweptRun?

    /// Creates a result of a scenario that was not run yet.
    ///
    /// - Parameters:
    ///   - name: The name of the scenario.
    ///   - file: The file of the scenario.
    ///   - seed: The seed of the scenario.
    ///   - command: The command that repeats the run.
    public init(name: String, file: String? = nil, seed: UInt64 = 0, command: String = "") {
        self.name = name
        self.file = file
        self.seed = seed
        self.command = command
        checks = []
        metrics = [:]
        trace = []
        histories = []
        worldTime = .zero
        wallTime = .zero
    }

    /// What the checks sum up to.
    public var verdict: Verdict {
        checks.reduce(.passed) { verdict, check in
            switch check.outcome {
            case .failed: max(verdict, .failed)
            case .broken: max(verdict, .thresholdBroken)
            case .passed, .known, .skipped: verdict
            }
        }
    }
}
