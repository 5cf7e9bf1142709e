import HeadlessPlayback
import Verification

/// `playctl sweep`: plays an asset once for everything that can go wrong.
struct SweepCommand {
    let options: SweepOptions
    let output: OutputStream
    let errors: OutputStream

    /// Makes all runs and tells what came of them.
    ///
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when it cannot begin, or a report cannot be written.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let people = options.reports.claimsStandardOutput ? errors : output
        let scenario = try scenario()
        let results: [ScenarioResult]
        switch options.subject {
        case .faults:
            let report = FaultSweep(
                scenario, only: options.only, jobs: options.jobs, command: command,
                keySystems: keySystems(), stopwatch: Stopwatch.started()
            ).run(cancellation: Interruption.flag, progress: progress())
            results = report.results
            if report.table.total > 0 { people.write(report.table.text) }
        case .seeks:
            results = SeekSweep(
                scenario, only: options.only, jobs: options.jobs, command: command,
                keySystems: keySystems(), stopwatch: Stopwatch.started()
            ).run(cancellation: Interruption.flag, progress: progress())
        }
        if Interruption.hasHappened { return .interrupted }
        // What plays well by itself and has no run of that name is nothing to be glad of.
        if results.count < 2, results.allSatisfy({ $0.verdict == .passed }) {
            throw CommandFailure(
                .nothingToRun, "\(options.asset): there is nothing to sweep through")
        }
        var delivery = ResultDelivery(options: options.reports, output: output, errors: errors)
        delivery.tellsPassed = false
        return try delivery.deliver(results)
    }

    /// What is played: a scenario out of its file, or an asset in the surroundings that were asked for.
    private func scenario() throws(CommandFailure) -> Scenario {
        let path = options.asset
        guard path.hasSuffix(ScenarioFile.nameEnding) else {
            var scenario = Scenario(name, assets: [ScenarioAsset(path)])
            scenario.player.options.mediaPreferences.subtitles = options.subtitles
            if let network = options.network {
                scenario.surroundings.network = NetworkConditions(
                    bitsPerSecond: network.bitsPerSecond, latency: network.latency)
            }
            return scenario
        }
        do throws(ScenarioFileError) {
            return try ScenarioSource.read(path, allowsNetwork: true)
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
    }

    /// What results are called: the folder of the asset, which says more than `index.m3u8`.
    private var name: String {
        let path = options.asset.prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/").suffix(2).filter { $0 != "." && $0 != ".." }
        let name = parts.count == 2 ? parts[0] : parts.last ?? "asset"
        return "\(name)".split(separator: ".").first.map(String.init) ?? "asset"
    }

    /// The command line, but for the runs that it picks and the places that it writes to.
    private var command: String {
        let subject = options.subject == .faults ? "--faults" : "--seeks"
        return (["playctl sweep", subject, ShellWord.quoted(options.asset)] + options.words)
            .joined(separator: " ")
    }

    private func keySystems() -> @Sendable () -> [any KeySystem] {
        { [keys = options.keys] in keys.keySystems() }
    }

    /// Tells a person at a terminal how far it is.
    private func progress() -> (Int, Int) -> Void {
        guard errors.isTerminal else { return { _, _ in } }
        return { [errors] done, total in
            guard done == total || done.isMultiple(of: 10) else { return }
            errors.write("\r\u{1B}[K" + (done == total ? "" : "\(done) of \(total) runs"))
            errors.flush()
        }
    }
}

extension SweepOptions {
    /// The options beside the subject, as they would be typed; secrets are left to who types them.
    fileprivate var words: [String] {
        var words: [String] = []
        switch subtitles {
        case .automatic: break
        case .off: words.append("--subtitles off")
        case .language(let language): words.append("--subtitles \(ShellWord.quoted(language))")
        }
        if let network {
            let bits = "\(Double(network.bitsPerSecond) / 1000)"
            let latency = network.latency / .milliseconds(1)
            words.append("--network \(bits)" + (latency > 0 ? ",\(latency)" : ""))
        }
        return words
    }
}
