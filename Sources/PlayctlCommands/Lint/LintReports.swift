import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
import Linting
import PlaybackCommands
import ResultReports
import RunResults

/// The outputs of `lint`: human-readable text, and separate reports for programs.
struct LintReports {
    private let options: LintOptions
    private let output: OutputStream
    private let errors: OutputStream
    private var files = OutputFiles()

    /// Creates the outputs of a run of `playctl lint`.
    init(_ options: LintOptions, output: OutputStream, errors: OutputStream) {
        self.options = options
        self.output = output
        self.errors = errors
    }

    /// Opens the files of all reports, so that an unusable path fails before the checks.
    ///
    /// - Throws: ``CommandFailure`` when a file cannot be written, when two outputs name one file,
    ///   or when an output names a file that is read.
    mutating func open() throws(CommandFailure) {
        files = OutputFiles(
            sparing: options.assets + [options.config].compactMap(\.self)
                + options.keys.inputFiles + options.hosts.inputFiles)
        // The baseline is always read, so no report may replace this file. An update also writes
        // the file, so it must not be a checked file, and must be a baseline if it exists.
        if let baseline = options.baseline {
            if options.updatesBaseline {
                try files.refuseInput(baseline)
                try files.refuseForeign(baseline)
                if let bytes = try FileBytes.readGiven(baseline) {
                    _ = try LintBaseline(bytes, path: baseline)
                }
            }
            files.spare(baseline)
        }
        for path in [options.sarif, options.junit, options.html] {
            guard let path, path != "-" else { continue }
            _ = try files.create(path, isReport: true)
        }
        // If the baseline did not exist before, its path may be the path of a report that was just
        // created. Such a path is refused.
        if options.updatesBaseline, let baseline = options.baseline {
            try files.refuseOpen(baseline)
        }
    }

    /// Writes the results as text and as the requested reports.
    ///
    /// - Throws: ``CommandFailure`` when a report cannot be written; the other reports are still
    ///   written.
    func write(_ results: [InspectedAsset]) throws(CommandFailure) {
        writeText(results)
        var losses: [String] = []
        func write(_ report: () -> [UInt8], to path: String?) {
            guard let path else { return }
            do throws(CommandFailure) {
                if let file = files[path] {
                    try FileBytes.write(report(), to: file, path)
                } else {
                    output.write(report())
                    output.flush()
                }
            } catch {
                losses.append(error.message)
            }
        }
        if options.json { output.write(json(of: results)) }
        write({ SarifReport(results, version: ToolVersion.number).json }, to: options.sarif)
        if options.junit != nil {
            let checks = results.map { $0.result(command: command).withoutSecrets() }
            write(JUnitReport(checks).xml, to: options.junit)
        }
        if options.html != nil {
            var page = LintPage(results.map(\.view), command: command)
            page.version = ToolVersion.number
            write(page.html, to: options.html)
        }
        guard losses.isEmpty else {
            throw CommandFailure(.failed, losses.joined(separator: "; "))
        }
    }

    /// Writes text to standard output.
    ///
    /// With `--quiet`, and if a report uses standard output, the text goes to standard error.
    private func writeText(_ results: [InspectedAsset]) {
        let isUsed = options.json || [options.sarif, options.junit, options.html].contains("-")
        let people = isUsed || options.isQuiet ? errors : output
        if !options.json {
            for result in results { people.write(result.text(isQuiet: options.isQuiet)) }
        }
        if ReportSurroundings.current().isGitHub {
            for result in results {
                people.write(commands: Array(RuleText.annotations(of: result).utf8))
            }
        }
        people.flush()
    }

    private func json(of results: [InspectedAsset]) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("format", 1)
            json.key("assets")
            json.array { json in
                for result in results { result.write(to: &json) }
            }
        }
        json.endLine()
        return json.bytes
    }

    /// The command line without its output paths and secrets.
    private var command: String {
        var words = ["playctl lint"] + options.assets.map(ShellWord.place)
        if options.profile == .apple { words.append("--profile apple") }
        if options.failOn != .error { words.append("--fail-on \(options.failOn.rawValue)") }
        words += options.chosen.map { "--rules \($0)" }
        words += options.changes.map {
            "--severity \($0.code)=\($0.severity?.rawValue ?? "off")"
        }
        if options.readsTextAlone { words.append("--no-media") }
        if let limit = options.mediaLimit { words.append("--max-media \(limit)") }
        words += options.keys.words + options.hosts.words
        return words.joined(separator: " ")
    }
}
