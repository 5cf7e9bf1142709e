package import RunResults

/// The results of a sweep.
package struct SweepReport: Sendable {
    /// The results of the runs in order; the run without a fault or a seek comes first.
    package let results: [ScenarioResult]
    /// The number of runs omitted because the sweep was ended early.
    package let left: Int
    /// The number of runs with a fault or a seek that were made.
    package var runCount: Int { results.count { $0.swept?.isPlain == false } }
    /// The requested names that match no run.
    package var strangers: [String] = []

    /// The report of a sweep that was ended during its first run, before other runs were known.
    static let ended = SweepReport(results: [], left: 1)
}
