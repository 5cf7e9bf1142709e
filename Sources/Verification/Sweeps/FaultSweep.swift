package import HeadlessPlayback

/// Plays something that plays well once for every request and every fault, and looks what becomes of
/// it.
///
/// Nothing is left to chance: the same sweep of the same asset has the same outcome on every machine,
/// and each of its runs can be repeated alone.
package struct FaultSweep: Sendable {
    /// One run of a sweep: a request, and what goes wrong with it.
    package struct Case: Sendable {
        let request: SweptRequest
        let fault: SweptFault
        let rule: FaultRule

        /// What people call it, such as `video/segment-3.ts:404`.
        package var name: String { "\(request.name):\(fault.rawValue)" }
    }

    /// What came of a sweep.
    package struct Report: Sendable {
        /// What was looked at in each run, in the order of the requests and of the faults; the run
        /// without a fault comes first.
        package let results: [ScenarioResult]
        /// How the runs ended, by kind of resource and by fault.
        package let table: SurvivalTable
        /// Whether the sweep was ended before all runs were made.
        package let isIncomplete: Bool
    }

    /// What is played, and in what surroundings.
    package let scenario: Scenario
    /// The names of the runs to make, where `*` stands for any text; empty means all.
    package let only: [String]
    /// How many runs are made at a time.
    package let jobs: Int
    /// The command without which names of runs repeats the sweep.
    package let command: String
    private let keySystems: @Sendable () -> [any KeySystem]
    private let stopwatch: (@Sendable () -> Duration)?

    /// Plans a sweep.
    ///
    /// - Parameters:
    ///   - scenario: What is played, and in what surroundings.
    ///   - only: The names of the runs to make, where `*` stands for any text; empty means all.
    ///   - jobs: How many runs are made at a time.
    ///   - command: The command that repeats the sweep.
    ///   - keySystems: Makes those who are asked for keys.
    ///   - stopwatch: Reads a clock of the machine, for the wall time of results.
    package init(
        _ scenario: Scenario, only: [String] = [], jobs: Int = 1, command: String = "",
        keySystems: @escaping @Sendable () -> [any KeySystem] = { [IdentityKeySystem()] },
        stopwatch: (@Sendable () -> Duration)? = nil
    ) {
        self.scenario = scenario
        self.only = only
        self.jobs = jobs
        self.command = command
        self.keySystems = keySystems
        self.stopwatch = stopwatch
    }

    /// Makes all runs.
    ///
    /// - Parameters:
    ///   - cancellation: Raised to leave out the runs that have not begun.
    ///   - progress: Told how many runs are made, and of how many.
    /// - Returns: What came of them.
    package func run(
        cancellation: CancellationFlag = CancellationFlag(),
        progress: (Int, Int) -> Void = { _, _ in }
    ) -> Report {
        let index = SegmentIndex(holdsRemoteResources: true)
        let play = PlainRun(scenario, index: index, keySystems: keySystems)
        let sound = play.observe()
        let baseline = Self.baseline(of: sound, scenario, command)
        guard baseline.verdict == .passed else {
            return Report(results: [baseline], table: SurvivalTable(), isIncomplete: false)
        }
        let cases = self.cases(of: sound)
        let recovery = scenario.player.options.recovery
        let judged = ParallelRuns.map(
            cases.count, jobs: jobs, cancellation: cancellation,
            finished: { progress($0, cases.count) }
        ) { number in
            judge(cases[number], play, against: sound, recovery)
        }
        var table = SurvivalTable()
        var results = [baseline]
        for (swept, judgement) in zip(cases, judged) {
            guard let judgement else { continue }
            table.count(judgement.survival, swept.request.kind, swept.fault)
            results.append(judgement.result)
        }
        return Report(
            results: results, table: table, isIncomplete: judged.contains { $0 == nil })
    }

    /// The runs of the sweep, in order.
    func cases(of sound: RunObservation) -> [Case] {
        let asset = LocalPath.url(scenario.assets.first?.url ?? "")
        return SweptRequest.all(sound.requests, of: asset).flatMap { request in
            SweptFault.allCases.compactMap { fault in
                fault.fault(of: request).map {
                    Case(request: request, fault: fault, rule: request.meets($0))
                }
            }
        }.filter { swept in
            only.isEmpty || only.contains { Wildcard.matches($0, swept.name) }
        }
    }

    private func judge(
        _ swept: Case, _ play: PlainRun, against sound: RunObservation, _ recovery: RecoveryPolicy
    ) -> (survival: Survival, result: ScenarioResult) {
        var limits = RunLimits()
        limits.requests = FaultVerdict.mostRequests(after: sound)
        limits.worldTime = FaultVerdict.longestTime(after: sound, swept.fault, recovery)
        let start = stopwatch?() ?? .zero
        let run = play.observe(faults: [swept.rule], limits: limits)
        let verdict = FaultVerdict(run, against: sound, fault: swept.fault, recovery: recovery)
        var result = ScenarioResult(
            name: "\(scenario.name).\(swept.name)", file: scenario.file, seed: scenario.seed,
            command: "\(command) --only \(ShellWord.quoted(swept.name))")
        result.checks = verdict.checks
        result.worldTime = run.worldTime
        result.wallTime = (stopwatch?() ?? .zero) - start
        result.metrics[.retries] = Double(run.requests.count { $0.attempt > 1 })
        if verdict.survival == .violation {
            // The same again, with all that was told: it takes memory, and is seldom wanted.
            result.trace =
                play.observe(faults: [swept.rule], limits: limits, keepsTrace: true).trace
        }
        return (verdict.survival, result)
    }

    /// A sweep says nothing about what does not play well by itself.
    static func baseline(
        of sound: RunObservation, _ scenario: Scenario, _ command: String
    ) -> ScenarioResult {
        var result = ScenarioResult(
            name: scenario.name, file: scenario.file, seed: scenario.seed, command: command)
        let cause = sound.sessions.lazy.compactMap(\.failure).first.map { PlaceText.cut("\($0)") }
        let failure = Failure(
            expected: "a run without faults that plays everything to its end",
            found: cause ?? "one that exits with \(sound.exitCode)")
        result.checks = [
            Check(
                "sweep.baseline", "it plays without faults",
                sound.exitCode == 0 && !sound.wasCutOff ? .passed : .failed(failure))
        ]
        result.worldTime = sound.worldTime
        return result
    }
}
