import CommandTree
import Formats
import HeadlessPlayback
import PlaybackCommands
import ResultReports
import RunResults
import ScenarioRunning
import Scenarios
import Sessions
import VirtualTime

/// `playctl run`: runs scenarios and reports their results.
struct RunCommand {
    let options: RunOptions
    let output: OutputStream
    let errors: OutputStream

    /// A scenario file, with the scenario or the error that occurred when it was read.
    private struct Entry: Sendable {
        let name: String
        let found: FoundScenario
        let scenario: Result<Scenario, ScenarioFileError>
        /// The player to use in place of the scenario's player; `nil` keeps the scenario's player.
        var profile: PlayerProfile?
        /// The tags of a file that is not a valid scenario; `nil` if they cannot be read.
        var tags: [String]?
    }

    /// Runs all selected scenarios.
    ///
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when the run cannot begin.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let shard = try ShardChoice(
            flag: options.shard, count: options.shardCount, SystemCalls.environment)
        var inputs: [String] = []
        var unmatched: [String] = []
        let chosen = try chosenEntries(noting: &inputs, &unmatched)
        let mismatch = unmatched.first.map { CommandFailure(.nothingToRun, $0) }
        if let note = shard.note, !options.isQuiet { tell(note) }
        try shard.touchStatusFile()
        let entries = try part(shard.plan, of: chosen)
        if chosen.isEmpty {
            let reason = unmatched.first ?? "--tags and --filter exclude every scenario"
            throw CommandFailure(.nothingToRun, "there is nothing to run: \(reason)")
        }
        // With a name or a tag that fits no scenario, nothing is run. Otherwise reports, and a
        // merge of them, would pass without the scenarios that the user means.
        if let mismatch, !options.lists { throw mismatch }
        if entries.isEmpty { tell("this shard has nothing to run") }
        errors.flush()
        guard options.lists else {
            return try run(entries, of: chosen, shard.plan, sparing: inputs)
        }
        let code = list(entries)
        if let mismatch, code == .success { throw mismatch }
        return code
    }

    private func run(
        _ entries: [Entry], of chosen: [Entry], _ plan: ShardPlan?, sparing inputs: [String]
    ) throws(CommandFailure) -> CommandFailure.ExitCode {
        guard let plan else { return try run(entries, shard: nil, sparing: inputs) }
        let files = chosen.map { (name: $0.name, path: $0.found.path) }
        return try run(
            entries,
            shard: ResultShard(
                index: plan.index, count: plan.count, suite: ResultSuite(names: files.map(\.name)),
                run: options.digest(of: files)), sparing: inputs)
    }

    private func tell(_ text: String) {
        errors.write("playctl: \(text)\n")
    }

    // MARK: Selected scenarios

    /// Returns the selected scenarios.
    ///
    /// - Parameters:
    ///   - inputs: Receives the locations of all scenario files that were found, and of the assets
    ///     and files to which they refer.
    ///   - unmatched: Receives a message for each chosen name or tag that fits no scenario.
    /// - Returns: The scenarios.
    /// - Throws: ``CommandFailure`` when the selection is wrong usage.
    private func chosenEntries(
        noting inputs: inout [String], _ unmatched: inout [String]
    ) throws(CommandFailure) -> [Entry] {
        if let root = options.root, FileStatus(following: FilePath(root))?.kind != .folder {
            throw CommandFailure(.usage, "\(root): not a folder, as --root needs")
        }
        var discovery = ScenarioDiscovery(root: options.root)
        for operand in options.operands { try discovery.add(operand) }
        for link in discovery.unfollowedLinks {
            tell(
                "warning: \(link): a link to a folder, whose scenarios are not run; name it to run them"
            )
        }
        for path in discovery.nearMisses {
            tell(
                "warning: \(path): not run: the name of a scenario ends in \(ScenarioFile.nameEnding)"
            )
        }
        // An empty folder is an error, because the scenarios of the other operands would hide that
        // some scenarios are missing. The warnings above precede the error, because they may state
        // why the folder has no scenarios.
        if let folder = discovery.emptyFolders.first {
            guard discovery.found.isEmpty else {
                throw CommandFailure(.usage, "\(folder): no scenario file in this folder")
            }
            throw CommandFailure(
                .nothingToRun,
                "there is nothing to run: no file in \(folder) ends in \(ScenarioFile.nameEnding)")
        }
        var entries: [Entry] = []
        var names: [String] = []
        var allTags: [[String]?] = []
        for found in discovery.found {
            inputs.append(found.path)
            for entry in try read(found) {
                names.append(entry.name)
                inputs += (try? entry.scenario.get().references) ?? []
                let tags = (try? entry.scenario.get().tags) ?? entry.tags
                allTags.append(tags)
                if options.choice.picks(entry.name, tags: tags) { entries.append(entry) }
            }
        }
        unmatched =
            options.choice.unmatchedParts(among: names).map {
                "no scenario has \(ShellWord.quoted($0)) in its name"
            }
            + options.choice.unmatchedTags(among: allTags).map {
                "no scenario has the tag \(ShellWord.quoted($0))"
            }
        var files: [String: String] = [:]
        for entry in entries {
            if let other = files.updateValue(entry.found.path, forKey: entry.name) {
                throw CommandFailure(
                    .usage, "'\(entry.name)' is the name of \(other) and of \(entry.found.path)")
            }
        }
        return entries
    }

    /// Reads a scenario file, and returns one entry for each player that has bounds in the file.
    private func read(_ found: FoundScenario) throws(CommandFailure) -> [Entry] {
        var scenario: Scenario
        do throws(ScenarioFileError) {
            if let problem = found.problem {
                throw ScenarioSource.unreadable(found.path, problem)
            }
            scenario = try ScenarioSource.read(
                found.path, root: found.root, allowsNetwork: options.allowsNetwork,
                hosts: options.hosts)
        } catch {
            if Interruption.hasHappened { throw CommandFailure(.interrupted, "\(error)") }
            // An environment variable that is not set is a mistake in the command, not in the
            // scenario.
            if found.isNamed || error.isUnsetVariable { throw CommandFailure(.usage, "\(error)") }
            var entry = Entry(name: found.name, found: found, scenario: .failure(error))
            if !options.choice.tags.isEmpty, found.problem == nil {
                entry.tags = ScenarioSource.tags(found.path, hosts: options.hosts)
            }
            return [entry]
        }
        errors.warn(ofOldCodes: scenario.knownIssues.map(\.code), in: found.path)
        if let seed = options.seed { scenario.seed = seed }
        if let profile = options.profile { scenario.player.adopt(profile) }
        if let limit = options.timeLimit { scenario.timeLimit = limit }
        try scenario.add(options.hosts)
        // If the command line chooses a player, each scenario is played only by that player.
        let scenarios = options.profile == nil ? scenario.forEachPlayer : [scenario]
        let own = scenario.player.options.profile
        return scenarios.map { scenario in
            let profile = scenario.player.options.profile
            return Entry(
                name: scenario.name, found: found, scenario: .success(scenario),
                profile: profile == own ? options.profile : profile)
        }
    }

    private func part(
        _ plan: ShardPlan?, of entries: [Entry]
    ) throws(CommandFailure) -> [Entry] {
        // An invalid list of costs is reported even if the run is not divided.
        let costs = try costs(isUsed: plan != nil)
        guard let plan else { return entries }
        let places = plan.places(of: entries.map(\.name), costs: costs)
        return places.map { entries[$0] }
    }

    /// Returns the durations of scenarios in an earlier run; empty when none is available.
    private func costs(isUsed: Bool) throws(CommandFailure) -> [String: Double] {
        guard let path = options.costs else { return [:] }
        guard let bytes = try FileBytes.readGiven(path) else {
            let effect = isUsed ? ": the parts are divided by name" : ""
            tell("\(path): no such file of earlier results\(effect)")
            return [:]
        }
        do throws(JSONError) {
            let costs = try ShardCosts(json: bytes).seconds
            if !isUsed { tell("--costs has no effect, because the run is not divided") }
            return costs
        } catch {
            throw CommandFailure(file: path, error)
        }
    }

    private func list(_ entries: [Entry]) -> CommandFailure.ExitCode {
        var code = CommandFailure.ExitCode.success
        for entry in entries {
            let words = [entry.name, entry.found.path].map(SafeText.joinedLines)
            output.write(words.joined(separator: "\t") + "\n", relative: false)
            if case .failure(let error) = entry.scenario {
                tell("\(error)")
                code = .failed
            }
        }
        output.flush()
        errors.flush()
        return code
    }

    // MARK: Running

    private func run(
        _ entries: [Entry], shard: ResultShard?, sparing inputs: [String]
    ) throws(CommandFailure) -> CommandFailure.ExitCode {
        let facts = FactLog(options.isVerbose, on: errors)
        var delivery = ResultDelivery(
            options: options.reports, output: output, errors: errors, shard: shard, facts: facts,
            isQuiet: options.isQuiet,
            sparing: inputs + [options.costs].compactMap(\.self) + options.hosts.inputFiles)
        try delivery.open()
        var requests: RequestFile?
        if let path = options.requests { requests = RequestFile(path, try delivery.create(path)) }
        let line = options.isQuiet ? nil : FleetLine(on: errors)
        let jobs = options.jobs ?? Workers.shared.count
        // Repeated runs do not share a segment index, so that equal results prove determinism.
        let index = options.runs == 1 ? SegmentIndex() : nil
        var runner = ScenarioRunner(
            loader: options.hosts.loader(), cancellation: Interruption.flag, index: index,
            stopwatch: Stopwatch.started())
        runner.takesStills = options.reports.html != nil
        // Repeated runs are compared by their traces.
        runner.keepsHistory = options.reports.showsHistories || options.runs > 1
        runner.keepsRequests = requests != nil || options.isVerbose
        let player = runner
        let options = options
        var fleet = ScenarioFleet(entries.map(\.name), jobs: jobs) { place in
            let entry = entries[place]
            var result =
                switch entry.scenario {
                case .success(let scenario): Repetition.run(options.runs) { player.run(scenario) }
                case .failure(let error): Self.result(of: error, name: entry.name)
                }
            result.command = options.command(for: entry.found, profile: entry.profile)
            return result
        }
        var count = 0
        var isWatched = true
        var failure: CommandFailure?
        for _ in entries {
            line?.draw(fleet.board) { fleet.isReady }
            // When the output is closed, the run continues only if it writes reports.
            isWatched = !output.isClosed || options.reports != ReportOptions()
            guard isWatched, let result = fleet.next(), !Interruption.hasHappened else { break }
            line?.erase()
            requests?.write(result.requests, of: result.name, from: DateTime.simulationStart)
            let verdict: ScenarioResult.Verdict
            do throws(CommandFailure) {
                verdict = try delivery.take(result)
            } catch {
                failure = error
                break
            }
            count += 1
            if verdict == .failed, result.verdict != .failed { fleet.board.noteFailure() }
            if options.failsFast, verdict == .failed { break }
        }
        fleet.board.stop()
        line?.erase()
        let code = try delivery.finish(planned: entries.count)
        try requests?.close()
        output.flush()
        // If the reader closed the output and no report is written, no message is written either.
        // In that case, only the exit code shows that the run ended early.
        if count < entries.count, isWatched || Interruption.hasHappened {
            let cause = Interruption.hasHappened ? "interrupted" : "ended early"
            if let unfinished = UnfinishedRuns(count, of: entries.count) {
                tell("\(cause): \(unfinished.words)")
            }
        }
        if count == entries.count, shard == nil { warn(ofUnused: delivery.unusedGoldens) }
        errors.flush()
        if let failure { throw failure }
        if Interruption.hasHappened { return .interrupted }
        if count < entries.count, !isWatched, output.wasAbandoned {
            return code == .failed ? .failed : .cutShort
        }
        return count < entries.count ? .failed : code
    }

    /// Warns of golden traces without a scenario, such as one that was deleted.
    ///
    /// If only some scenarios of a folder are run, the other traces may belong to the others.
    private func warn(ofUnused goldens: [String]) {
        guard options.choice == ScenarioChoice(), options.profile == nil,
            options.operands.allSatisfy({
                FileStatus(following: FilePath($0))?.kind == .folder
            })
        else { return }
        for path in goldens.prefix(Self.mostGoldens) {
            tell("warning: \(path): no scenario of this run has this trace")
        }
        let more = goldens.count - Self.mostGoldens
        if more > 0 { tell("warning: \(more) more traces have no scenario") }
    }

    private static let mostGoldens = 10

    /// Returns the failed result of a file that is not a valid scenario.
    ///
    /// With this result, every report shows the file.
    private static func result(of error: ScenarioFileError, name: String) -> ScenarioResult {
        var result = ScenarioResult(name: name, file: error.file)
        let place = error.path.isEmpty ? "" : "\(error.path): "
        result.checks = [
            Check(
                "scenario.unreadable", "the file is a scenario",
                .failed(
                    Failure(
                        expected: "a scenario", found: "\(place)\(error.reason)",
                        line: error.line)))
        ]
        return result
    }
}
