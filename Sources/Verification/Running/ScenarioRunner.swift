public import HeadlessPlayback

/// Runs scenarios: makes a world for each, lets everything happen in it, and looks at what came of it.
///
/// ```swift
/// let result = ScenarioRunner().run(scenario)
/// ```
///
/// A runner is a value that any number of tasks may share; a run takes place on the thread that asks
/// for it, and shares nothing with others but threads for work outside. The same scenario has the
/// same result whoever runs it, wall times aside.
///
/// A scenario plays its assets from the start on, in their order, unless one of its steps says what is
/// to be played (`setVideos`, `playDownload`) or downloads something. A run ends when nothing is left
/// to happen, or when the scenario's time is up.
public struct ScenarioRunner: Sendable {
    /// Where bytes come from.
    public var loader: any ResourceLoader
    /// The threads for work outside the worlds.
    public var workers: Workers
    /// Raised to give up the run that is under way.
    public var cancellation: CancellationFlag
    /// The folder in which scenarios that download keep their stores while they run; `nil` is where
    /// temporary files go.
    public var storeFolder: String?
    /// What other runs have read, so that it is not read again; `nil` lets each read all by itself.
    public var index: SegmentIndex?
    /// Reads a clock of the machine, for the wall time of results; `nil` leaves that at zero.
    public var stopwatch: (@Sendable () -> Duration)?
    /// Whether pictures are taken of what a viewer sees at cue points, for a page.
    public var takesStills = false

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - loader: Where bytes come from.
    ///   - workers: The threads for work outside the worlds.
    ///   - cancellation: Raised to give up the run that is under way.
    ///   - storeFolder: The folder for stores.
    ///   - index: What other runs have read.
    ///   - stopwatch: Reads a clock of the machine.
    public init(
        loader: any ResourceLoader = StandardLoader(), workers: Workers = .shared,
        cancellation: CancellationFlag = CancellationFlag(), storeFolder: String? = nil,
        index: SegmentIndex? = nil, stopwatch: (@Sendable () -> Duration)? = nil
    ) {
        self.loader = loader
        self.workers = workers
        self.cancellation = cancellation
        self.storeFolder = storeFolder
        self.index = index
        self.stopwatch = stopwatch
    }

    /// Runs a scenario and looks at what came of it.
    ///
    /// - Parameter scenario: The scenario.
    /// - Returns: What came of it; its command is empty but for scenarios out of a file.
    public func run(_ scenario: Scenario) -> ScenarioResult {
        let start = stopwatch?() ?? .zero
        var result = ScenarioResult(
            name: scenario.name, file: scenario.file, seed: scenario.seed,
            command: scenario.file.map { "playctl run \($0)" } ?? "")
        let faults = scenario.faults
        guard faults.isEmpty else {
            result.checks = faults.enumerated().map { index, failure in
                Check(
                    "scenario.invalid", "the scenario makes sense (\(index + 1))", .failed(failure))
            }
            return result
        }
        let stills = takesStills ? StillCollector() : nil
        let record = ScenarioStage(
            scenario, loader: loader, workers: workers, cancellation: cancellation,
            storeFolder: storeFolder, index: index, stills: stills
        ).run()
        result.metrics = Metrics.values(of: record)
        let cuePoints = CuePointCounting(record)
        result.checks = Verdict.checks(of: record, cuePoints, result.metrics)
        result.trace = record.chronicle.lines
        var histories = record.chronicle.histories
        for session in record.sessions {
            histories.close(
                session.number, ledger: session.ledger,
                cuePoints: cuePoints.counts[session.number] ?? [],
                timeline: record.timelines?.marks(ofSession: session.number) ?? [])
        }
        result.histories = histories.all
        for index in result.histories.indices {
            result.histories[index].stills =
                stills?.stills(ofSession: result.histories[index].number) ?? []
        }
        result.worldTime = record.end.sinceStart
        if let stopwatch { result.wallTime = stopwatch() - start }
        return result
    }
}
