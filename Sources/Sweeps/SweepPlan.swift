import Formats
package import HeadlessPlayback
import RunResults
package import Scenarios
import Sessions
import Transport
package import VirtualTime

/// The scenario of a sweep, and the selection and options of its runs.
package struct SweepPlan: Sendable {
    /// The scenario of the sweep, with its assets, network, faults and device.
    package var scenario: Scenario
    /// The names of the runs to make, in which `*` matches any text; empty means all.
    package var only: [String]
    /// The number of concurrent runs.
    package var jobs: Int
    /// The command that repeats the sweep, without the names of runs.
    package var command: String
    /// Whether the thresholds for players other than the scenario's own are left out.
    package var isForOnePlayer = false
    /// A closure that creates the key systems of a run.
    let keySystems: @Sendable () -> [any KeySystem]
    /// The loader that supplies the bytes of assets, keys and other resources.
    let loader: any ResourceLoader
    /// A closure that reads a clock of the machine, for the wall time of results.
    let stopwatch: (@Sendable () -> Duration)?
    /// The flag that, when raised, omits runs that have not begun, and ends the runs in progress.
    ///
    /// The results of the runs that it ends are dropped.
    let cancellation: CancellationFlag

    /// Plans a sweep.
    ///
    /// - Parameters:
    ///   - scenario: The assets, with their network, faults and device.
    ///   - only: The names of the runs to make, in which `*` matches any text; empty means all.
    ///   - jobs: The number of concurrent runs.
    ///   - command: The command that repeats the sweep.
    ///   - keySystems: Creates the key systems that issue keys.
    ///   - loader: The source of bytes.
    ///   - stopwatch: Reads a clock of the machine, for the wall time of results.
    ///   - cancellation: The flag that, when raised, omits the runs that have not begun, and ends
    ///     the runs in progress, whose results are dropped.
    package init(
        _ scenario: Scenario, only: [String] = [], jobs: Int = 1, command: String = "",
        keySystems: @escaping @Sendable () -> [any KeySystem] = { [IdentityKeySystem()] },
        loader: any ResourceLoader = StandardLoader(),
        stopwatch: (@Sendable () -> Duration)? = nil,
        cancellation: CancellationFlag = CancellationFlag()
    ) {
        self.scenario = scenario
        self.only = only
        self.jobs = jobs
        self.command = command
        self.keySystems = keySystems
        self.loader = loader
        self.stopwatch = stopwatch
        self.cancellation = cancellation
    }

    /// Returns whether a run with this name is selected.
    func picks(_ name: String) -> Bool {
        only.isEmpty || only.contains { Wildcard.matches($0, name) }
    }

    /// Returns the requested names that match no run.
    ///
    /// - Parameter names: The names of all runs.
    /// - Returns: The unknown names, in the order of the request.
    func strangers(among names: [String]) -> [String] {
        only.filter { pattern in !names.contains { Wildcard.matches(pattern, $0) } }
    }

    /// Returns the object that performs all runs of the sweep; the runs share loaded segments.
    func plainRun() -> PlainRun {
        PlainRun(
            scenario, index: SegmentIndex(holdsRemoteResources: true), keySystems: keySystems,
            loader: loader, cancellation: cancellation)
    }

    /// Performs a run of the sweep, and measures its duration.
    ///
    /// - Parameters:
    ///   - name: The name of the run within the sweep.
    ///   - body: Makes the run, and fills in its result.
    /// - Returns: The result, with the command that repeats only this run.
    func result(of name: String, _ body: (inout ScenarioResult) -> Void) -> ScenarioResult {
        let start = stopwatch?() ?? .zero
        var result = ScenarioResult(
            name: "\(scenario.name).\(name)", file: scenario.file, seed: scenario.seed,
            command: "\(command) --only \(ShellWord.quoted(name))")
        result.assets = scenario.assets.map(\.url)
        body(&result)
        result.wallTime = (stopwatch?() ?? .zero) - start
        return result
    }

    /// Returns the result of the baseline run, to which the sweep adds no fault.
    ///
    /// If the baseline run fails, the sweep is meaningless.
    ///
    /// - Parameters:
    ///   - sound: The observations of the baseline run; its only faults are the scenario's own.
    ///   - play: The object that performs runs.
    /// - Returns: The result of the baseline run, with a check of its success.
    func baseline(of sound: RunObservation, _ play: PlainRun) -> ScenarioResult {
        var result = ScenarioResult(
            name: scenario.name, file: scenario.file, seed: scenario.seed, command: command)
        result.swept = .plain(untried: [])
        result.assets = scenario.assets.map(\.url)
        result.checks = [
            Check(
                "sweep.baseline", "it plays without faults",
                failure(of: sound, play).map { .failed($0) } ?? .passed)
        ]
        result.worldTime = sound.worldTime
        return result
    }

    /// Returns the reason why a run cannot serve as a baseline; `nil` when it can.
    private func failure(of sound: RunObservation, _ play: PlainRun) -> Failure? {
        if scenario.steps.contains(where: \.action.isOffline) {
            return Failure(
                expected: "a scenario without downloads",
                found: "one with offline steps, whose losses a sweep does not see; name the asset"
                    + " instead")
        }
        let expected = "a run without faults that plays everything to its end"
        if let failure = sound.sessions.lazy.compactMap(\.failure).first {
            return Failure(expected: expected, found: PlaceText.cut("\(failure)"))
        }
        if sound.wasCutOff {
            let time = Instant(sinceStart: sound.worldTime)
            return Failure(
                expected: expected, found: "one that had no end when time was up, \(time) s")
        }
        if scenario.file == nil || sound.exitCode == 3 {
            // As in `playctl play`, subtitles that were requested and not played are a failure.
            let unmet = sound.sessions.lazy.flatMap(\.ledger.remarks).first {
                $0.kind == .unmetSubtitles
            }
            guard sound.exitCode != 0 || unmet != nil else { return nil }
            let cause =
                sound.sessions.lazy.compactMap(\.ledger.unsoundness).first ?? unmet?.text
            return Failure(
                expected: expected,
                found: cause.map(PlaceText.cut) ?? "one that exits with \(sound.exitCode)")
        }
        // The expectations of the scenario are checked here, because the other runs of the sweep do
        // not check them.
        let own = scenario.player.options.profile.name
        for played in isForOnePlayer ? [scenario] : scenario.forEachPlayer {
            let player = played.player.options.profile.name
            for check in play.checks(of: played) {
                let failure: Failure
                switch check.outcome {
                case .failed(let found), .broken(let found): failure = found
                case .passed, .known, .skipped: continue
                }
                let words = "a scenario that passes" + (player == own ? "" : " for \(player)")
                return Failure(
                    expected: "\(words): \(failure.expected)", found: failure.found,
                    instant: failure.instant, line: failure.line, context: failure.context)
            }
        }
        guard sound.isFinished else {
            return Failure(
                expected: expected,
                found: "one that leaves media unplayed, as a fault would")
        }
        return nil
    }
}
