import Formats
import HeadlessPlayback
import Linting
import Playlists
import Transport

/// `playctl lint`: holds playlists and media against the rules of HLS.
struct LintCommand {
    let options: LintOptions
    let output: OutputStream
    let errors: OutputStream

    /// The largest playlist that is read.
    private static let byteLimit: Int64 = 160 << 20

    /// Checks the assets.
    ///
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when an asset cannot be loaded, or a report cannot be written.
    func run() async throws(CommandFailure) -> CommandFailure.ExitCode {
        if let code = options.explained, let rule = LintRule.named(code) {
            output.write(RuleText.explanation(of: rule))
            return .success
        }
        if options.listsRules {
            output.write(RuleText.table(options.profile))
            return .success
        }
        var reports = ReportOptions()
        reports.junit = options.junit
        reports.html = options.html
        var delivery = ResultDelivery(
            options: reports, output: errors, errors: errors, title: "playctl lint", isQuiet: true)
        try delivery.open()
        var results: [LintResult] = []
        for place in options.assets {
            results.append(try await lint(place))
            if Interruption.hasHappened { return .interrupted }
        }
        try updateBaseline(&results)
        write(results)
        if let path = options.sarif {
            try write(SarifReport(results, version: ToolVersion.number).json, to: path)
        }
        if options.junit != nil || options.html != nil {
            var silent = delivery
            for result in results { try silent.take(result.checks(command: command)) }
            _ = try silent.finish()
        }
        return results.contains(where: \.isBad) ? .failed : .success
    }

    private func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        guard path != "-" else {
            output.write(String(decoding: bytes, as: UTF8.self))
            return
        }
        try FileBytes.write(bytes, to: path)
    }

    private func write(_ results: [LintResult]) {
        if options.json {
            var json = JSONText()
            json.object { json in
                json.member("format", 1)
                json.key("assets")
                json.array { json in
                    for result in results { result.write(to: &json) }
                }
            }
            json.endLine()
            output.write(String(decoding: json.bytes, as: UTF8.self))
            return
        }
        let usesOutput = [options.sarif, options.junit, options.html].contains("-")
        let people = usesOutput ? errors : output
        for result in results { people.write(result.text(isQuiet: options.isQuiet)) }
        if ReportSurroundings.current().isGitHub {
            for result in results { people.write(RuleText.annotations(of: result)) }
        }
    }

    // MARK: One asset

    private func lint(_ place: String) async throws(CommandFailure) -> LintResult {
        let loader = try options.hosts.loader(of: place)
        let asset: LintedAsset
        do throws(TransportError) {
            asset = try LintedAsset(at: LocalPath.url(place)) { url in
                var request = ResourceRequest(url: url, kind: .mediaPlaylist)
                request.maximumByteCount = Self.byteLimit
                return Result { () throws(TransportError) in
                    let response = try loader.load(request)
                    return (response.url, try response.body.bytes(limit: Self.byteLimit))
                }
            }
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
        let linter = AssetLinter(options.profile)
        var streams: [MeasuredStream] = []
        var breaches: [LintBreach]
        if options.readsTextAlone {
            breaches = linter.lint(asset)
        } else {
            let measurer = MediaMeasurer(asset: asset, keys: options.keys, loader: loader)
            streams = await measurer.measure()
            breaches = linter.lint(asset, media: streams)
        }
        for index in breaches.indices {
            guard let change = change(of: breaches[index].rule), let severity = change.severity
            else { continue }
            breaches[index].severity = severity
        }
        breaches = breaches.filter { isSelected($0.rule) }
        return result(place, breaches, streams)
    }

    private func change(of rule: LintRule) -> LintOptions.Change? {
        options.changes.last { rule.matches($0.code) }
    }

    private func isSelected(_ rule: LintRule) -> Bool {
        if let change = change(of: rule), change.severity == nil { return false }
        return options.select.isEmpty || options.select.contains { rule.matches($0) }
    }

    private func result(
        _ place: String, _ breaches: [LintBreach], _ streams: [MeasuredStream]
    ) -> LintResult {
        let rules = LintRule.asset.filter { $0.isPart(of: options.profile) && isSelected($0) }
        var checked: [LintRule] = []
        var unchecked: [(rule: LintRule, reason: String)] = []
        let omission = streams.compactMap(\.omission).first
        for rule in rules {
            if !rule.isBuilt {
                unchecked.append((rule, "not checked: the rule is not built yet"))
            } else if rule.measure == .media, options.readsTextAlone {
                unchecked.append((rule, "not checked: no media was read"))
            } else if rule.measure == .media, let omission {
                unchecked.append((rule, "not checked: \(omission)"))
            } else {
                checked.append(rule)
            }
        }
        return LintResult(
            place: place, profile: options.profile, failOn: options.failOn, breaches: breaches,
            checked: checked, unchecked: unchecked)
    }

    // MARK: Baseline

    private func updateBaseline(_ results: inout [LintResult]) throws(CommandFailure) {
        guard let path = options.baseline else { return }
        if options.updatesBaseline {
            try FileBytes.write(
                LintBaseline.file(of: results.flatMap(\.breaches)), to: path)
        }
        guard let bytes = try FileBytes.read(path) else {
            throw CommandFailure(.usage, "\(path): there is no baseline; --update writes it")
        }
        let baseline = LintBaseline(bytes)
        for index in results.indices {
            let (new, known) = baseline.divide(results[index].breaches)
            results[index].breaches = new
            results[index].forgiven = known
        }
    }

    /// The command line without its output paths and secrets.
    private var command: String {
        let places = options.assets.map(ShellWord.place).joined(separator: " ")
        return "playctl lint \(places)" + (options.profile == .apple ? " --profile apple" : "")
    }
}
