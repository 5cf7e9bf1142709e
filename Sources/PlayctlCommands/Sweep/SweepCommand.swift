import CommandTree
import Formats
import HeadlessPlayback
import PlaybackCommands
import ResultReports
import RunResults
import Scenarios
import Sessions
import Sweeps

/// `playctl sweep`: plays an asset once for every possible fault or seek.
struct SweepCommand {
    let options: SweepOptions
    let output: OutputStream
    let errors: OutputStream

    /// Performs all runs and reports their results.
    ///
    /// - Returns: The exit code.
    /// - Throws: ``CommandFailure`` when the sweep cannot begin, or a report cannot be written.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let people = (options.reports.claimsStandardOutput ? errors : output)
            .silenced(options.isQuiet)
        let scenario = try scenario()
        if options.subject == .seeks, let reason = SeekSweep.refusal(of: scenario) {
            throw CommandFailure(.usage, "\(options.asset): --seeks is refused: \(reason)")
        }
        let facts = FactLog(options.isVerbose, on: errors)
        var delivery = ResultDelivery(
            options: options.reports, output: output, errors: errors, facts: facts,
            isQuiet: options.isQuiet,
            sparing: [options.asset] + scenario.references + options.keys.inputFiles
                + options.hosts.inputFiles)
        delivery.reportsPassed = false
        try delivery.open()
        var plan = SweepPlan(
            scenario, only: options.only, jobs: options.jobs, command: command,
            keySystems: keySystems(), loader: options.hosts.loader(facts),
            stopwatch: Stopwatch.started(), cancellation: Interruption.flag)
        plan.isForOnePlayer = options.profile != nil
        let report =
            switch options.subject {
            case .faults: FaultSweep(plan).run(progress: progress())
            case .seeks: SeekSweep(plan).run(progress: progress())
            }
        let results = report.results
        people.write(SurvivalTable(results).text + SeekSummary(results).text)
        let code = try delivery.deliver(
            results, planned: report.left > 0 ? results.count + report.left : nil)
        if report.left > 0 {
            // The run without a fault or a seek is not counted, as in the last line of the summary.
            errors.write(
                "playctl: interrupted: \(report.runCount) of \(report.runCount + report.left)"
                    + " runs were made\n")
            errors.flush()
        }
        if Interruption.hasHappened { return .interrupted }
        guard code == .success else { return code }
        // A sweep whose results are all good still fails if it made no run, or if a name given by
        // the user is not the name of a run.
        if let stranger = report.strangers.first {
            throw CommandFailure(
                .nothingToRun, "\(options.asset): there is no run \(ShellWord.quoted(stranger))")
        }
        if report.runCount == 0 {
            throw CommandFailure(
                .nothingToRun, "\(options.asset): there is nothing to sweep through")
        }
        return code
    }

    /// Returns the scenario to sweep: the one in the given file, or a new one for the given asset.
    ///
    /// The options of the command are applied to the scenario.
    private func scenario() throws(CommandFailure) -> Scenario {
        var scenario = try namedScenario()
        try scenario.add(options.hosts)
        if let profile = options.profile { scenario.player.adopt(profile) }
        if let limit = options.timeLimit { scenario.timeLimit = limit }
        return scenario
    }

    private func namedScenario() throws(CommandFailure) -> Scenario {
        let path = options.asset
        guard path.hasSuffix(ScenarioFile.nameEnding) else {
            _ = try options.hosts.requests.assetOptions(of: path)
            var scenario = Scenario(
                AssetTitle.text(of: path), assets: [ScenarioAsset(path)])
            scenario.player.options.mediaPreferences.subtitles = options.subtitles
            if let network = options.network {
                scenario.surroundings.network = NetworkConditions(
                    bitsPerSecond: network.bitsPerSecond, latency: network.latency)
            }
            return scenario
        }
        do throws(ScenarioFileError) {
            return try ScenarioSource.read(path, allowsNetwork: true, hosts: options.hosts)
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
    }

    /// The command line, without the selected runs and the output paths.
    private var command: String {
        let subject = options.subject == .faults ? "--faults" : "--seeks"
        return (["playctl sweep", subject, ShellWord.place(options.asset)] + options.words)
            .joined(separator: " ")
    }

    private func keySystems() -> @Sendable () -> [any KeySystem] {
        { [keys = options.keys] in keys.keySystems() }
    }

    /// Returns a closure that shows the progress on a terminal.
    private func progress() -> (Int, Int) -> Void {
        guard errors.isTerminal, !options.isQuiet else { return { _, _ in } }
        let stopwatch = Stopwatch.started()
        return { [errors] done, total in
            guard done == total || done.isMultiple(of: 10) else { return }
            errors.draw(
                "\r\u{1B}[K" + SweepProgress.text(done, of: total, after: stopwatch()))
            errors.flush()
        }
    }
}

extension SweepOptions {
    /// The options as command-line arguments, without the option that selects the kind of sweep.
    fileprivate var words: [String] {
        var words: [String] = []
        switch subtitles {
        case .automatic: break
        case .off: words.append("--subtitles off")
        case .language(let language): words.append("--subtitles \(ShellWord.quoted(language))")
        }
        if let profile { words.append("--profile \(profile.name)") }
        if let network {
            words.append("--network \(network.word)")
        }
        if let timeLimit { words.append("--time-limit \(timeLimit.argument)") }
        return words + keys.words + hosts.words
    }
}
