/// What came of a sweep.
package struct SweepReport: Sendable {
    /// What was looked at in each run, in order; the run without a fault and a seek comes first.
    package let results: [ScenarioResult]
    /// How many runs were left out, since the sweep was ended before.
    package let left: Int
    /// The names that were asked for and that no run has.
    package var strangers: [String] = []

    /// How the runs with faults ended, by kind of resource and by fault.
    package var table: SurvivalTable { SurvivalTable(results) }
}
