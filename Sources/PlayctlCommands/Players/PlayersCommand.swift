import CommandTree
import Formats
import HeadlessPlayback
import PlaybackCommands
import ResultReports
import RunResults
import ScenarioRunning
import Scenarios
import Sessions
import Transport
import VirtualTime

/// `playctl players`: plays an asset by the rules of several players.
struct PlayersCommand {
    private static let recordingHint =
        "; record it with 'playctl play URL --realtime --length 60 --record DIR', and name a"
        + " scenario with recording: DIR"

    let options: PlayersOptions
    let output: OutputStream
    let errors: OutputStream

    /// Plays the asset once for each player, and reports the results in one table.
    ///
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when playback cannot begin, or a report cannot be written.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let people = (options.reports.claimsStandardOutput ? errors : output)
            .silenced(options.isQuiet)
        let scenario = try scenario()
        let facts = FactLog(options.isVerbose, on: errors)
        var delivery = ResultDelivery(
            options: options.reports, output: output, errors: errors, facts: facts,
            isQuiet: options.isQuiet,
            sparing: [options.asset] + scenario.references
                + [options.networkTrace].compactMap(\.self) + options.hosts.inputFiles)
        delivery.reportsPassed = false
        try delivery.open()
        var runner = ScenarioRunner(
            loader: options.hosts.loader(), cancellation: Interruption.flag,
            index: SegmentIndex(), stopwatch: Stopwatch.started())
        runner.keepsRequests = true
        runner.keepsHistory = options.reports.showsHistories
        var results: [ScenarioResult] = []
        for profile in options.profiles {
            var played = scenario
            played.player.adopt(profile)
            var result = runner.run(played)
            if Interruption.hasHappened { break }
            // The refusal does not depend on the player, so the other players are not tried.
            if let refusal = result.refusedBroadcast {
                throw CommandFailure(.usage, "\(refusal)\(Self.recordingHint)")
            }
            result.name = "\(scenario.name).\(profile.name)"
            result.command = command(for: profile)
            results.append(result)
        }
        if results.count < options.profiles.count {
            // The report files are already open, and would otherwise be removed.
            _ = try delivery.deliver(results, planned: options.profiles.count)
            return .interrupted
        }
        people.write(PlayerTable(results, names: options.profiles.map(\.name)).text)
        return try delivery.deliver(results)
    }

    /// Returns the scenario in the named file, or a scenario for the named asset.
    ///
    /// The options of the command are applied to the scenario.
    private func scenario() throws(CommandFailure) -> Scenario {
        var scenario = try namedScenario()
        if scenario.assets.contains(where: { $0.live != nil }) {
            throw CommandFailure(.usage, "\(options.asset): a broadcast cannot be compared yet")
        }
        try scenario.add(options.hosts)
        if let limit = options.timeLimit { scenario.timeLimit = limit }
        return scenario
    }

    private func namedScenario() throws(CommandFailure) -> Scenario {
        let path = options.asset
        guard path.hasSuffix(ScenarioFile.nameEnding) else {
            _ = try options.hosts.requests.assetOptions(of: path)
            var scenario = Scenario(AssetTitle.text(of: path), assets: [ScenarioAsset(path)])
            scenario.surroundings.network = try network()
            return scenario
        }
        do throws(ScenarioFileError) {
            return try ScenarioSource.read(path, allowsNetwork: true, hosts: options.hosts)
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
    }

    private func network() throws(CommandFailure) -> NetworkConditions {
        if let network = options.network {
            return NetworkConditions(
                bitsPerSecond: network.bitsPerSecond, latency: network.latency)
        }
        guard let path = options.networkTrace else { return .unlimited }
        guard let bytes = try FileBytes.readGiven(path) else {
            throw CommandFailure(.usage, "\(path): there is no such file")
        }
        do throws(NetworkTraceError) {
            return try NetworkConditions(trace: bytes, latency: options.latency)
        } catch {
            throw CommandFailure(file: path, error)
        }
    }

    /// Returns the command line that plays the asset by the rules of one player.
    private func command(for profile: PlayerProfile) -> String {
        var words = ["playctl players", ShellWord.place(options.asset)]
        words.append("--profiles \(profile.name)")
        if let network = options.network { words.append("--network \(network.word)") }
        if let path = options.networkTrace {
            words.append("--network-trace \(ShellWord.quoted(path))")
            if options.latency > .zero {
                words.append("--latency \(options.latency / .milliseconds(1))")
            }
        }
        if let limit = options.timeLimit { words.append("--time-limit \(limit.argument)") }
        return (words + options.hosts.words).joined(separator: " ")
    }
}
