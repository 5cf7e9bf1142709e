import AssetChecking
public import RunResults
public import Scenarios
public import Sessions
public import Transport
public import VirtualTime

/// Runs scenarios.
///
/// The runner creates a simulated world for each scenario, runs all of its events, and checks the
/// result.
///
/// ```swift
/// let result = ScenarioRunner().run(scenario)
/// ```
///
/// A runner is a value that any number of tasks may share. A run takes place on the calling thread,
/// and shares only worker threads with other runs. Equal scenarios have equal results, except for
/// wall times.
///
/// A scenario plays its assets from the start, in order, unless one of its steps selects the videos
/// to play (`setVideos`, `playDownload`) or downloads something. A run ends when no events are
/// left, at the time limit of the scenario, or at a step that ends the run.
public struct ScenarioRunner: Sendable {
    /// The loader of all resources.
    public var loader: any ResourceLoader
    /// The worker threads, for reading, fetching and demuxing outside the simulated worlds.
    public var workers: Workers
    /// The flag that, when it is raised, cancels the run in progress.
    public var cancellation: CancellationFlag
    /// The folder in which a scenario with downloads has its store while it runs.
    ///
    /// `nil` means the folder of temporary files.
    public var storeFolder: String?
    /// The index of segments, which other runs may share; `nil` if there is none.
    public var index: SegmentIndex?
    /// A closure that reads the real clock of the machine, for the wall time of results.
    ///
    /// If the closure is `nil`, the wall time is zero.
    public var stopwatch: (@Sendable () -> Duration)?
    /// Whether pictures are taken at cue points, for a report page.
    public var takesStills = false
    /// Whether results contain traces and histories, which only some reports show.
    package var keepsHistory = true
    /// Whether results contain the requests of the run.
    package var keepsRequests = false

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - loader: The loader of all resources.
    ///   - workers: The worker threads, for work outside the simulated worlds.
    ///   - cancellation: The flag that cancels the run in progress when it is raised.
    ///   - storeFolder: The folder for stores.
    ///   - index: The segment index, which other runs may share.
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

    /// Runs a scenario and checks the result.
    ///
    /// - Parameter scenario: The scenario.
    /// - Returns: The result; its command is empty unless the scenario comes from a file.
    public func run(_ scenario: Scenario) -> ScenarioResult {
        let start = stopwatch?() ?? .zero
        var result = ScenarioResult(
            name: scenario.name, file: scenario.file, seed: scenario.seed,
            command: scenario.file.map { "playctl run \($0)" } ?? "")
        result.assets = scenario.assets.map(\.url)
        let invalid = scenario.invalidParts
        guard invalid.isEmpty else {
            result.checks = invalid.enumerated().map { index, failure in
                Check(
                    "scenario.invalid", "the scenario makes sense (\(index + 1))", .failed(failure))
            }
            return result
        }
        let stills = takesStills ? StillCollector() : nil
        let record = ScenarioStage(
            scenario, loader: loader, workers: workers, cancellation: cancellation,
            storeFolder: storeFolder, index: index, stills: stills, keepsHistory: keepsHistory
        ).run()
        result.metrics = Metrics.values(of: record)
        result.refusedBroadcast = record.sessions.lazy.compactMap(\.refusedBroadcast).first
        let cuePoints = CuePointCounting(record)
        let rules = AssetRules(scenario, loader: loader, cancellation: cancellation).checks
        result.checks = Verdict.checks(of: record, cuePoints, result.metrics, rules: rules)
        if keepsRequests { result.requests = Array(record.requests) }
        if keepsHistory {
            let chronicle = record.chronicle
            result.trace =
                chronicle.lineCount > Chronicle.longestPlainTrace
                ? chronicle.foldedLines() : chronicle.lines()
        }
        result.histories = Self.histories(of: record, cuePoints, stills)
        result.worldTime = record.end.sinceStart
        if let stopwatch { result.wallTime = stopwatch() - start }
        return result
    }

    /// Returns the histories of the sessions, for a report page; empty when they were not kept.
    private static func histories(
        of record: RunRecord, _ cuePoints: CuePointCounting, _ stills: StillCollector?
    ) -> [SessionHistory] {
        guard var histories = record.chronicle.histories else { return [] }
        for session in record.sessions {
            histories.close(
                session.number, ledger: session.ledger,
                cuePoints: cuePoints.counts[session.number] ?? [],
                timeline: record.timelines?.marks(ofSession: session.number) ?? [])
        }
        return histories.all.map { history in
            var history = history
            history.stills = stills?.stills(ofSession: history.number) ?? []
            return history
        }
    }
}
