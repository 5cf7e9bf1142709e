package import HeadlessPlayback

/// The result of one scenario, or of one verification of an asset.
public struct ScenarioResult: Sendable, Equatable {
    /// The overall outcome of a result, which follows from the outcomes of its checks.
    public enum Verdict: Int, Sendable, Comparable {
        case passed, thresholdBroken, failed

        /// Returns whether the left verdict is better than the right verdict.
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The name of the scenario.
    public var name: String
    /// The file of the scenario; `nil` for a scenario without a file.
    public var file: String?
    /// The seed of the scenario.
    public var seed: UInt64
    /// The checks, in order.
    public var checks: [Check]
    /// The measured values, by metric.
    public var metrics: [Threshold.Metric: Double]
    /// The lines of the trace.
    public var trace: [String]
    /// The events of each session, for the HTML page with the results.
    public var histories: [SessionHistory]
    /// The duration of the run in virtual time.
    public var worldTime: Duration
    /// The duration of the run in real time; ignored by comparisons.
    public var wallTime: Duration
    /// The command that repeats the run, without the path of the program.
    public var command: String
    /// The locations of the assets that were played, in order.
    package var assets: [String] = []
    /// The requests of the run, if they were recorded; empty otherwise.
    package var requests: [RequestRecord] = []
    /// The error of a broadcast that was not played, because its server publishes in real time.
    package var refusedBroadcast: String?
    /// The part of a sweep that the run performs; `nil` for a run outside sweeps.
    package var swept: SweptRun?

    /// Creates the result of a scenario that has not run yet, without checks.
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

    /// The overall outcome, which follows from the outcomes of the checks.
    ///
    /// The scenario has failed if a check has failed, or if there are no checks because it was not
    /// run. Otherwise a threshold is broken if a check states that a measured value is out of its
    /// bounds. Known issues and skipped checks have no influence.
    public var verdict: Verdict {
        if checks.isEmpty { return .failed }
        return checks.reduce(.passed) { verdict, check in
            switch check.outcome {
            case .failed: max(verdict, .failed)
            case .broken: max(verdict, .thresholdBroken)
            case .passed, .known, .skipped: verdict
            }
        }
    }
}
