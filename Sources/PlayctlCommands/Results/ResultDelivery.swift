import CommandTree
import Formats
import HeadlessPlayback
import ResultReports
import RunResults

/// Reports results: as text when they are available, and as files at the end.
struct ResultDelivery {
    private let options: ReportOptions
    private let people: OutputStream
    private let output: OutputStream
    private let surroundings: ReportSurroundings
    private let text: SummaryText
    /// Whether the human-readable text has colours, for a terminal.
    private let isColoured: Bool
    private let shard: ResultShard?
    private let title: String?
    private let facts: FactLog?
    private var goldens: GoldenFolder?
    /// All open output files of the command: the reports and other files.
    private var files: OutputFiles
    private var results: [ScenarioResult] = []
    private var counts = ResultCounts()
    private let errors: OutputStream
    /// The earlier results to compare with.
    ///
    /// They are `nil` before the files are opened, and when no earlier results were given.
    private var earlier: [ScenarioResult]?
    /// Whether a line is also written for results that passed.
    var reportsPassed = true
    /// Whether only failures are written as human-readable text, on standard error.
    private let isQuiet: Bool

    /// Creates the delivery.
    ///
    /// - Parameters:
    ///   - options: The destinations of the results.
    ///   - output: The output for human-readable text, unless a report uses it.
    ///   - errors: The alternative output for human-readable text.
    ///   - title: The title of the page; `nil` uses the names of the run files.
    ///   - shard: The part of a divided run; `nil` when the run is not divided.
    ///   - surroundings: The properties of the terminal or the CI system to which the results are
    ///     written.
    ///   - facts: Receives the requests and the checks of each result; `nil` to log none.
    ///   - isQuiet: Whether only failures are written as human-readable text, on standard error.
    ///   - inputs: The paths or locations of files that the command reads; no report may replace
    ///     them.
    init(
        options: ReportOptions, output: OutputStream, errors: OutputStream,
        title: String? = nil, shard: ResultShard? = nil,
        surroundings: ReportSurroundings = .current(), facts: FactLog? = nil, isQuiet: Bool = false,
        sparing inputs: [String] = []
    ) {
        files = OutputFiles(sparing: inputs)
        self.facts = facts
        self.options = options
        self.output = output
        self.errors = errors
        self.shard = shard
        self.title = title
        self.surroundings = surroundings
        self.isQuiet = isQuiet
        people = isQuiet || options.claimsStandardOutput ? errors : output
        isColoured = surroundings.wantsColours && people.isTerminal
        text = SummaryText(isColoured: isColoured)
        goldens = options.golden.map { GoldenFolder($0, isUpdating: options.updatesGoldens) }
    }

    /// Opens the files of all reports, so that an unusable path fails before the runs start.
    ///
    /// - Throws: ``CommandFailure`` when a file cannot be written, or is read by the command.
    mutating func open() throws(CommandFailure) {
        // Earlier results are read first, because new results may replace them.
        if earlier == nil, let path = options.against {
            earlier = try Self.results(in: path)
            let codes = (earlier ?? []).flatMap(\.checks).map(\.code)
            errors.warn(ofOldCodes: codes, in: path)
        }
        for path in [options.junit, options.tap, options.json, options.html] {
            guard let path, path != "-", files[path] == nil else { continue }
            _ = try files.create(path, isReport: true)
        }
    }

    /// Creates an output file of the command; its path must differ from the files of reports.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The open file.
    /// - Throws: ``CommandFailure`` when the file cannot be written, or is the file of a report.
    mutating func create(_ path: String) throws(CommandFailure) -> OutputStream {
        try files.create(path)
    }

    /// Reads earlier results.
    private static func results(in path: String) throws(CommandFailure) -> [ScenarioResult] {
        guard let bytes = try FileBytes.readGiven(path) else {
            throw CommandFailure(.usage, "\(path): no such file of earlier results")
        }
        do throws(JSONError) {
            return try ResultFile(json: bytes).results
        } catch {
            throw CommandFailure(file: path, error)
        }
    }

    /// The paths of golden traces with which no result was compared.
    var unusedGoldens: [String] { goldens?.unusedTraces ?? [] }

