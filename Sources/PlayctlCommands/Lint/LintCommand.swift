import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
import Linting
import PlaybackCommands
import Playlists
import Scenarios
import Transport
import VirtualTime

/// `playctl lint`: checks playlists and media against the rules of HLS.
struct LintCommand {
    private(set) var options: LintOptions
    let output: OutputStream
    let errors: OutputStream

    /// Creates the command for one run of `playctl lint`.
    init(options: LintOptions, output: OutputStream, errors: OutputStream) {
        self.options = options
        self.output = output
        self.errors = errors
    }

    /// Checks the assets.
    ///
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when no rule is checked, or a report cannot be written.
    mutating func run() async throws(CommandFailure) -> CommandFailure.ExitCode {
        if let code = options.explained, let rule = LintRule.named(code) {
            output.write(ownText: RuleText.explanation(of: rule))
            return .success
        }
        let typedChanges = options.changes
        if let path = options.config { try options.adopt(fileAt: path) }
        if options.listsRules {
            output.write(ownText: RuleText.table(options.profile))
            return .success
        }
        guard options.rules.contains(where: mayCheck) else {
            throw CommandFailure(
                .usage,
                "no rule is checked: --rules, --severity and --no-media leave none, or only rules"
                    + " that need --versions, --watch or --decode (see 'playctl lint --rules')")
        }
        try options.check(typedChanges)
        let recordings = try recordings()
        var reports = LintReports(options, output: output, errors: errors)
        try reports.open()
        var results: [InspectedAsset] = []
        for (index, place) in options.assets.enumerated() {
            if let recorded = recordings[index] {
                results.append(try await recorded.inspect())
            } else {
                results.append(try await lint(place))
            }
        }
        var isFollowed = true
        if let length = options.watchLength {
            for (index, place) in options.assets.enumerated() {
                let wasFollowed = try watch(for: length, place, into: &results[index])
                isFollowed = isFollowed && wasFollowed
            }
        }
        if options.comparesVersions {
            for index in results.indices.dropFirst()
            where recordings[index - 1] == nil && recordings[index] == nil {
                results[index].compare(with: results[index - 1], rules: options.rules)
                options.grade(&results[index])
            }
        }
        ignore(in: &results)
        try forgive(&results)
        try reports.write(results)
        if results.contains(where: \.wasInterrupted) { return .interrupted }
        if results.contains(where: \.isBad) { return .failed }
        if !isFollowed { return .nothingToRun }
        if results.allSatisfy(\.coverage.isEmpty) {
            errors.write("playctl: no rule could be checked\n")
            return .failed
        }
        return .success
    }

    /// Returns the assets that are recordings with several versions, by their index.
    ///
    /// - Throws: ``CommandFailure`` when versions are to be compared and there is only one version.
    private func recordings() throws(CommandFailure) -> [Int: RecordedBroadcast] {
        guard options.comparesVersions else { return [:] }
        var recordings: [Int: RecordedBroadcast] = [:]
        for (index, place) in options.assets.enumerated() {
            recordings[index] = try RecordedBroadcast(
                place, options, loader: options.hosts.loader(of: place))
        }
        if let only = options.assets.first, options.assets.count == 1, recordings.isEmpty {
            throw CommandFailure(
                .usage,
                "\(SafeText.url(only)): --versions needs two versions or more, the oldest first, or"
                    + " a recording")
        }
        return recordings
    }

    private func mayCheck(_ rule: LintRule) -> Bool {
        guard rule.isBuilt else { return false }
        switch rule.measure {
        case .text, .set: return true
        case .media: return !options.readsTextAlone
        case .decoded: return options.decodes
        case .answers:
            return options.comparesVersions
                || options.assets.contains { ResourceScheme(of: $0).isRemote }
        case .versions where WatchedRules.all.contains(rule): return options.watchLength != nil
        case .versions where WatchedRules.ofOrigin.contains(rule):
            return options.watchLength != nil || rule == .renditions
        case .versions: return options.comparesVersions
        }
    }

    // MARK: One asset

    private func lint(_ place: String) async throws(CommandFailure) -> InspectedAsset {
        var inspector = AssetInspector(options.profile)
        inspector.rules = options.rules
        inspector.readsTextAlone = options.readsTextAlone
        inspector.mediaLimit = options.mediaLimit
        inspector.decodes = options.decodes
        inspector.streamsAtOnce = options.jobs ?? Workers.shared.count
        inspector.adopt(keys: options.keys)
        let loader = InterruptibleLoader(try options.hosts.loader(of: place))
        var result = await ProgressLine.inspect(place, with: inspector, loader: loader, on: errors)
        result.failOn = options.failOn
        options.grade(&result)
        return result
    }

    // MARK: Configuration and baseline

    /// Removes the findings that the configuration ignores.
    ///
    /// Also warns about the entries in the configuration that match no finding.
    private func ignore(in results: inout [InspectedAsset]) {
        var used: Set<Int> = []
        for index in results.indices {
            var kept: [LintBreach] = []
            for breach in results[index].breaches {
                let place = options.ignored.firstIndex { $0.fits(breach) }
                if let place, !breach.isOfWholeAsset {
                    used.insert(place)
                    let words = options.ignored[place].reason.map { ": \($0)" } ?? ""
                    results[index].ignored.append(
                        InspectedAsset.Ignored(
                            breach: breach, reason: "ignored by \(options.config ?? "")\(words)"))
                } else {
                    kept.append(breach)
                }
            }
            results[index].breaches = kept
        }
        for (place, entry) in options.ignored.enumerated() where !used.contains(place) {
            errors.write(
                "playctl: warning: \(options.config ?? ""):\(entry.line): no finding of"
                    + " \(entry.rule) is ignored here\n")
        }
    }