    /// Reports all results together.
    ///
    /// - Parameters:
    ///   - results: The results, in the order of the report.
    ///   - planned: The number of planned results; `nil` when `results` contains all of them.
    /// - Returns: The exit code.
    /// - Throws: ``CommandFailure`` when a file cannot be written.
    func deliver(
        _ results: [ScenarioResult], planned: Int? = nil
    ) throws(CommandFailure) -> CommandFailure.ExitCode {
        var delivery = self
        try delivery.open()
        for result in results { try delivery.take(result) }
        return try delivery.finish(planned: planned)
    }

    /// Compares a result with its stored trace, and reports it on one line.
    ///
    /// - Parameter result: The next result.
    /// - Returns: The verdict of the result, which includes the comparison of its trace.
    /// - Throws: ``CommandFailure`` when a file cannot be read or written.
    @discardableResult
    mutating func take(_ result: ScenarioResult) throws(CommandFailure) -> ScenarioResult.Verdict {
        var result = result.withoutSecrets()
        let golden = try goldens?.take(result)
        if let golden { result.checks.append(golden.check) }
        counts.add(result)
        facts?.write(result)
        if !isQuiet, reportsPassed || result.verdict != .passed {
            tell(text.line(of: result) + text.remarks(of: result))
        }
        if let line = golden?.written, !isQuiet { people.write("  \(line)\n") }
        // The output is flushed so that readers of a log see each result immediately.
        people.flush()
        // Only the JSON report and the page show traces, which use much memory if there are many.
        if options.json == nil, options.html == nil {
            result.trace = []
            result.histories = []
        }
        results.append(result)
        return result.verdict
    }

    /// Reports the failures, and writes the reports.
    ///
    /// - Parameter planned: The number of planned results; `nil` when the reported results are all
    ///   of them.
    /// - Returns: The exit code.
    /// - Throws: ``CommandFailure`` when a file cannot be written; the other files are still
    ///   written.
    func finish(planned: Int? = nil) throws(CommandFailure) -> CommandFailure.ExitCode {
        var losses: [String] = []
        func write(_ report: () -> [UInt8], to path: String?) {
            guard let path else { return }
            do throws(CommandFailure) {
                try self.write(report(), to: path)
            } catch {
                losses.append(error.message)
            }
        }
        for result in results { tell(text.failures(of: result)) }
        let change = options.against.flatMap { path in
            earlier.map { ResultChange(results, against: $0, of: SafeText.url(path)) }
        }
        if let change, !isQuiet { people.write("\n" + change.text) }
        if !isQuiet { tell((results.isEmpty ? "" : "\n") + text.closing(counts)) }
        if surroundings.isGitHub {
            people.write(
                commands: AnnotationReport(results, planned: planned, folder: surroundings.folder)
                    .text())
            if let path = surroundings.stepSummary {
                let summary = MarkdownReport(results, planned: planned).text()
                do throws(CommandFailure) {
                    try FileBytes.append(summary, to: path)
                } catch {
                    losses.append(error.message)
                }
            }
        }
        people.flush()
        write(JUnitReport(results, planned: planned).xml, to: options.junit)
        write(TAPReport(results, planned: planned).text, to: options.tap)
        write(ResultFile(results, shard: shard, planned: planned).json, to: options.json)
        var page = ResultPage(
            results, title: title ?? PageTitle.text(results), planned: planned)
        page.version = ToolVersion.number
        page.change = change
        write(page.html, to: options.html)
        guard losses.isEmpty else {
            throw CommandFailure(.failed, losses.joined(separator: "; "))
        }
        return code
    }

    /// Writes a part of the summary.
    ///
    /// Secrets in relative URLs have already been removed from the texts of assets and scenarios.
    /// They are not searched for here, because names of files and commands in the summary cannot be
    /// distinguished from relative URLs.
    private func tell(_ summary: String) {
        if isColoured {
            people.draw(summary, relative: false)
        } else {
            people.write(summary, relative: false)
        }
    }

    /// The exit code for all results.
    private var code: CommandFailure.ExitCode {
        // If a run is split into more parts than it has scenarios, a part may be empty. This is not
        // an error.
        if results.isEmpty, shard == nil { return .nothingToRun }
        return counts.failed > 0 ? .failed : counts.overThreshold > 0 ? .thresholdsBroken : .success
    }

    private func write(_ report: [UInt8], to path: String) throws(CommandFailure) {
        if path == "-" {
            output.write(report)
            output.flush()
        } else if let file = files[path] {
            try FileBytes.write(report, to: file, path)
        } else {
            try FileBytes.write(report, to: path)
        }
    }
}