    private func forgive(_ results: inout [InspectedAsset]) throws(CommandFailure) {
        guard let path = options.baseline else { return }
        // After an interruption, some assets may be missing, and writing the baseline would remove
        // their findings from it.
        let isWhole = !results.contains(where: \.wasInterrupted)
        let fingerprints = FindingFingerprints(results)
        if options.updatesBaseline, isWhole {
            try FileBytes.write(
                LintBaseline.file(of: results.flatMap(\.breaches), fingerprints), to: path)
        }
        guard let bytes = try FileBytes.readGiven(path) else {
            throw CommandFailure(.usage, "\(path): there is no baseline; --update writes it")
        }
        var baseline = try LintBaseline(bytes, path: path)
        for index in results.indices {
            let (new, known) = baseline.divide(results[index].breaches, fingerprints)
            results[index].breaches = new
            results[index].forgiven = known
        }
        guard isWhole else { return }
        let unused = baseline.unused(in: results)
        for entry in unused.prefix(Self.mostUnused) {
            errors.write(
                "playctl: warning: \(path):\(entry.line): no finding of \(entry.rule) is"
                    + " forgiven here\n")
        }
        if unused.count > Self.mostUnused {
            let rest = unused.count - Self.mostUnused
            errors.write("playctl: warning: \(path): and \(rest) more entries\n")
        }
    }

    /// The maximum number of unmatched baseline entries that are listed.
    private static let mostUnused = 10
}

extension LintOptions {
    /// Adopts the settings of a configuration file, which the command line overrides.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``CommandFailure`` for wrong usage when the file cannot be read.
    fileprivate mutating func adopt(fileAt path: String) throws(CommandFailure) {
        guard let bytes = try FileBytes.readGiven(path) else {
            throw CommandFailure(.usage, "\(path): there is no such file")
        }
        let file: LintFile
        do throws(ScenarioFileError) {
            file = try LintFile.reading(bytes, path: path)
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
        if let profile = file.profile, !given.contains("profile") { self.profile = profile }
        if let failOn = file.failOn, !given.contains("fail-on") { self.failOn = failOn }
        if !given.contains("rules") { chosen = file.rules }
        if baseline == nil { baseline = file.baseline }
        if updatesBaseline, baseline == nil {
            throw CommandFailure(.usage, "\(path): --update needs a baseline, which is not named")
        }
        // If the severity of a rule is changed several times, the last change applies. The changes
        // on the command line are therefore placed after the changes in the file.
        changes =
            file.severities.map { Change(code: $0.rule, severity: $0.severity) } + changes
        ignored = file.ignore
    }

    /// The chosen rules of the profile, in the order of the table of rules.
    ///
    /// With `--watch`, the rules about an origin are included. With `--versions` and `--rules`,
    /// only one of these rules is included: playlists must agree with each other.
    var rules: [LintRule] {
        let origin =
            watchLength != nil
            ? WatchedRules.ofOrigin : comparesVersions && !chosen.isEmpty ? [.renditions] : []
        return (LintRule.asset + origin).filter(isChosen)
    }

    /// Returns whether a rule is to be checked, for an asset or during a watch.
    func isChosen(_ rule: LintRule) -> Bool { rule.isPart(of: profile) && isSelected(rule) }

    /// Sets the severities of an asset's findings as the options assign them to the rules.
    func grade(_ result: inout InspectedAsset) {
        func grade(_ breach: inout LintBreach) {
            if let severity = change(of: breach.rule)?.severity { breach.severity = severity }
        }
        for index in result.breaches.indices { grade(&result.breaches[index]) }
        for index in result.ignored.indices { grade(&result.ignored[index].breach) }
    }

    private func change(of rule: LintRule) -> Change? {
        // A watch reports a breach of some rules about an origin as a breach of a rule for an
        // asset.
        let others = LintRule.origin.filter { WatchedRules.ofAsset($0) == rule }.map(\.code)
        return changes.last { rule.matches($0.code) || others.contains($0.code) }
    }

    /// Throws when a severity on the command line applies to none of the rules to check.
    ///
    /// Switching off a rule that is not checked is harmless: several lints may share options.
    fileprivate func check(_ typed: [Change]) throws(CommandFailure) {
        let origin = watchLength != nil || comparesVersions ? LintRule.origin : []
        for change in typed where change.severity != nil {
            let rules = LintRule.asset.filter { $0.isPart(of: profile) && isNamed($0) } + origin
            guard !rules.contains(where: { $0.matches(change.code) }) else { continue }
            throw CommandFailure(
                .usage,
                "'--severity' has no effect: \(change.code) is not among the rules that --profile,"
                    + " --rules and --watch select")
        }
    }

    private func isSelected(_ rule: LintRule) -> Bool {
        if let change = change(of: rule), change.severity == nil { return false }
        return isNamed(rule)
    }

    /// Returns whether a rule is chosen by name, or no rule is.
    private func isNamed(_ rule: LintRule) -> Bool {
        // A watch reports a breach of some rules as a breach of another rule.
        let reported = watchLength == nil ? [] : WatchedRules.counterparts(of: rule)
        return chosen.isEmpty
            || chosen.contains { word in ([rule] + reported).contains { $0.matches(word) } }
    }
}

extension AssetInspector {
    /// Adopts the sources of keys, and lets an interruption of the tool cancel the inspection.
    mutating func adopt(keys: KeyOptions) {
        makeKeySystems = { keys.keySystems() }
        hasKeys = keys.areGiven
        cancellation = Interruption.flag
    }
}
